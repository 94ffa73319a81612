import { describe, expect, test } from "vitest";

import { asMarkdown, isGrouped, isNumeric, nextSorting, numberIn, sorted, tokensOf, type RecordRow } from "./records";

const rows = (...values: string[]): RecordRow[] => values.map((value, at) => ({ path: `${at}.md`, line: 1, values: [value] }));
const order = (direction: "ascending" | "descending", ...values: string[]) =>
  sorted(rows(...values), { column: 0, direction }).map(({ values: [value] }) => value);

describe("a column is sorted", () => {
  test("by number, also with units and separators", () => {
    expect(order("ascending", "10", "9.5", "-3", "1,234")).toEqual(["-3", "9.5", "10", "1,234"]);
    expect(order("descending", "€ 3.20", "1.234,50 €", "12 €")).toEqual(["1.234,50 €", "12 €", "€ 3.20"]);
    expect(order("ascending", "1:02:30", "6:30", "30 min")).toEqual(["6:30", "30 min", "1:02:30"]);
  });

  test("by date, whatever its form", () => {
    expect(order("ascending", "2026-03-01", "2025-12-31", "2.1.2026", "2026-03-01 08:00")).toEqual([
      "2025-12-31",
      "2.1.2026",
      "2026-03-01",
      "2026-03-01 08:00",
    ]);
  });

  test("by letters, without case, and numbers in a text by their size", () => {
    expect(order("ascending", "Week 10", "rye", "Äpfel", "week 9")).toEqual(["Äpfel", "rye", "week 9", "Week 10"]);
  });

  test("with empty values at the end in both directions", () => {
    expect(order("ascending", "", "b", "a")).toEqual(["a", "b", ""]);
    expect(order("descending", "", "b", "a")).toEqual(["b", "a", ""]);
  });

  test("in its own order again at the third click", () => {
    const first = nextSorting(null, 1);
    expect(first).toEqual({ column: 1, direction: "ascending" });
    const second = nextSorting(first, 1);
    expect(second).toEqual({ column: 1, direction: "descending" });
    expect(nextSorting(second, 1)).toBeNull();
    expect(nextSorting(second, 0)).toEqual({ column: 0, direction: "ascending" });
  });
});

test.each([
  ["7", 7],
  ["-3", -3],
  ["7,5", 7.5],
  ["84,000", 84_000],
  ["-€3", -3],
  ["7/10", 7],
  ["★★★☆☆", 3],
  ["85%", 85],
  ["2026-11-17", null],
  ["v1.2.3-a", null],
  ["", null],
])("the number in %j is %j", (text, number) => {
  expect(numberIn(text)).toBe(number);
});

test("a column of numbers is known by its values, and dates are none", () => {
  expect(isNumeric({ rows: rows("1", "", "2.5 km") }, 0)).toBe(true);
  expect(isNumeric({ rows: rows("1", "one") }, 0)).toBe(false);
  expect(isNumeric({ rows: rows("1.2.2026") }, 0)).toBe(false);
  expect(isNumeric({ rows: rows("") }, 0)).toBe(false);
});

test("as Markdown, a cell stays in its cell", () => {
  expect(asMarkdown({ columns: ["Note", "A|B"] }, [{ path: "a.md", line: 1, values: ["One\ntwo", "x|y\\|z"] }])).toBe(
    "| Note | A\\|B |\n| --- | --- |\n| One two | x\\|y\\\\\\|z |\n",
  );
});

test("a query's words are split outside quotes and brackets", () => {
  expect(tokensOf('status=open  -tag:"two words" links:[[Country loaf]] "a b" „c d“ rating>=4 ')).toEqual([
    "status=open",
    '-tag:"two words"',
    "links:[[Country loaf]]",
    '"a b"',
    "„c d“",
    "rating>=4",
  ]);
  expect(tokensOf("")).toEqual([]);
  expect(isGrouped({ query: "has:€ group:shop" })).toBe(true);
  expect(isGrouped({ query: '"in group:shop"' })).toBe(false);
});
