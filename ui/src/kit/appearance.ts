import { type Language, languages } from "./language";

/** The window's look and language. */
export interface Appearance {
  theme: "system" | "light" | "dark";
  /** The size of everything, in percent of the system's size. */
  size: number;
  /** Maximum width of a line of an answer or a note. */
  width: "narrow" | "normal" | "wide";
  language: "system" | Language;
}

export const themes = ["system", "light", "dark"] as const;
export const widths = ["narrow", "normal", "wide"] as const;
export const languageChoices = ["system", ...languages] as const;
/** The sizes, in percent. */
export const sizes = [80, 90, 100, 110, 125, 150, 175, 200];

export const usual: Appearance = { theme: "system", size: 100, width: "normal", language: "system" };

const measures: Record<Appearance["width"], string> = { narrow: "34rem", normal: "42rem", wide: "60rem" };

/** The next larger or smaller size. */
export function nextSize(size: number, step: 1 | -1): number {
  const bigger = sizes.filter((one) => (step > 0 ? one > size : one < size));
  return (step > 0 ? bigger[0] : bigger.at(-1)) ?? size;
}

let stop = () => {};

/** Applies the appearance; the system's theme is followed when it changes. */
export function wear({ theme, size, width }: Appearance, root = document.documentElement): void {
  stop();
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const paint = () => (root.dataset.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme);
  paint();
  root.style.fontSize = size === usual.size ? "" : `${size}%`;
  root.style.setProperty("--measure", measures[width]);
  if (theme !== "system") return;
  dark.addEventListener("change", paint);
  stop = () => dark.removeEventListener("change", paint);
}
