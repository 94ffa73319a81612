import { expect, test } from "vitest";

import { UnevenRows } from "./uneven-rows";

const keys = Array.from({ length: 1000 }, (_, row) => `row ${row}`);

test("of a thousand rows only those in view are drawn, wherever it is scrolled", () => {
  const rows = new UnevenRows(100);
  rows.lay(keys, () => 50);
  expect(rows.height).toBe(50_000);
  expect(rows.inView(0, 500)).toEqual({ first: 0, end: 13 });
  expect(rows.inView(25_000, 500)).toEqual({ first: 498, end: 513 });
  expect(rows.inView(49_500, 500)).toEqual({ first: 988, end: 1000 });
  expect(rows.inView(90_000, 500)).toEqual({ first: 1000, end: 1000 });
});

test("measured rows move those below them", () => {
  const rows = new UnevenRows(0);
  rows.lay(keys, () => 50);
  expect(rows.measure("row 1", 250)).toBe(true);
  expect(rows.measure("row 1", 250)).toBe(false);
  expect(rows.measure("row 2", 0)).toBe(false);
  rows.lay(keys, () => 50);
  expect([rows.top(1), rows.top(2), rows.height]).toEqual([50, 300, 50_200]);
  expect(rows.inView(100, 100)).toEqual({ first: 1, end: 2 });
});

test("nothing is in view of nothing", () => {
  const rows = new UnevenRows();
  rows.lay([], () => 50);
  expect(rows.inView(0, 500)).toEqual({ first: 0, end: 0 });
});
