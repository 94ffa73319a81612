import { expect, test } from "vitest";

import { readPreferences } from "./preferences";

test("preferences are read as they were kept", () => {
  const kept = {
    panes: { side: 300, reader: 500, sideOpen: true, readerOpen: false },
    tab: "context",
    search: "words",
    appearance: { theme: "dark", size: 125, width: "wide", language: "de" },
  };
  expect(readPreferences(kept)).toEqual(kept);
});

test("invalid values of an appearance get their defaults", () => {
  const kept = { appearance: { theme: "dark", size: 3, width: "endless", language: "tlh" } };
  expect(readPreferences(kept)).toEqual({ appearance: { theme: "dark", size: 100, width: "normal", language: "system" } });
});

test.each([
  [{}],
  [{ panes: null, tab: 1, search: [] }],
  [{ panes: { side: "wide", reader: 500 }, tab: "elsewhere", search: "guess", more: true }],
  [{ panes: { side: -1, reader: 1e9 } }],
])("%j says nothing", (kept) => {
  expect(readPreferences(kept)).toEqual({});
});
