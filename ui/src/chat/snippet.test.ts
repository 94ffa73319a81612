import { expect, test } from "vitest";

import { pieces } from "./snippet";

test.each<[string, [number, number][], string]>([
  ["", [], ""],
  ["Salt", [[0, 4]], "<Salt>"],
  [
    "How much salt and rye?",
    [
      [9, 13],
      [18, 21],
    ],
    "How much <salt> and <rye>?",
  ],
  [
    "Größe zählt",
    [
      [0, 7],
      [8, 14],
    ],
    "<Größe> <zählt>",
  ],
  [
    "Salt",
    [
      [0, 4],
      [2, 3],
      [9, 12],
    ],
    "<Salt>",
  ],
])("%j marked at %j", (text, marks, shown) => {
  expect(
    pieces(text, marks)
      .map(({ text, marked }) => (marked ? `<${text}>` : text))
      .join(""),
  ).toBe(shown);
});
