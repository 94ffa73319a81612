import { expect, test } from "vitest";

import { ago, counted, near, percent, percentage, range, roughly, short } from "./figures";
import { writeIn } from "./language";

// B28
test("a share of nothing is 0, not NaN", () => {
  expect(percent(5, 0)).toBe(0);
  expect(percent(0, 0)).toBe(0);
  expect(percent(1, 4)).toBe(25);
});

test.each([
  [0, "0%", "0 %"],
  [0.3, "<1%", "<1 %"],
  [12.4, "12%", "12 %"],
  [120, "120%", "120 %"],
] as const)("a share of %d is written as the language does", (share, english, german) => {
  expect(percentage(share)).toBe(english);
  writeIn("de");
  expect(percentage(share).replaceAll("\u00a0", " ")).toBe(german);
  writeIn("en");
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

test.each([
  [1, "1 second", "1 Sekunde"],
  [14, "14 seconds", "14 Sekunden"],
  [38, "40 seconds", "40 Sekunden"],
  [59, "1 minute", "1 Minute"],
  [140, "2 minutes", "2 Minuten"],
] as const)("an estimate of %d seconds is said in words, no more exact than it is", (seconds, english, german) => {
  expect(roughly(seconds)).toBe(english);
  writeIn("de");
  expect(roughly(seconds)).toBe(german);
  writeIn("en");
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

test.each([
  [new Date(2026, 3, 11, 9, 29, 40), "just now"],
  [new Date(2026, 3, 11, 9, 30, 20), "just now"],
  [new Date(2026, 3, 11, 9, 29, 0), "1 minute ago"],
  [new Date(2026, 3, 11, 8, 31, 0), "59 minutes ago"],
  [new Date(2026, 3, 11, 0, 5, 0), "today, 00:05"],
  [new Date(2026, 3, 10, 23, 55, 0), "yesterday, 23:55"],
  [new Date(2026, 3, 6, 14, 2, 0), "Monday, 14:02"],
  [new Date(2026, 3, 4, 14, 2, 0), "4 April"],
  [new Date(2024, 2, 2, 14, 2, 0), "2 March 2024"],
])("%s is %s", (then, expected) => {
  expect(near(then.toISOString(), new Date(2026, 3, 11, 9, 30, 0))).toBe(expected);
});

test("no date is no word", () => {
  expect(near("no date", new Date())).toBe("");
});

test.each([
  ["2026-03-09", "2026-03-15", "9–15 March 2026", "9.–15. März 2026"],
  ["2026-03-19", "2026-03-19", "19 March 2026", "19. März 2026"],
  ["2026-02-01", "2026-02-28", "February 2026", "Februar 2026"],
  ["2025-01-01", "2025-12-31", "2025", "2025"],
  ["2025-12-29", "2026-01-04", "29 December 2025–4 January 2026", "29. Dezember 2025–4. Januar 2026"],
] as const)("the days from %s to %s are a range in words", (first, last, english, german) => {
  // The spaces around the dash differ between versions of the tables behind `Intl`.
  const plain = (text: string) => text.replace(/\s*–\s*/, "–");
  expect(plain(range(first, last))).toBe(english);
  writeIn("de");
  expect(plain(range(first, last))).toBe(german);
  writeIn("en");
});

test("a range may have one end", () => {
  expect(range("2026-03-01", "2026-03-31", true)).toMatch(/^1\s*–\s*31 March 2026$/);
  expect(range("2026-03-01", null)).toBe("since 1 March 2026");
  expect(range(null, "2026-02-28")).toBe("until 28 February 2026");
});
