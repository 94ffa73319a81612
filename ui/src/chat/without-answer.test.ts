import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";

import type { AnswerView, Failure } from "../ipc";
import { passage as passageOf } from "../ipc/test-reference";
import { chip, reference, show } from "./test-answer";
import { chosenModel, offered } from "./test-surroundings";

test("where nothing supports an answer the model can be asked without notes", async () => {
  const { onretry } = show({ text: "No note supports this.", state: "complete", model: null });
  await fireEvent.click(screen.getByTestId("without-notes"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ mode: "none" });
});

test("also where a model said no more than that the notes don't tell", async () => {
  const check = { start: 0, end: 22, support: "unsupported" as const, missing: [], evidence: [], contradicts: [], nearest: [{ number: 1, start: 0, end: 13 }] };
  const { onretry } = show({
    text: "The notes don’t say.",
    state: "complete",
    model: "small",
    checks: [check as never],
    references: [reference(1, { state: "used" })],
  });
  await fireEvent.click(screen.getByTestId("without-notes"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ mode: "none" });
});

test("where a model abstains, the closest sentence is marked, and its passage comes first", async () => {
  const texts = ["Rye is sticky.", "Bread is old.", "Wet dough.", "Knead it. **Two** per cent of salt. Rest."];
  const references = texts.map((text, at) => reference(at + 1, { state: "used", passage: passageOf(text, { start: 1, end: 1 }) }));
  const check = { start: 0, end: 22, missing: [], evidence: [], contradicts: [], nearest: [{ number: 4, start: 10, end: 35 }] };
  const { links } = show({ text: "The notes don’t say.", model: "small", checks: [check as never], references });
  const listed = screen.getAllByTestId("sent-passage");
  expect(listed.map((one) => texts.findIndex((text) => one.textContent?.includes(text.slice(0, 6))))).toEqual([3, 0, 1]);
  expect(screen.getByTestId("nearest").textContent).toBe("Closest sentence to your question:Two per cent of salt.");
  await fireEvent.click(listed[0] as Element);
  expect(links.reference).toHaveBeenCalledExactlyOnceWith(references[3], "a", check.nearest);
  await fireEvent.click(listed[1] as Element);
  expect(links.reference).toHaveBeenLastCalledWith(references[0], "a", []);
});

const abstaining: Partial<AnswerView> = {
  text: "The notes don't say.",
  blocks: ["<p>The notes don't say.</p>"],
  abstains: true,
  model: "small",
  references: [reference(1, { state: "used" }), reference(2, { state: "used" }), reference(3, { state: "considered" })],
};

test.each<[string, Partial<AnswerView>, string]>([
  ["counts the passages that were read", {}, "I couldn’t find an answer in the 2 closest passages."],
  ["names a single one", { references: [reference(1, { state: "used" })] }, "I couldn’t find an answer in the closest passage."],
  ["leaves the model's words where it read none", { references: [] }, "The notes don't say."],
  ["leaves an answer that says more", { abstains: false }, "The notes don't say."],
])("where a model only abstains, the window %s", (_, more, expected) => {
  show({ ...abstaining, ...more });
  expect(document.querySelector(".prose")?.textContent.trim()).toBe(expected);
});

test("where a model only abstains, the closest passages are below, also without a closest sentence", () => {
  show(abstaining);
  expect(screen.getAllByTestId("sent-passage")).toHaveLength(2);
});

describe("a question without a model", () => {
  const error: Failure = { code: "noModel", message: "No model was found on this computer.", tried: ["http://127.0.0.1:11434: refused"] };
  const references = [reference(1, { state: "considered" }), reference(2, { state: "considered" })];
  const unanswered: Partial<AnswerView> = { state: "failed", error, references };

  test("is answered by its passages, without a failure, under a line that offers a model", async () => {
    const { models, links } = show(unanswered);
    expect(screen.queryByTestId("failure-card")).toBeNull();
    expect(screen.getByTestId("no-model-answer").textContent).toMatch(/No model answered this\..*Passages that match your question/s);
    const [first, second] = screen.getAllByTestId("sent-passage");
    expect(second).toBeTruthy();
    await fireEvent.click(first as Element);
    expect(links.reference).toHaveBeenCalledOnce();
    await fireEvent.click(screen.getByTestId("choose-model"));
    expect(models.choose).toHaveBeenCalledOnce();
  });

  test("marks the words of the question in each passage, and has no empty text above", () => {
    const found = references.map((one) => ({ ...one, match_reason: "Mentions Two and cent · close in meaning" }));
    const checks = [{ start: 0, end: 0, missing: [], nearest: [{ number: 2, start: 0, end: 13 }] }];
    show({ ...unanswered, references: found, checks: checks as never, blocks: ['<p><span data-check="0"></span></p>'] });
    const marked = screen.getAllByTestId("sent-passage").map((row) => [...row.querySelectorAll("mark")].map(({ textContent }) => textContent));
    expect(marked).toEqual([
      ["Two", "cent"],
      ["Two", "cent"],
    ]);
    expect(document.querySelector(".prose")).toBeNull();
  });

  test("offers the model that fits, with its size", () => {
    const offer = offered();
    show(unanswered, null, { offer });
    const get = screen.getByTestId("get-offered");
    expect(get.textContent).toBe("Get Qwen3.5 2B (1.3 GB)");
    get.click();
    expect(offer.get).toHaveBeenCalledOnce();
  });

  test("is asked again once there is a model", async () => {
    const { onretry } = show(unanswered, null, { offer: offered(), chosen: chosenModel() });
    expect(screen.queryByTestId("get-offered")).toBeNull();
    expect(screen.getByTestId("retry").textContent).toBe("Answer with llama3.2:3b");
    await fireEvent.click(screen.getByTestId("retry"));
    expect(onretry).toHaveBeenCalledExactlyOnceWith();
  });

  // B127
  test("has the line of its time, without an offer to read every day", () => {
    const period = { first: "2026-03-09", last: "2026-03-15", days: 7, sent: 7, in_part: true };
    show({ ...unanswered, coverage: { passages: 0, matching: 0, notes: 0, period } });
    expect(screen.getByTestId("period").textContent).toMatch(/[^f] 7 days with notes/);
    expect(screen.queryByTestId("read-days")).toBeNull();
  });

  test("says only that no model answered where nothing was found", () => {
    show({ ...unanswered, references: [] });
    expect(screen.getByText("No model answered this.")).toBeTruthy();
    expect(screen.queryByTestId("sent-passages")).toBeNull();
  });
});

