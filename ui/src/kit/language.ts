/** The languages of the window, by their codes. `languages/` has the sentences of each. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Where a language is spoken in several ways, the one whose dates the window writes. */
const locales: Record<Language, string> = { en: "en-GB", de: "de-DE" };

/** What `Intl` writes dates by. */
export let locale = locales.en;
/** What writes numbers. */
export let figures = new Intl.NumberFormat("en");
/** What writes shares of a whole. */
export let shares = new Intl.NumberFormat("en", { style: "percent" });
/** What tells the form of a noun for a number. */
export let rules = new Intl.PluralRules("en");
/** What joins things with "and". */
export let list = new Intl.ListFormat("en", { type: "conjunction" });
/** What says how long ago something was: "yesterday". */
export let relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Has dates, numbers, plurals and lists written in this language, and the page say that it is in it. */
export function writeIn(language: Language, root = document.documentElement): void {
  locale = locales[language];
  figures = new Intl.NumberFormat(language);
  shares = new Intl.NumberFormat(language, { style: "percent" });
  rules = new Intl.PluralRules(language);
  list = new Intl.ListFormat(language, { type: "conjunction" });
  relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  root.lang = language;
}

/** The language that was chosen; of the system's, the first that there is. */
export function languageOf(chosen: "system" | Language, system: readonly string[] = navigator.languages): Language {
  if (chosen !== "system") return chosen;
  const wanted = system.map((tag) => tag.split("-")[0]);
  return wanted.map((code) => languages.find((language) => language === code)).find(Boolean) ?? "en";
}

/** What a language is called by those who speak it. */
export function nameOfLanguage(language: Language): string {
  return new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
}
