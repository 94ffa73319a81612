import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test, vi } from "vitest";

import type { AnswerView } from "../ipc";
import { reference } from "../ipc/test-reference";
import Answer from "./Answer.svelte";
import { answerView } from "./test-message";
import { surroundings } from "./test-surroundings";

const empty = createRawSnippet(() => ({ render: () => "<span></span>" }));

function show(more: Partial<AnswerView>) {
  const calls = { onretry: vi.fn(), onreceipt: vi.fn(), onbranch: vi.fn() };
  render(Answer, { props: { answer: answerView({ ...more }), ...calls, sources: empty, passage: empty }, context: surroundings().context });
  return calls;
}

const openMore = () => fireEvent.click(screen.getByTestId("answer-more"));

test("an answer can be asked for again, and its branches walked", async () => {
  const { onretry, onbranch } = show({ text: "Two.", branches: ["a", "b"] });
  await openMore();
  await fireEvent.click(screen.getByTestId("again"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ passagesOnly: false });
  await fireEvent.click(screen.getByTestId("branch-after"));
  expect(onbranch).toHaveBeenCalledExactlyOnceWith("b");
});

test("an answer says when it was made and what it took, and by whom that was counted", async () => {
  const { onreceipt } = show({ text: "Two.", model: "small", tokens: { question: 12, sent: 2100, tools: 340, answer: 240, calls: 2, reported: true } });
  await openMore();
  expect(screen.getByTestId("answer-time").textContent).toContain("11 April 2026");
  const figure = screen.getByTestId("answer-tokens");
  expect(figure.textContent).toBe("2,100 tokens");
  await fireEvent.click(figure);
  const detail = screen.getByTestId("answer-tokens-detail");
  expect(detail.textContent?.replace(/\s+/g, " ")).toContain("Your question 12Sent in 2 calls 2,100Tools and their results 340Answer 240");
  expect(detail.textContent).toContain("Counted by the model’s server");
  await fireEvent.click(detail.querySelector("button") as HTMLElement);
  expect(onreceipt).toHaveBeenCalledOnce();
});

test("one line is under an answer, and the rest behind More", async () => {
  show({ text: "Two.", model: "small", has_receipt: true });
  const others = ["keep-as-note", "remember", "again", "show-receipt", "answer-time"];
  expect(others.filter((id) => screen.queryByTestId(id))).toEqual([]);
  await openMore();
  expect(others.filter((id) => !screen.queryByTestId(id))).toEqual([]);
  expect(screen.getByTestId("answer-more").getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByTestId("answer-more-panel").id).toBe(screen.getByTestId("answer-more").getAttribute("aria-controls"));
  await openMore();
  expect(others.filter((id) => screen.queryByTestId(id))).toEqual([]);
});

test("the app's own count is called an estimate", async () => {
  show({ text: "Two.", tokens: { question: 12, sent: 100, tools: 0, answer: 20, calls: 1, reported: false } });
  await openMore();
  expect(screen.getByTestId("answer-tokens").textContent).toBe("≈ 100 tokens");
});

test("an answer can be asked for again looking elsewhere, from a menu", async () => {
  const { onretry } = show({ text: "Two.", model: "small", mode: "notes" });
  await openMore();
  await fireEvent.click(screen.getByTestId("again-otherwise"));
  expect(screen.queryByTestId("again-mode-notes")).toBeNull();
  await fireEvent.click(screen.getByTestId("again-mode-none"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ mode: "none" });
  expect(screen.queryByRole("menu")).toBeNull();
});

test("an answer is copied in the form that is chosen", async () => {
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  show({
    text: "Two [1].",
    citations: [{ start: 4, end: 7, number: 1, support: null }],
    references: [reference("Salt.md", { number: 1, passage: null, title: "Salt", wikilink: "[[Salt]]" })],
  });
  await fireEvent.click(screen.getByTestId("copy"));
  expect(writeText).toHaveBeenLastCalledWith("Two [^1].\n\n[^1]: Salt (Salt.md)");
  await fireEvent.click(screen.getByTestId("copy-otherwise"));
  await fireEvent.click(screen.getByTestId("copy-links"));
  expect(writeText).toHaveBeenLastCalledWith("Two ([[Salt]]).");
});
