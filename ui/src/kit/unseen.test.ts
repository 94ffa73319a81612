import { expect, test } from "vitest";

import { partsOf } from "./unseen";

// B90
test.each([
  ["- Salt keeps.\n\tYes", "- Salt keeps.\n\tYes"],
  ["Salt\u{e0073}\u{e0065}", "Salt<U+E0073><U+E0065>"],
  ["a\u202eb\u2066\u001b", "a<U+202E>b<U+2066><U+001B>"],
  ["Sa\u200blt\ufeff\u00ad", "Sa<U+200B>lt<U+FEFF><U+00AD>"],
  ["👩\u200d🍳 ❤\ufe0f می\u200cخواهم", "👩\u200d🍳 ❤\ufe0f می\u200cخواهم"],
  ["a\u200c\u200d\ufe00", "a\u200c<U+200D><U+FE00>"],
  ["a\u{e0100}", "a<U+E0100>"],
  ["rye\u2800\ue000\u{f0000}⡴", "rye<U+2800><U+E000><U+F0000>⡴"],
  ["", ""],
])("what can’t be seen in %j is told apart", (text, expected) => {
  const parts = partsOf(text);
  expect(parts.map(({ text, unseen }) => (unseen ? `<${unseen}>` : text)).join("")).toBe(expected);
  expect(parts.map(({ text }) => text).join("")).toBe(text);
});
