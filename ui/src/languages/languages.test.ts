import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "../app/App.svelte";
import { AppState } from "../app/app.svelte";
import { replay, type Replayed } from "../ipc/replay";
import { dress } from "../kit/dress";
import { languages } from "../kit/language";
import { pages } from "../settings/pages";
import { type Catalogue, sentences } from "./catalogue";
import { catalogue } from "./de";
import { speak } from ".";

type Leaf = string | ((...values: unknown[]) => unknown);
type Tree = { [name: string]: Leaf | Tree };

/** Sentences by the way to them: `chat.words.send`. */
function leaves(tree: Tree, way = ""): [string, Leaf][] {
  return Object.entries(tree).flatMap(([name, value]): [string, Leaf][] =>
    typeof value === "object" ? leaves(value, `${way}${name}.`) : [[way + name, value]],
  );
}
const leavesOf = (all: typeof sentences | Catalogue) => new Map(leaves(all as unknown as Tree));

/** As they stand in the features before any other language is spoken. */
const english = leavesOf(sentences);
const german = leavesOf(catalogue);

beforeEach(() => void vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-GB"]));
afterEach(async () => {
  cleanup();
  await speak("en");
});

// B80: a sentence that is missing or too many is no catalogue, and doesn't compile.
test("the compiler wants every sentence, and no other", () => {
  const { close, ...rest } = catalogue.kit.words;
  // @ts-expect-error -- a sentence is missing
  const lacking: Catalogue["kit"] = { words: rest };
  // @ts-expect-error -- a sentence is too many
  const more: Catalogue["kit"] = { words: { ...rest, close, shut: close } };
  // @ts-expect-error -- what is told a number in English is told a number in every language
  const other: Catalogue["kit"]["words"]["minutes"] = (minutes: string) => minutes;
  expect([lacking, more, other]).toHaveLength(3);
});

test("every feature's sentences are in the catalogue", () => {
  const features = Object.values(import.meta.glob("../*/*sentences.ts", { eager: true }));
  expect(Object.values(sentences)).toHaveLength(features.length);
  expect(new Set(Object.values(sentences))).toEqual(new Set(features));
});

// B80
test("every sentence exists in every language", () => {
  expect(languages).toEqual(["en", "de"]);
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [way, said] of german) {
    expect(typeof said, way).toBe(typeof english.get(way));
    expect(said, way).not.toBe("");
  }
});

// What a module exports can't be put in another's place where the window is built; what is in an object can.
test("features have their sentences in objects, in which those of another language can be put", () => {
  const bare = Object.entries(sentences).flatMap(([feature, all]) =>
    Object.entries(all)
      .filter(([, said]) => typeof said !== "object")
      .map(([name]) => `${feature}.${name}`),
  );
  expect(bare).toEqual([]);
});

