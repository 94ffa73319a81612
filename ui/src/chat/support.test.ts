import { expect, test } from "vitest";

import type { CitationMark, Reference, Support } from "../ipc";
import {
  type CheckedMark,
  checkedMarks,
  checkedSentences,
  claimPieces,
  nearestSentence,
  passagePieces,
  passagesAtOdds,
  summaryOf,
  supportName,
  supportWords,
} from "./support";
import { supportSentences } from "./support-sentences";

const mark = (support: Support | null, missing: string[] = [], contradicts: string[] = [], judgedBy: string | null = null): CheckedMark => ({
  start: 0,
  end: 3,
  number: 1,
  support,
  claim: "",
  missing,
  contradicts,
  judgedBy,
  evidence: [],
  nearest: [],
  differing: [],
  sentences: [],
  otherLanguage: false,
  rated: null,
});

test("a mark has what its own sentence lacks", () => {
  // Add 3 g [1]. It rests. [2]
  const citations: CitationMark[] = [
    { start: 8, end: 11, number: 1, support: "unsupported" },
    { start: 23, end: 26, number: 2, support: "weak" },
  ];
  const passage = { text: "Größe: two. Add 2 g." } as Reference["passage"];
  const contradicts = [
    { number: 1, start: 14, end: 22 },
    { number: 2, start: 0, end: 3 },
  ];
  const marks = checkedMarks({
    text: "Add 3 g [1]. It rests. [2]",
    probably: [],
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
  [mark(null), "This citation wasn’t checked."],
  [mark("supported"), null],
  [mark("weak"), "This passage says only part of it."],
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

// B136
test("a citation of a passage in another language says that it wasn't checked", () => {
  // Er ruht. [1] Salt. [2]
  const citations: CitationMark[] = [
    { start: 9, end: 12, number: 1 },
    { start: 19, end: 22, number: 2 },
  ];
  const answer = {
    text: "Er ruht. [1] Salt. [2]",
    probably: [],
    citations,
    checks: [
      { start: 0, end: 12, missing: [], other_language: [1] },
      { start: 13, end: 22, missing: [] },
    ],
    references: [],
  };
  const [other, unchecked] = checkedMarks(answer);
  expect(supportWords(other)).toBe("In another language: not checked.");
  expect(supportName(other)).toBe(", In another language: not checked.");
  expect(supportWords(unchecked)).toBe("This citation wasn’t checked.");
  // Nothing was checked, so "0 of 2 supported" would be a verdict that nobody gave.
  expect(summaryOf(answer, checkedSentences(answer))).toEqual([{ verdict: "unchecked", count: 2 }]);
});

test("a citation's name says how well it is supported", () => {
  expect(supportName(mark("supported"))).toBe(", likely supported");
  expect(supportName(mark("supported", [], [], "qwen3:8b"))).toBe(", likely supported: This passage says that. Judged by qwen3:8b.");
  expect(supportName(mark("weak"))).toBe(", partly supported: This passage says only part of it.");
  expect(supportName(mark("contradicted"))).toBe(", contradicted: This passage says otherwise.");
  expect(supportName(mark(null))).toBe(", not checked: This citation wasn’t checked.");
  expect(supportName(mark("unsupported", ["3 g"]))).toBe(", not supported: “3 g” isn’t in this passage.");
  expect(supportName({ ...mark("supported"), instead_of: { number: 2, support: "unsupported" } })).toBe(", likely supported, corrected by you");
});

/** An answer of four sentences: one is right, one lacks a number, one cites nothing, one is contradicted. */
const answer = () => {
  const text = "Größe zählt [1]. Add 3 g [1]. It keeps for days. It rises [2].";
  const bytes = (part: string) => new TextEncoder().encode(text.slice(0, text.indexOf(part))).length;
  const sentence = (part: string, length: number) => ({ start: bytes(part), end: bytes(part) + length, missing: [] as string[] });
  const cite = (part: string, number: number, support: Support): CitationMark => {
    const start = bytes(part) + part.length;
    return { start, end: start + 3, number, support };
  };
  const passage = (text: string) => ({ text }) as Reference["passage"];
  return {
    text,
    citations: [{ ...cite("zählt ", 1, "supported"), start: 15, end: 18 }, cite("Add 3 g ", 1, "unsupported"), cite("It rises ", 2, "contradicted")],
    checks: [
      { ...sentence("Größe", 19), evidence: [{ number: 1, start: 0, end: 8 }] },
      { ...sentence("Add", 12), missing: ["3"], nearest: [{ number: 1, start: 9, end: 17 }] },
      sentence("It keeps", 18),
      { ...sentence("It rises", 13), contradicts: [{ number: 2, start: 0, end: 16 }], differing: ["rises", "falls", "not"] },
    ],
    probably: [
      { start: bytes("Add"), end: bytes("Add") + 12, number: 2, evidence: [{ number: 2, start: 17, end: 28 }] },
      { start: bytes("It keeps"), end: bytes("It keeps") + 18, number: 2 },
    ],
    references: [
      { number: 1, passage: passage("Größe. Add 2 g.") },
      { number: 2, passage: passage("It falls, often. Take 3 g **now**.") },
    ] as Reference[],
  };
};

test("a sentence is shown beside its passage, with the difference", () => {
  const [first, second, third] = checkedMarks(answer());
  expect(first).toMatchObject({ claim: "Größe zählt.", evidence: ["Größe."], sentences: [{ start: 0, end: 8 }] });
  expect(second).toMatchObject({ claim: "Add 3 g.", nearest: ["Add 2 g."], evidence: [], sentences: [{ start: 9, end: 17 }] });
  expect(third).toMatchObject({ claim: "It rises.", contradicts: ["It falls, often."], sentences: [{ start: 0, end: 16 }] });
  const marked = (pieces: { text: string; differs: boolean }[]) => pieces.map(({ text, differs }) => (differs ? `<${text}>` : text)).join("");
  if (!second || !third) throw new Error("there are three marks");
  expect(marked(claimPieces(second))).toBe("Add <3> g.");
  expect(marked(passagePieces("Add 2 g.", second))).toBe("Add <2> g.");
  const spoon = { ...second, claim: "A teaspoon is about 9 g.", missing: ["9"] };
  expect(marked(passagePieces("It is about 6 g, of flakes only 3 g.", spoon))).toBe("It is about <6> g, of flakes only 3 g.");
  expect(marked(claimPieces(third))).toBe("It <rises>.");
  expect(marked(passagePieces("It falls, often.", third))).toBe("It <falls>, often.");
  const dense = { ...mark("contradicted"), claim: "面团放冰箱。", differing: ["不"] };
  expect(marked(passagePieces("面团不放冰箱。", dense))).toBe("面团<不>放冰箱。");
  const name = { ...mark("unsupported"), claim: "Anna baked.", missing: ["Anna"] };
  expect(marked(passagePieces("In May Tom baked.", name))).toBe("In <May> <Tom> baked.");
});

test("a count that is alone names what it counts", () => {
  expect([supportSentences.count("unchecked", 1, 1), supportSentences.count("unchecked", 1, 2)]).toEqual(["1 sentence not checked", "1 not checked"]);
});

// B73
test("sentences are counted by what the check made of them", () => {
  const given = answer();
  const sentences = checkedSentences(given);
  expect(sentences.map(({ verdict }) => verdict)).toEqual(["supported", "unsupported", "uncited", "contradicted"]);
  expect(sentences.map(({ rather }) => rather?.number ?? null)).toEqual([null, 2, 2, null]);
  expect(sentences[1]?.rather).toMatchObject({ claim: "Add 3 g.", evidence: ["Take 3 g"] });
  expect(summaryOf(given, sentences)).toEqual([
    { verdict: "supported", count: 1 },
    { verdict: "contradicted", count: 1 },
    { verdict: "unsupported", count: 1 },
    { verdict: "uncited", count: 1 },
  ]);
});

test("nothing is counted where nothing was checked, or not every sentence was kept", () => {
  const given = answer();
  const none = { ...given, citations: [], probably: [], checks: [] };
  expect(summaryOf(none, checkedSentences(none))).toBeNull();
  const older = { ...given, checks: given.checks.slice(1) };
  expect(summaryOf(older, checkedSentences(older))).toBeNull();
});

test("passages that say otherwise stand side by side", () => {
  const given = answer();
  const one = { number: 1, start: 9, end: 17 };
  const other = { number: 2, start: 17, end: 28 };
  const checks = given.checks.map((check, at) => (at === 0 ? { ...check, disagreements: [{ one, other, differing: ["2", "3"] }] } : check));
  expect(passagesAtOdds({ ...given, checks })).toMatchObject([
    { spans: [one, other], beside: { claim: "Add 2 g.", contradicts: ["Take 3 g"], differing: ["2", "3"], names: ["1 says", "2 says"] } },
  ]);
  expect(passagesAtOdds(given)).toEqual([]);
});

test("a citation that was put right rests on what was proposed", () => {
  const given = answer();
  const citations = given.citations.map((mark, at) =>
    at === 1 ? { ...mark, number: 2, support: "supported" as const, instead_of: { number: 1, support: "unsupported" as const } } : mark,
  );
  const corrected = { ...given, citations };
  expect(checkedMarks(corrected)[1]).toMatchObject({ missing: [], nearest: [], evidence: ["Take 3 g"], sentences: [{ start: 17, end: 28 }] });
  expect(checkedSentences(corrected)[1]).toMatchObject({ verdict: "supported", corrected: true });
});

// B101
test("an answer that says that the notes don’t tell is shown beside what comes nearest to the question", () => {
  const references = [{ number: 2, passage: { text: "# Rye\n\nRye keeps for a **week**." } }] as Reference[];
  const check = { start: 0, end: 22, missing: [], nearest: [{ number: 2, start: 7, end: 32 }] };
  const untold = { text: "The notes don’t say.", citations: [], checks: [check], probably: [], references };
  expect(nearestSentence(untold)).toEqual({ span: check.nearest[0], text: "Rye keeps for a week." });
  // Beside a sentence that cites something it is part of that sentence's check.
  expect(nearestSentence({ ...untold, citations: [{ start: 5, end: 8, number: 2, support: "unsupported" }] })).toBeNull();
  expect(nearestSentence({ ...untold, references: [] })).toBeNull();
  expect(nearestSentence({ ...untold, checks: [] })).toBeNull();
});
