import { expect, test } from "vitest";

import { ago, counted, percent, short } from "./figures";

// B28
test("a share of nothing is 0, not NaN", () => {
  expect(percent(5, 0)).toBe(0);
  expect(percent(0, 0)).toBe(0);
  expect(percent(1, 4)).toBe(25);
});

test.each([
  [512, "512"],
  [8192, "8k"],
  [32768, "32k"],
  [131072, "128k"],
  [128000, "125k"],
  [4500, "4.5k"],
  [1_000_000, "1M"],
])("a window of %d tokens is %s", (tokens, expected) => {
  expect(short(tokens)).toBe(expected);
});

test("one note, two notes", () => {
  expect(counted(1, "note")).toBe("1 note");
  expect(counted(12345, "note")).toBe("12,345 notes");
});

test.each([
  ["2026-04-11T09:29:40Z", "now"],
  ["2026-04-11T09:00:00Z", "30 min"],
  ["2026-04-11T04:30:00Z", "5 h"],
  ["2026-04-08T09:30:00Z", "3 d"],
  ["2026-03-02T09:30:00Z", "2 Mar"],
  ["2024-03-02T09:30:00Z", "2 Mar 2024"],
  ["no date", ""],
])("%s was %s", (then, expected) => {
  expect(ago(then, new Date("2026-04-11T09:30:00Z"))).toBe(expected);
});
