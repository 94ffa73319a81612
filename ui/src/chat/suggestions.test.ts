import { expect, test } from "vitest";

import { samples, suggestions } from "./suggestions";

const note = (title: string) => ({ path: `${title}.md`, title, aliases: [] });

test("three questions from real titles", () => {
  const notes = ["Rye", "Salt", "Autolyse", "Gluten", "Steam", "Yeast"].map(note);
  expect(suggestions(notes)).toEqual(["What do I know about Salt?", "What have I written about Gluten?", "Sum up Yeast in three sentences."]);
});

test("the sample vault has questions of its own", () => {
  const notes = samples.map(({ about }) => ({ path: about, title: about, aliases: [] }));
  expect(suggestions(notes)[0]).toBe("Why was my first rye gummy?");
});

test("no questions from days, indexes, templates or nothing", () => {
  const form = (path: string) => ({ path, title: "City", aliases: [] });
  expect(suggestions(["Templates/City.md", "Meta/_templates/City.md", "City Template.md", "Vorlagen/City.md"].map(form))).toEqual([]);
  expect(suggestions([form("Contemplates/City.md")])).toHaveLength(1);
  expect(suggestions(["2026-01-11 Country loaf", "Start here", "Index", "TODO"].map(note))).toEqual([]);
  expect(suggestions([])).toEqual([]);
  expect(suggestions([note("Salt")])).toEqual(["What do I know about Salt?"]);
});
