import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, type ComponentProps } from "svelte";
import { expect, test, vi } from "vitest";

import type { AnswerView } from "../ipc";
import { replay } from "../ipc/replay";
import { answerAt, questionAt } from "../ipc/test-conversation";
import Answer from "./Answer.svelte";
import { ChatState } from "./chat.svelte";
import { LiveTurn } from "./live-turn.svelte";
import { answerView, questionView } from "./test-message";
import { surroundings } from "./test-surroundings";

const empty = createRawSnippet(() => ({ render: () => "<span></span>" }));

function show(more: Partial<AnswerView>, turn: LiveTurn | null = null, given: Partial<ComponentProps<typeof Answer>> = {}) {
  const onretry = vi.fn();
  const answer = answerView({ ...more });
  render(Answer, { props: { answer, turn, onretry, onreceipt: vi.fn(), sources: empty, passage: empty, ...given }, context: surroundings().context });
  return { onretry };
}

const coverage = { passages: 5, matching: 39, notes: 12 };

test("the effort of reading all notes is shown before it begins", async () => {
  const onestimate = vi.fn(async () => ({
    notes: 12,
    left: 3,
    passages: 84,
    calls: 4,
    sent: 9400,
    written: 2100,
    seconds: 95,
    cost: { micro_dollars: 42_000, prices_of: "2025-11-24" },
  }));
  const { onretry } = show({ text: "Two.", model: "small", coverage }, null, { onestimate });
  await fireEvent.click(screen.getByTestId("answer-more"));
  await fireEvent.click(screen.getByTestId("read-all"));
  const said = await screen.findByText(/Reads the 12 best of 15 notes in 4 rounds, about 2 minutes\. This answer is kept\./);
  expect(said.parentElement?.textContent).toMatch(
    /At most about \$0\.0420, estimated with prices from 2025-11-24.*About 9,400 tokens to read, at most 2,100 to write/s,
  );
  // The passages that match are counted under the answer; the button counts the notes as the estimate does.
  expect(said.parentElement?.textContent).not.toContain("84");
  expect(screen.getByTestId("read-all").textContent.trim()).toBe("Read all 15 notes");
  expect(onretry).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId("read-all-start"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ all: true });
});

test("why it can't be read is said instead", async () => {
  const onestimate = () => Promise.reject({ code: "doesNotFit", message: "The window is too small.", tried: [] });
  show({ text: "Two.", model: "small", coverage }, null, { onestimate });
  await fireEvent.click(screen.getByTestId("answer-more"));
  await fireEvent.click(screen.getByTestId("read-all"));
  expect(await screen.findByText("The window is too small.")).toBeTruthy();
  expect((screen.getByTestId("read-all-start") as HTMLButtonElement).disabled).toBe(true);
});

test.each<[string, Partial<AnswerView>]>([
  ["nothing more matches", { coverage: { passages: 5, matching: 5, notes: 3 } }],
  ["one note alone matches", { coverage: { passages: 2, matching: 9, notes: 1 } }],
  ["all were read", { coverage, survey: { notes: ["A.md"], read: 1, left: 0, to_come: 0, batches: [] } }],
])("all notes aren't offered where %s", async (_, more) => {
  show({ text: "Two.", model: "small", ...more });
  await fireEvent.click(screen.getByTestId("answer-more"));
  expect(screen.queryByTestId("read-all")).toBeNull();
});

test("while notes are read it is seen how far that is and what was found", () => {
  const turn = new LiveTurn();
  turn.apply({ type: "started", conversation: "c", question: questionView(), answer: "a" });
  const survey = {
    notes: ["Log/A.md", "B.md", "C.md"],
    read: 2,
    left: 0,
    to_come: 1,
    batches: [{ notes: ["Log/A.md", "B.md"], passages: 5, found: "- Two per cent [1]" }],
  };
  turn.apply({ type: "survey", survey });
  show({ state: "streaming", survey }, turn);
  expect(screen.getByTestId("waiting").textContent).toContain("Reading your notes: 2 of 3");
  expect((screen.getByRole("progressbar") as HTMLProgressElement).value).toBe(1);
  expect(screen.getByTestId("batch").textContent).toMatch(/1\. 2 notes: A, B.*- Two per cent \[1\]/s);
});

test("reading that was stopped can be gone on with", async () => {
  const oncontinue = vi.fn();
  const survey = { notes: ["A.md", "B.md"], read: 1, left: 0, to_come: 1, batches: [{ notes: ["A.md"], passages: 3, found: "" }] };
  show({ state: "cancelled", survey }, null, { oncontinue });
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByTestId("survey").textContent).toContain("1 of 2 notes read");
  await fireEvent.click(screen.getByTestId("go-on"));
  expect(oncontinue).toHaveBeenCalledOnce();
});

test("all notes that match are read before the answer, which is a branch of its own", async () => {
  const backend = replay("survey");
  const chat = new ChatState(backend);
  await chat.enterVault("/vault");
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  const question = questionAt(chat.shown.messages, 0);
  const { notes } = await chat.estimate(question);
  expect(notes).toBeGreaterThan(1);
  await chat.retry(question, { all: true });
  expect(backend.asked.at(-1)).toMatchObject({ way: "survey", at: { again: question.id } });
  const answer = answerAt(chat.shown.messages, -1);
  expect(answer.survey).toMatchObject({ read: notes, to_come: 0 });
  expect(answer.branches).toHaveLength(2);
});
