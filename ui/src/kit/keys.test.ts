import { expect, test } from "vitest";

import { withKeys } from "./keys";

test.each([
  ["Sidebar (Ctrl+B)", "Sidebar (⌘B)"],
  ["Lesebereich (Strg+Alt+B)", "Lesebereich (⌥⌘B)"],
  ["Choose a model (Ctrl+M)", "Choose a model (⇧⌘M)"],
  ["Back (Alt+←)", "Back (⌘[)"],
  ["Ctrl + and Ctrl − change it anywhere, Ctrl 0 resets it.", "⌘+ and ⌘− change it anywhere, ⌘0 resets it."],
])("on a Mac “%s” has its keys", (said, onMac) => {
  expect(withKeys(said, true)).toBe(onMac);
  expect(withKeys(said, false)).toBe(said);
});
