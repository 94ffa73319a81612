import { type Language, writeIn } from "../kit/language";
import { type Catalogue, sentences } from "./catalogue";

/** The languages other than English, which is in the features. They are loaded on demand. */
const others: Record<Exclude<Language, "en">, () => Promise<Catalogue>> = {
  de: async () => (await import("./de")).catalogue,
};

interface Sentences {
  [name: string]: string | ((...values: never[]) => unknown) | Sentences;
}

/** Overwrites sentences of the same names. */
function put(from: Sentences, over: Sentences): void {
  for (const [name, said] of Object.entries(from)) {
    const before = over[name];
    if (typeof said === "object" && typeof before === "object") put(said, before);
    else over[name] = said;
  }
}

const copied = (all: Sentences): Sentences =>
  Object.fromEntries(Object.entries(all).map(([name, said]) => [name, typeof said === "object" ? copied(said) : said]));

// The sentences are constant for the features only; a language may overwrite them.
const shown = sentences as object as Sentences;
const english = copied(shown);

let spoken: Language = "en";
let wanted: Language = "en";

/** Switches the window's language; the caller must redraw the screen. Resolves to the language in use: the
 *  last one requested. */
export async function speak(language: Language): Promise<Language> {
  wanted = language;
  const all = language === "en" ? english : ((await others[language]()) as object as Sentences);
  if (language === wanted && language !== spoken) {
    put(all, shown);
    writeIn(language);
    spoken = language;
  }
  return spoken;
}
