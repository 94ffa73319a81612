import { expect, test } from "vitest";

import type { WireMark } from "../ipc";
import { supportName, supportWords } from "./support";

const mark = (support: WireMark["support"], missing: string[] = []): WireMark => ({ number: 1, support, missing });

test.each<[WireMark | undefined, string | null]>([
  [undefined, null],
  [mark(null), null],
  [mark("supported"), null],
  [mark("weak"), "This passage says only some of it."],
  [mark("unsupported"), "This passage doesn’t say that."],
  [mark("unsupported", ["3 g"]), "“3 g” isn’t in this passage."],
  [mark("weak", ["two"]), "“two” isn’t in this passage."],
  [mark("unsupported", ["3 g", "“overnight”"]), "“3 g” and “overnight” aren’t in this passage."],
  [mark("unsupported", ["3 g", "May 4", "Anna"]), "“3 g”, “May 4”, and “Anna” aren’t in this passage."],
])("%j", (given, expected) => {
  expect(supportWords(given)).toBe(expected);
});

test("a citation's name says how well it is supported", () => {
  expect(supportName(mark("supported"))).toBe("");
  expect(supportName(mark("weak"))).toBe(". Weakly supported: This passage says only some of it.");
  expect(supportName(mark("unsupported", ["3 g"]))).toBe(". Not supported: “3 g” isn’t in this passage.");
});
