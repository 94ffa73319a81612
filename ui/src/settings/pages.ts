import { pageNames } from "./sentences";

export type Page = keyof typeof pageNames;

/** The pages, in order. */
export const pages = Object.keys(pageNames) as Page[];
