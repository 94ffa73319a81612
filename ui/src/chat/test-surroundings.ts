import { vi } from "vitest";

import type { ChosenView } from "../ipc";
import { SURROUNDINGS, type Surroundings } from "./surroundings";

const notes = [
  { path: "Ingredients/Salt.md", title: "Salt", aliases: [] },
  { path: "Ingredients/Rye.md", title: "Rye", aliases: [] },
  { path: "Recipes/Rye.md", title: "Rye", aliases: [] },
];

/** What surrounds a component of the chat in a test: three notes, and every call written down. */
export function surroundings({ web = false, away = null as string | null, chosen = null as ChosenView | null } = {}) {
  const links = { reference: vi.fn(), note: vi.fn(), file: vi.fn(), broken: vi.fn(), external: vi.fn() };
  const models = { found: null, searching: false, chosen, away, choose: vi.fn(), use: vi.fn(), find: vi.fn(), offer: null };
  const vault = { name: "Bread", notes, progress: "3 notes", web, headings: async () => [{ level: 2, text: "How much", markdown: "How much", line: 5, section: { start: 5, end: 9 } }] };
  const given = { vault, models, links } satisfies Surroundings;
  return { ...given, context: new Map([[SURROUNDINGS, given]]) };
}
