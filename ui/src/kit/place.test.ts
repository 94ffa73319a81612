import { expect, test } from "vitest";

import { mentionedIn, placesBelow } from "./place";

// B91
test("a passage of a file names its page, a passage of a note its headings", () => {
  const check = (part: { unit: "page" | "sheet"; number: number; name?: string } | undefined, headings: string[], expected: string[]) => {
    expect(placesBelow({ title: "Rye", passage: { heading_path: headings, ...(part ? { part } : {}) } })).toEqual(expected);
  };
  check(undefined, ["Rye", "Crust"], ["Crust"]);
  check({ unit: "page", number: 3 }, [], ["page 3"]);
  check({ unit: "sheet", number: 1, name: "Sales" }, ["Totals"], ["sheet 1 (Sales)", "Totals"]);
  expect(placesBelow({ title: "Rye", passage: null })).toEqual([]);
});

test.each([
  ["Mentions salt", ["salt"]],
  ["Mentions salt, rye and dough", ["salt", "rye", "dough"]],
  ["Nennt Salz und Roggen", ["Salz", "Roggen"]],
  ["Very close in meaning", []],
])("the words of the question are read from “%s”", (reason, expected) => {
  expect(mentionedIn(reason)).toEqual(expected);
});