// B47
describe("a server that doesn't answer", () => {
  const message = "http://10.0.0.7:11434 refused the connection: no server runs there.";
  const error: Failure = { code: { model: "refused" }, message, tried: [] };
  const unanswered: Partial<AnswerView> = { state: "failed", error, references: [reference(1), reference(2)] };

  test("leaves the passages as the answer, under what happened and its address, with Retry and help", async () => {
    const { onretry, links } = show(unanswered, null, { chosen: chosenModel() });
    const answer = screen.getByTestId("no-model-answer");
    expect(answer.textContent.split("refused the connection")).toHaveLength(2);
    expect([...answer.querySelectorAll("p")].slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      "Marginalia can’t reach the model. Is it running?",
      message,
    ]);
    expect(screen.queryByTestId("failure-card")).toBeNull();
    expect(answer.querySelector("details")).toBeNull();
    expect(screen.getAllByTestId("sent-passage")).toHaveLength(2);
    await fireEvent.click(screen.getByTestId("retry"));
    expect(onretry).toHaveBeenCalledExactlyOnceWith();
    await fireEvent.click(screen.getByTestId("failure-help"));
    expect(links.help).toHaveBeenCalledExactlyOnceWith("refused");
  });

  test("shows the attempts on demand where they say more than the line", () => {
    const tried = ["10.0.0.7: refused", "10.0.0.8: refused"];
    show({ ...unanswered, error: { ...error, tried } });
    const details = screen.getByTestId("no-model-answer").querySelector("details");
    expect(details?.open).toBe(false);
    expect([...(details?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent)).toEqual(tried);
  });

  test.each<[string, Partial<AnswerView>]>([
    ["broke off in the middle of the answer", { text: "Two per" }],
    ["rejected the key", { error: { code: { model: "unauthorized" }, message: "The key is wrong.", tried: [] } }],
    ["was to read many notes", { survey: { notes: [], read: 0, batches: [], to_come: 2 } as never }],
  ])("is a failure where it %s", (_, more) => {
    show({ ...unanswered, ...more });
    expect(screen.queryByTestId("no-model-answer")).toBeNull();
    expect(screen.getByTestId("failure-card")).toBeTruthy();
  });
});

test("passages only are listed in the column, and what wasn’t chosen isn’t", async () => {
  const chips = [1, 2].map((number) => chip(number)).join(" ");
  const references = [reference(1), reference(2), reference(3, { state: "considered" })];
  const { links } = show({
    text: "These passages match best: [1] [2]",
    blocks: [`<p>These passages match best: ${chips}</p>`],
    references,
    passages_only: true,
  });
  const listed = screen.getAllByTestId("sent-passage");
  expect(listed).toHaveLength(2);
  expect(screen.queryByTestId("chip")).toBeNull();
  await fireEvent.click(listed[1] as Element);
  expect(links.reference).toHaveBeenCalledExactlyOnceWith(references[1], "a", []);
});

test("an answer of passages says if none match", () => {
  show({ text: "No passage matches.", blocks: ["<p>No passage matches.</p>"], passages_only: true });
  expect(screen.getByText("No passage matches.")).toBeTruthy();
  expect(screen.queryByTestId("sent-passages")).toBeNull();
});

// B123
test("a model that says the notes don't tell shows what was searched for", () => {
  const searched_for = { words: ["football"] };
  show({ text: "The notes don’t say.", state: "complete", model: "small", references: [reference(1)], searched_for });
  expect(screen.getByTestId("searched-for").textContent).toContain("football");
  expect(screen.getAllByTestId("sent-passage")).toHaveLength(1);
});

test.each<[string, Partial<AnswerView>]>([
  ["a model answered", { model: "small" }],
  ["passages were wanted", { passages_only: true }],
  ["it came from a file", { imported: true }],
])("not where %s", (_, more) => {
  show({ text: "Two.", state: "complete", ...more });
  expect(screen.queryByTestId("without-notes")).toBeNull();
});
