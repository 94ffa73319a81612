import { expect, test } from "vitest";

import type { CitationMark, Reference } from "../ipc";
import { withSources } from "./with-sources";

const mark = (text: string, number: number, from = 0): CitationMark => {
  const before = text.slice(0, text.indexOf(`[${number}]`, from));
  const start = new TextEncoder().encode(before).length;
  return { start, end: start + 3, number, support: null };
};
const salt = { number: 1, title: "Salt", path: "Ingredients/Salt.md", passage: { heading_path: ["Salt", "How much"] } } as Reference;
const page = { number: 2, title: "Flour", path: null, url: "https://mill.example", passage: null } as Reference;

test.each<[string, string, number[], string]>([
  ["no citation", "Two per cent.", [], "Two per cent."],
  [
    "notes and pages",
    "Zwölf – 2 % [1]. Flour [2], a[1].",
    [1, 2],
    "Zwölf – 2 % [^1]. Flour [^2], a[1].\n\n[^1]: Salt › How much (Ingredients/Salt.md)\n[^2]: Flour (https://mill.example)",
  ],
])("an answer is copied with its sources: %s", (_, text, numbers, expected) => {
  expect(withSources({ text, references: [salt, page], citations: numbers.map((number) => mark(text, number)) })).toBe(expected);
});
