import { describe, expect, test } from "vitest";

import type { TurnView, Failure } from "../ipc";
import { LiveTurn } from "./live-turn.svelte";
import { answerView, questionView } from "./test-message";

const started: TurnView = { type: "started", conversation: "c", question: questionView(), answer: "a" };
const answer = answerView({ text: "Two per cent.", blocks: ["<p>Two per cent.</p>"] });
const error: Failure = { code: { model: "refused" }, message: "Nothing answers.", tried: ["http://localhost"] };

function after(...events: TurnView[]): LiveTurn {
  const turn = new LiveTurn();
  for (const event of events) turn.apply(event);
  return turn;
}

test("a started turn has its question and an answer to be filled", () => {
  const turn = after(started);
  expect(turn.conversation).toBe("c");
  expect(turn.question?.id).toBe("q");
  expect(turn.answer).toMatchObject({ id: "a", author: "assistant", state: "streaming", blocks: [], mode: "notes" });
  expect(turn.ended).toBe(false);
});

test("events before the end change the answer", () => {
  const turn = after(
    started,
    { type: "notice", message: "Meaning search is off." },
    { type: "thinking", text: "Let me " },
    { type: "thinking", text: "see." },
    { type: "references", references: [] },
  );
  expect(turn.answer?.notices).toEqual(["Meaning search is off."]);
  expect(turn.answer?.thinking).toBe("Let me see.");
});

test("a passing refusal is shown until the next event", () => {
  const waiting: TurnView = { type: "waiting", seconds: 3, error };
  expect(after(started, waiting).waiting).toEqual({ seconds: 3, error });
  expect(after(started, waiting, { type: "thinking", text: "Let" }).waiting).toBeNull();
  expect(after(started, waiting, { type: "failed", answer: null, error }).waiting).toBeNull();
});

test("the text left to read is updated until the next event", () => {
  const reading = (tokens: number, seconds: number): TurnView => ({ type: "reading", tokens, seconds });
  expect(after(started, reading(2100, 25), reading(1588, 19)).reading).toEqual({ tokens: 1588, seconds: 19 });
  expect(after(started, reading(2100, 25), { type: "thinking", text: "Let" }).reading).toBeNull();
  expect(after(started, reading(2100, 25), { type: "failed", answer: null, error }).reading).toBeNull();
});

describe("tools", () => {
  const call = { id: "1", name: "read_note", arguments: "{}", state: "running" as const, told: "" };
  const said: TurnView = { type: "blocks", from: 0, blocks: ["<p>Let me see.</p>"] };
  const step: TurnView = { type: "step", step: { said: "Let me see.", calls: [call, { ...call, id: "2" }] } };

  test("each step starts the answer's text again", () => {
    const turn = after(started, said, step, { type: "blocks", from: 0, blocks: ["<p>Two.</p>"] });
    expect(turn.answer?.blocks).toEqual(["<p>Two.</p>"]);
    expect(turn.answer?.steps).toHaveLength(1);
  });

  test("a call that came back takes the place of the one that ran", () => {
    const turn = after(started, step, { type: "called", call: { ...call, id: "2", state: "failed", told: "No." } });
    expect(turn.answer?.steps[0]?.calls.map(({ state, told }) => `${state} ${told}`)).toEqual(["running ", "failed No."]);
    expect(turn.apply({ type: "called", call: { ...call, id: "9" } })).toBe(true);
  });
});

// B30
test("a summary is being made until it is there, or until something else comes", () => {
  const compacting: TurnView = { type: "compacting" };
  expect(after(started, compacting).compacting).toBe(true);
  expect(after(started, compacting, { type: "waiting", seconds: 3, error }).compacting).toBe(true);
  expect(after(started, compacting, { type: "thinking", text: "Let" }).compacting).toBe(false);
  expect(after(started, compacting, { type: "failed", answer: null, error }).compacting).toBe(false);
});

describe("blocks", () => {
  const blocks = (from: number, ...texts: string[]): TurnView => ({ type: "blocks", from, blocks: texts });

  test.each([
    [[blocks(0, "a")], ["a"]],
    [[blocks(0, "a"), blocks(0, "ab")], ["ab"]],
    [
      [blocks(0, "a"), blocks(1, "b", "c")],
      ["a", "b", "c"],
    ],
    [
      [blocks(0, "a", "b", "c"), blocks(1, "B")],
      ["a", "B"],
    ],
    [
      [blocks(0, "a", "b"), blocks(2)],
      ["a", "b"],
    ],
  ])("%j", (events, expected) => {
    expect(after(started, ...events).answer?.blocks).toEqual(expected);
  });
});

// B45
describe("every turn ends once", () => {
  const endings: TurnView[] = [
    { type: "finished", answer },
    { type: "cancelled", answer: { ...answer, state: "cancelled" } },
    { type: "failed", answer: { ...answer, state: "failed", error }, error },
    { type: "failed", answer: null, error },
  ];

  test.each(endings)("$type", (ending) => {
    const turn = after(started, { type: "blocks", from: 0, blocks: ["<p>Two</p>"] });
    expect(turn.apply(ending)).toBe(true);
    expect(turn.ended).toBe(true);
    const before = JSON.stringify(turn.answer);
    for (const late of [...endings, started, { type: "blocks", from: 0, blocks: ["late"] } as TurnView]) {
      expect(turn.apply(late)).toBe(false);
    }
    expect(JSON.stringify(turn.answer)).toBe(before);
  });

  test("a failure without a kept answer keeps the text so far, marked failed", () => {
    const turn = after(started, { type: "blocks", from: 0, blocks: ["<p>Two</p>"] }, { type: "failed", answer: null, error });
    expect(turn.answer).toMatchObject({ state: "failed", blocks: ["<p>Two</p>"], error });
  });

  test("a failure before the start has an error and no answer", () => {
    const turn = after({ type: "failed", answer: null, error });
    expect(turn.answer).toBeNull();
    expect(turn.error).toEqual(error);
  });
});

test("events before the start are not taken", () => {
  expect(after().apply({ type: "thinking", text: "?" })).toBe(false);
});