test("German is written as German is: no straight quotes, no English ones, no space lost", () => {
  const told = [...german].filter(([, said]) => typeof said === "string");
  expect(told.filter(([, said]) => /["”]|'|\s$|^\s/.test(String(said)) && !/: $/.test(String(said)))).toEqual([]);
});

test("a remote image says in the window's language that it isn't loaded", async () => {
  const said = () => {
    const root = document.createElement("div");
    root.innerHTML = '<span class="remote-image" role="img" data-src="https://a.example/x.png">A loaf</span>';
    dress(root);
    return root.querySelector<HTMLElement>(".remote-image")?.dataset["says"];
  };
  expect(said()).toBe("not loaded: https://a.example/x.png");
  await speak("de");
  expect(said()).toBe("nicht geladen: https://a.example/x.png");
});

test("a model is got by one word in German", () => {
  const said = german.get("kit.words.getModel") as (name: string, size: string) => string;
  expect([german.get("chat.words.getAModel"), said("Qwen", "1 GB")].map((text) => /\bladen\b/.test(String(text)))).toEqual([true, true]);
});

test("English is written with the apostrophes of print", () => {
  expect([...english].filter(([, said]) => /[a-z]'[a-z]/.test(String(said))).map(([way]) => way)).toEqual([]);
});

/** What the window counts. */
const things =
  "answer call card change character conversation file footnote image item link message minute model note page passage question second sentence source step suggestion token word".split(
    " ",
  );
const dinge =
  "Änderungen Antworten Aufrufe Bilder Dateien Fragen Fußnoten Gespräche Links Minuten Modelle Nachrichten Notizen Quellen Sätze Schritte Seiten Sekunden Textstellen Tokens Vorschläge Wörter".split(
    " ",
  );

test("one thing is named in the singular", async () => {
  /** What a sentence says of this number, wherever it takes one; nothing if it takes something else. */
  const saidOf = (said: Leaf, number: number) => {
    try {
      return typeof said === "function" ? String(said(...Array.from({ length: said.length }, () => number))) : "";
    } catch {
      return "";
    }
  };
  const plural = { en: new RegExp(`\\b1 (?:more )?(?:${things.join("|")})s\\b`, "u"), de: new RegExp(`\\b1 (?:${dinge.join("|")})(?!\\p{L})`, "u") };
  for (const language of languages) {
    await speak(language);
    const wrong = [...leavesOf(sentences)].map(([way, said]) => `${way}: ${saidOf(said, 1)}`).filter((line) => plural[language].test(line));
    expect(wrong).toEqual([]);
  }
});

test("languages are put over each other and back, and whoever was wanted last is spoken", async () => {
  await speak("de");
  expect(leavesOf(sentences)).toEqual(german);
  expect(document.documentElement.lang).toBe("de");
  await Promise.all([speak("en"), speak("de"), speak("en")]);
  expect(leavesOf(sentences)).toEqual(english);
  expect(document.documentElement.lang).toBe("en");
});

const attributes = ["title", "aria-label", "aria-description", "placeholder", "alt"];

/** What people read and hear on the screen. What notes and answers say is theirs, and what a part of the context is called comes
 *  from behind the window. */
function shownTexts(): string[] {
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest(".prose, script, style, pre, [data-testid=context-part]")) texts.push(node.textContent ?? "");
  }
  for (const element of document.body.querySelectorAll("*")) {
    texts.push(...attributes.map((name) => element.getAttribute(name) ?? ""));
  }
  return [...new Set(texts.map((text) => text.replace(/\s+/g, " ").trim()).filter(Boolean))];
}

const told = new Set([...german.values()].filter((said) => typeof said === "string"));
const constant = [...english].filter(([way, said]) => typeof said === "string" && german.get(way) !== said && !told.has(said));

/** The English sentences that are on the screen: as a whole, or, where they have several words, within something. */
function left(): string[] {
  const texts = shownTexts();
  return constant
    .filter(([, said]) => texts.some((text) => text === String(said).trim() || (/\p{L} \p{L}/u.test(String(said)) && text.includes(String(said).trim()))))
    .map(([way, said]) => `${way}: ${String(said)}`);
}

async function open(recording: string, language: "de" | "en" | "system" = "de") {
  const backend = replay(recording);
  backend.preferred.appearance = { theme: "light", size: 100, width: "normal", language };
  const app = new AppState(backend, speak);
  render(App, { app });
  await screen.findByTestId(recording === "closed" ? "welcome" : "composer");
  return { app, backend };
}

/** The language that the app behind the window was told last. */
const spoken = (backend: Replayed) => backend.called("setLanguage").at(-1)?.[0];

async function ask(text: string) {
  const area = screen.getByTestId<HTMLTextAreaElement>("composer");
  area.value = text;
  await fireEvent.input(area);
  await fireEvent.click(screen.getByTestId("send"));
  await waitFor(() => expect(screen.getAllByTestId("answer").at(-1)?.dataset.state).not.toBe("streaming"));
}

// B80
test("in English the English sentences are found on the screen", async () => {
  await open("salt", "en");
  expect(left().length).toBeGreaterThan(20);
});

// B80
test.each([
  ["the first page", "closed"],
  ["a vault", "salt"],
  ["a vault without a model", "no-model"],
  ["a vault and models that none is chosen of", "unchosen"],
])("%s has no English sentence left in German", async (_, recording) => {
  await open(recording);
  await waitFor(() => expect(left()).toEqual([]));
});

// B80
test("an answer, its sources, the context, the list of models, the commands and the settings have no English sentence left in German", async () => {
  const { app } = await open("salt");
  await ask("How much salt?");
  expect(left()).toEqual([]);
  for (const tab of ["note", "references", "context"] as const) {
    app.showReader(tab);
    await tick();
    expect(left(), tab).toEqual([]);
  }
  app.palette = "all";
  await tick();
  expect(screen.getAllByText("Neues Gespräch").length).toBeGreaterThan(0);
  expect(left()).toEqual([]);
  app.palette = null;
  // All pages are there from the start.
  app.settingsAt = "models";
  await waitFor(() => expect(document.querySelectorAll("[data-page]")).toHaveLength(pages.length));
  expect(left()).toEqual([]);
});

// B80
test("the language is chosen in the settings: at once, with the draft kept, and for the next time", async () => {
  const { app, backend } = await open("salt", "system");
  const area = screen.getByTestId<HTMLTextAreaElement>("composer");
  area.value = "How much salt";
  await fireEvent.input(area);
  app.settingsAt = "models";
  await fireEvent.click(await screen.findByTestId("settings-tab-appearance"));
  const choose = async (language: string) => {
    await fireEvent.change(await screen.findByTestId("language"), { target: { value: language } });
    await waitFor(() => expect(document.documentElement.lang).toBe(language === "system" ? "en" : language));
  };
  expect(await screen.findByText("Language")).toBeTruthy();
  await choose("de");
  expect(await screen.findByText("Sprache")).toBeTruthy();
  expect(left()).toEqual([]);
  expect(screen.getByTestId<HTMLTextAreaElement>("composer").value).toBe("How much salt");
  await waitFor(() => expect(document.activeElement?.id).toBe("language"));
  expect(screen.getByTestId("settings-tab-appearance").getAttribute("aria-selected")).toBe("true");
  expect(backend.preferred.appearance?.language).toBe("de");
  expect(spoken(backend)).toBe("de");
  await choose("system");
  expect(await screen.findByText("Language")).toBeTruthy();
  expect(screen.queryByText("Sprache")).toBeNull();
  expect(spoken(backend)).toBe("en");
});

test("notices of a search are repeated in another language", async () => {
  const { app, backend } = await open("salt", "en");
  await app.vault.search.ask("salt");
  await waitFor(() => expect(app.settings.models).not.toBeNull());
  const search = vi.spyOn(backend, "searchNotes");
  const find = vi.spyOn(backend, "findModels");
  search.mockImplementation(() => Promise.resolve({ hits: [], matching_passages: 0, matching_notes: 0, notices: [String(spoken(backend))] }));
  await app.setAppearance({ language: "de" });
  await waitFor(() => expect(app.vault.search.notices).toEqual(["de"]));
  expect(find).toHaveBeenCalledOnce();
  // The same language again says nothing new.
  await app.setAppearance({ size: 110 });
  expect(search).toHaveBeenCalledOnce();
});

// B80
test("the app gets the window's language before any request", async () => {
  const backend = replay();
  backend.preferred.appearance = { theme: "light", size: 100, width: "normal", language: "de" };
  const asked: unknown[] = [];
  const start = backend.start;
  backend.start = () => {
    asked.push(spoken(backend));
    return start();
  };
  const app = new AppState(backend, speak);
  await app.resume();
  expect(asked).toEqual(["de"]);
});

test("a window that can't tell its language speaks it all the same", async () => {
  const { app, backend } = await open("salt", "en");
  backend.setLanguage = () => Promise.reject(new Error("no"));
  await app.setAppearance({ language: "de" });
  expect(app.language).toBe("de");
});
