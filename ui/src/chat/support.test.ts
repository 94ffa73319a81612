import { expect, test } from "vitest";

import type { CitationMark, Reference, Support } from "../ipc";
import { type CheckedMark, checkedMarks, supportName, supportWords } from "./support";

const mark = (support: Support | null, missing: string[] = [], contradicts: string[] = [], judgedBy: string | null = null): CheckedMark => ({
  start: 0,
  end: 3,
  number: 1,
  support,
  missing,
  contradicts,
  judgedBy,
});

test("a mark has what its own sentence lacks", () => {
  // Add 3 g [1]. It rests. [2]
  const citations: CitationMark[] = [
    { start: 8, end: 11, number: 1, support: "unsupported" },
    { start: 23, end: 26, number: 2, support: "weak" },
  ];
  const passage = { text: "Größe: two. Add 2 g." } as Reference["passage"];
  const contradicts = [{ number: 1, start: 14, end: 22 }, { number: 2, start: 0, end: 3 }];
  const marks = checkedMarks({
    citations,
    checks: [{ start: 0, end: 12, missing: ["3 g"], evidence: [], contradicts, judged_by: "qwen3:8b" }],
    references: [{ number: 1, passage } as Reference],
  });
  expect(marks.map(({ number, missing, contradicts, judgedBy }) => [number, missing, contradicts, judgedBy])).toEqual([
    [1, ["3 g"], ["Add 2 g."], "qwen3:8b"],
    [2, [], [], null],
  ]);
});

test.each<[CheckedMark | undefined, string | null]>([
  [undefined, null],
  [mark(null), "Whether this passage says that wasn’t checked."],
  [mark("supported"), null],
  [mark("weak"), "This passage says only some of it."],
  [mark("unsupported"), "This passage doesn’t say that."],
  [mark("contradicted"), "This passage says otherwise."],
  [mark("contradicted", [], ["It falls."]), "This passage says otherwise: “It falls.”"],
  [mark("supported", [], [], "qwen3:8b"), "This passage says that. Judged by qwen3:8b."],
  [mark("unsupported", [], [], "qwen3:8b"), "This passage doesn’t say that. Judged by qwen3:8b."],
  [mark("unsupported", ["3 g"]), "“3 g” isn’t in this passage."],
  [mark("weak", ["two"]), "“two” isn’t in this passage."],
  [mark("unsupported", ["3 g", "“overnight”"]), "“3 g” and “overnight” aren’t in this passage."],
  [mark("unsupported", ["3 g", "May 4", "Anna"]), "“3 g”, “May 4”, and “Anna” aren’t in this passage."],
])("%j", (given, expected) => {
  expect(supportWords(given)).toBe(expected);
});

test("a citation's name says how well it is supported", () => {
  expect(supportName(mark("supported"))).toBe("");
  expect(supportName(mark("supported", [], [], "qwen3:8b"))).toBe(". Supported: This passage says that. Judged by qwen3:8b.");
  expect(supportName(mark("weak"))).toBe(". Weakly supported: This passage says only some of it.");
  expect(supportName(mark("contradicted"))).toBe(". Contradicted: This passage says otherwise.");
  expect(supportName(mark(null))).toBe(". Not checked: Whether this passage says that wasn’t checked.");
  expect(supportName(mark("unsupported", ["3 g"]))).toBe(". Not supported: “3 g” isn’t in this passage.");
});
