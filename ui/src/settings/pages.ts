import { pageNames } from "./sentences";

/** A page of the settings. */
export type Page = keyof typeof pageNames;

/** The pages, in order. */
export const pages = Object.keys(pageNames) as Page[];
