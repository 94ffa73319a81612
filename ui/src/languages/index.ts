import { type Language, writeIn } from "../kit/language";
import { type Catalogue, sentences } from "./catalogue";

/** The languages beside English, which stands in the features. They are loaded when they are wanted. */
const others: Record<Exclude<Language, "en">, () => Promise<Catalogue>> = {
  de: async () => (await import("./de")).catalogue,
};

interface Sentences {
  [name: string]: string | ((...values: never[]) => unknown) | Sentences;
}

/** Puts sentences over those of the same names. */
function put(from: Sentences, over: Sentences): void {
  for (const [name, said] of Object.entries(from)) {
    const before = over[name];
    if (typeof said === "object" && typeof before === "object") put(said, before);
    else over[name] = said;
  }
}

const copied = (all: Sentences): Sentences =>
  Object.fromEntries(Object.entries(all).map(([name, said]) => [name, typeof said === "object" ? copied(said) : said]));

// The features' sentences may be written over: that they are constant is for the features alone.
const shown = sentences as object as Sentences;
const english = copied(shown);

let spoken: Language = "en";
let wanted: Language = "en";

/** Has the window speak this language from now on; what is on the screen already has to be drawn anew. Gives the language that
 *  it speaks: the one that was wanted last. */
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
