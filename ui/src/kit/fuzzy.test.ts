import { describe, expect, test } from "vitest";

import { best, inOrder, fold, markWords, score, similar } from "./fuzzy";

test.each([
  ["Décret PAIN", "decret pain"],
  ["Straße STRAẞE", "strasse strasse"],
  ["Łódź, Smørrebrød, Œuvre, Ærø", "lodz, smorrebrod, oeuvre, aero"],
  ["Iğdır İSTANBUL", "igdir istanbul"],
  ["Σίσυφος", "σισυφοσ"],
  ["Ёлка", "елка"],
  ["شَـــهْر", "شهر"],
  ["الأسبوع على مدرسة", "الاسبوع علي مدرسه"],
  ["کتاب‌های فارسی", "كتابهاي فارسي"],
  ["שָׁלוֹם", "שלום"],
  ["Ｔｏｋｙｏ ｶﾞｽ", "tokyo カス"],
])("%s compares as %s", (text, expected) => {
  expect(fold(text)).toBe(expected);
});

test("a better fit scores higher", () => {
  const order = ["salt", "salty dough", "the salt", "unsalted", "so a late toast", "rye"];
  const points = order.map((text) => score("salt", text));
  expect(points).toEqual([...points].sort((a, b) => b - a));
  expect(points.at(-1)).toBe(0);
});

test("scattered letters match from the start of a word", () => {
  expect(score("rye", "log/ripe yeast.md")).toBeGreaterThan(0);
  expect(score("rye", "library/ovens.pdf")).toBe(0);
  expect(score("面盐", "做面包的盐")).toBeGreaterThan(0);
});

test("the best come first, and no more than asked", () => {
  const names = ["Rye", "Country loaf", "Ryeberry", "Dry yeast"];
  expect(best("rye", names, (name) => [fold(name)], 2)).toEqual(["Rye", "Ryeberry"]);
  expect(best("", names, (name) => [fold(name)], 3)).toEqual(names.slice(0, 3));
});

test("a misspelt name finds what it may mean", () => {
  expect(similar("Autolise", ["Salt", "Autolyse", "Rye"], (name) => name, 3)).toEqual(["Autolyse"]);
  expect(similar("x", ["Salt"], (name) => name, 3)).toEqual([]);
});

describe("matched words are marked", () => {
  const marked = (text: string, words: string[]) =>
    markWords(text, words)
      .map((piece) => (piece.marked ? `<${piece.text}>` : piece.text))
      .join("");

  test.each([
    ["Salt and more salt", ["salt"], "<Salt> and more <salt>"],
    ["unsalted", ["salt"], "unsalted"],
    ["a slicer, a slice", ["slice"], "a slicer, a <slice>"],
    ["salting", ["salt", "salting"], "<salting>"],
    ["a (salt) b", ["salt"], "a (<salt>) b"],
    ["2+2?", ["2+2?"], "<2+2?>"],
    ["做面包的盐", ["盐"], "做面包的<盐>"],
    ["굵은소금", ["소금"], "굵은<소금>"],
    // Words are marked as the text writes them: in parts, in full width, with invisible characters.
    ["Le cafe\u0301 noir", ["café"], "Le <cafe\u0301> noir"],
    ["une e\u0301tude", ["tude"], "une e\u0301tude"],
    ["in Ｔｏｋｙｏ ２０２０", ["Tokyo", "2020"], "in <Ｔｏｋｙｏ> <２０２０>"],
    ["ｶﾞｽの火", ["ガス"], "<ｶﾞｽ>の火"],
    ["\u1112\u1161\u11ab\u1100\u1173\u11af 책", ["한글"], "<\u1112\u1161\u11ab\u1100\u1173\u11af> 책"],
    ["کتاب\u200cهای تازه", ["کتابهای"], "<کتاب\u200cهای> تازه"],
    ["Kühl\u00adschrank", ["Kühlschrank"], "<Kühl\u00adschrank>"],
    ["مُحَمَّدٌ كتب", ["مُحَمَّدٌ"], "<مُحَمَّدٌ> كتب"],
    ["nothing", [], "nothing"],
    ["", ["a"], ""],
  ])("%s %j", (text, words, expected) => {
    expect(marked(text, words)).toBe(expected);
  });
});

test("names are in the order in which people look for them", () => {
  const names = ["Day 10", "zebra", "Éclair", "day 9", "Apple", "“Quoted”", "éclair 2", "Day 009a", "2 loaves", "10 loaves", "面团"];
  expect(inOrder(names, (name) => name)).toEqual([
    "2 loaves",
    "10 loaves",
    "Apple",
    "day 9",
    "Day 009a",
    "Day 10",
    "Éclair",
    "éclair 2",
    "“Quoted”",
    "zebra",
    "面团",
  ]);
});
