/** The codes of the window's languages. Their sentences are in `languages/`. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** The locale for dates, where a language has several. */
const locales: Record<Language, string> = { en: "en-GB", de: "de-DE" };

/** The window's language. */
export let current: Language = "en";
/** The locale for `Intl` dates. */
export let locale = locales.en;
/** Formats numbers. */
export let figures = new Intl.NumberFormat("en");
/** Formats percentages. */
export let shares = new Intl.NumberFormat("en", { style: "percent" });
/** Selects plural forms. */
export let rules = new Intl.PluralRules("en");
/** Joins items with "and". */
export let list = new Intl.ListFormat("en", { type: "conjunction" });
/** Formats relative times: "yesterday". */
export let relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Switches the formats of dates, numbers, plurals and lists to this language, and sets the page's `lang`. */
export function writeIn(language: Language, root = document.documentElement): void {
  current = language;
  locale = locales[language];
  figures = new Intl.NumberFormat(language);
  shares = new Intl.NumberFormat(language, { style: "percent" });
  rules = new Intl.PluralRules(language);
  list = new Intl.ListFormat(language, { type: "conjunction" });
  relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  root.lang = language;
}

/** The chosen language; for "system", the first of the system's languages that the window has. */
export function languageOf(chosen: "system" | Language, system: readonly string[] = navigator.languages): Language {
  if (chosen !== "system") return chosen;
  const wanted = system.map((tag) => tag.split("-")[0]);
  return wanted.map((code) => languages.find((language) => language === code)).find(Boolean) ?? "en";
}

/** A language's name in that language. */
export function nameOfLanguage(language: Language): string {
  return new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
}
