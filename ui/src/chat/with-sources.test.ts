import { expect, test } from "vitest";

import type { CitationMark, Reference } from "../ipc";
import { withFootnotes, withLinks, withoutSources } from "./with-sources";

const mark = (text: string, number: number, from = 0): CitationMark => {
  const before = text.slice(0, text.indexOf(`[${number}]`, from));
  const start = new TextEncoder().encode(before).length;
  return { start, end: start + 3, number, support: null };
};
const salt = { number: 1, title: "Salt", wikilink: "[[Salt]]", path: "Ingredients/Salt.md", passage: { heading_path: ["Salt", "How much"] } } as Reference;
const page = { number: 2, title: "Flour", path: null, url: "https://mill.example", passage: null } as Reference;

const text = "Zwölf – 2 % [1]. Flour [2], a[1].";
const answer = { text, references: [salt, page], citations: [mark(text, 1), mark(text, 2)] };

test.each([
  ["footnotes", withFootnotes, "Zwölf – 2 % [^1]. Flour [^2], a[1].\n\n[^1]: Salt › How much (Ingredients/Salt.md)\n[^2]: Flour (https://mill.example)"],
  ["links", withLinks, "Zwölf – 2 % ([[Salt#How much|Salt]]). Flour ([Flour](https://mill.example)), a[1]."],
  ["nothing", withoutSources, "Zwölf – 2 %. Flour, a[1]."],
])("an answer is copied with %s in place of its numbers", (_, copied, expected) => {
  expect(copied(answer)).toBe(expected);
  const bare = { text: "Two per cent.", references: [salt], citations: [] };
  expect(copied(bare)).toBe(bare.text);
});
