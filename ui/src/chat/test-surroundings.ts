import { vi } from "vitest";

import type { ChangeEntry, ChosenView, EarlierQuestion, FoundLink, HitView, ModelsView } from "../ipc";
import { SURROUNDINGS, type ModelDownload, type ModelOffer, type Surroundings } from "./surroundings";
import { Translations } from "./translations.svelte";

const notes = [
  { path: "Ingredients/Salt.md", title: "Salt", aliases: [] },
  { path: "Ingredients/Rye.md", title: "Rye", aliases: [] },
  { path: "Recipes/Rye.md", title: "Rye", aliases: [] },
];

/** A resolved link to one of these notes. */
export function linked(wikilink: string, name: string): FoundLink {
  const found = notes.filter(({ path, title }) => title === name || path === `${name}.md`).map(({ path }) => path);
  const [path = null, ...others] = found;
  return {
    id: wikilink,
    number: null,
    kind: "direct",
    state: path === null ? "broken" : "used",
    wikilink,
    path,
    attachment: null,
    anchor: null,
    title: name,
    passage: null,
    summary: null,
    snippet: "",
    match_reason: "Linked by you",
    others,
    suggestions: path === null ? ["Ingredients/Salt.md"] : [],
    ...(path !== null && /#(?!How much)/.test(wikilink) ? { missing: "This note has no such heading. It has “How much”." } : {}),
  };
}

/** The model in use. */
export const chosenModel = (): ChosenView => {
  const yes = { yes: false, source: "server" as const };
  const model = { name: "llama3.2:3b", window: { tokens: 8192, source: "server" as const }, capabilities: { tools: yes, vision: yes, thinking: yes } };
  return { at: { type: "address", address: "http://127.0.0.1:11434" }, shown: "http://127.0.0.1:11434", model, small: false };
};

/** A recommended model that isn't on this computer. */
export const offered = (more: Partial<ModelOffer> = {}) => ({
  name: "Qwen3.5 2B",
  size: 1281,
  licence: "Apache-2.0",
  host: "huggingface.co",
  memory: 1900,
  first_word: 14,
  writing: 9,
  limits: "Weak at long questions.",
  bench: null,
  percent: null,
  testing: false,
  failure: null,
  get: vi.fn(),
  stop: vi.fn(),
  ...more,
});

/** Surroundings for tests of the chat's components: three notes, and a record of every call. */
export function surroundings({
  web = false,
  away = null as string | null,
  chosen = null as ChosenView | null,
  found = null as ModelsView | null,
  offer = null as ModelOffer | null,
  better = null as ModelOffer | null,
  download = null as ModelDownload | null,
} = {}) {
  const links = {
    reference: vi.fn(),
    point: vi.fn(),
    note: vi.fn(),
    line: vi.fn(),
    message: vi.fn(),
    attachment: vi.fn(),
    file: vi.fn(),
    broken: vi.fn(),
    external: vi.fn(),
    keep: vi.fn(),
    remember: vi.fn(),
    help: vi.fn(),
  };
  const models = { found, searching: false, chosen, away, choose: vi.fn(), setUp: vi.fn(), use: vi.fn(), find: vi.fn(), offer, better, download };
  const findLinks = async (text: string) => [...text.matchAll(/\[\[([^\]|#]+)[^\]]*\]\]/g)].map(([wikilink, name = ""]) => linked(wikilink, name));
  const findHeadings = async (typed: string) =>
    "how much".includes(typed.toLowerCase()) && typed !== "" ? [{ path: "Ingredients/Salt.md", text: "How much" }] : [];
  const tags = async () => [{ tag: "bread", notes: 4 }];
  const nearby = vi.fn<(message: string) => Promise<HitView[]>>(async () => []);
  const askedBefore = vi.fn<(text: string, conversation: string | null) => Promise<EarlierQuestion | null>>(async () => null);
  const imageAddress = (attachment: string) => `vault:${attachment}`;
  const vault = {
    name: "Bread",
    notes,
    named: [...notes, { path: "Papers/rye.pdf", title: "rye.pdf", aliases: [] }],
    language: "English" as const,
    progress: "3 notes",
    web,
    tags,
    findHeadings,
    findLinks,
    nearby,
    askedBefore,
    imageAddress,
    headings: async () => [{ level: 2, text: "How much", markdown: "How much", line: 5, section: { start: 5, end: 9 } }],
  };
  const resultsOf = async () => new Map([["1", "[1] Salt\nTwo per cent."]]);
  const translate = vi.fn(async () => ({ text: "Anna isn’t coming.", model: "qwen3:8b" }));
  const translations = new Translations(translate);
  const proposedIn = vi.fn<(answer: string) => ChangeEntry[]>(() => []);
  const held = { project: null, prompts: [], plain: false, leavePlain: vi.fn(), leaveProject: vi.fn(), drop: vi.fn() };
  const review = {
    source: { type: "note" as const, path: "Prompts/Weekly review.md" },
    name: "Weekly review",
    command: "weekly-review",
    text: "Sum up {{note}}.",
    replaces_instructions: false,
    problem: null,
  };
  const prompts = { list: async () => [review], fill: async () => "Sum up [[Salt]]." };
  const given = {
    vault,
    models,
    links,
    held,
    prompts,
    resultsOf,
    proposedIn,
    translations,
    decide: vi.fn(async () => true),
    rate: vi.fn(async () => true),
  } satisfies Surroundings;
  return { ...given, translate, context: new Map([[SURROUNDINGS, given]]) };
}
