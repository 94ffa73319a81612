import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, type ComponentProps } from "svelte";
import { expect, test, vi } from "vitest";

import type { AnswerView, Work } from "../ipc";
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
  const props = { answer, turn, onretry, onreceipt: vi.fn(), sources: empty, passage: empty, ...given };
  return { onretry, ...render(Answer, { props, context: surroundings().context }) };
}

const work = (more: Partial<Work> = {}): Work => ({
  steps: [
    { task: "How much salt", state: "done", found: "- Two per cent [1]", first_round: 0, rounds: 1 },
    { task: "How rye behaves", state: "running", found: "", first_round: 1, rounds: 0 },
    { task: "Which tin", state: "waiting", found: "", first_round: 0, rounds: 0 },
  ],
  stage: "working",
  limits: { steps: 6, calls: 30, tokens: 200_000, minutes: 15 },
  spent: { calls: 4, tokens: 5_200, seconds: 65 },
  limit: null,
  open: [],
  ...more,
});

const call = (id: string) => ({ id, name: "read_note", arguments: '{"note":"Rye"}', state: "done" as const, told: "" });

// B84
test("the plan, what each step found and what it may take are seen while it works", () => {
  const turn = new LiveTurn();
  turn.apply({ type: "started", conversation: "c", question: questionView(), answer: "a" });
  const steps = [
    { said: "", calls: [call("1")] },
    { said: "", calls: [call("2")] },
  ];
  show({ state: "streaming", work: work(), steps, blocks: ["<p>It is sticky</p>"] }, turn);
  const shown = screen.getAllByTestId("work-step");
  expect(shown.map((step) => step.dataset.state)).toEqual(["done", "running", "waiting"]);
  expect(shown[0]?.textContent).toMatch(/- Two per cent\s*$/);
  // What is being noted stands in its step, and no answer does yet.
  expect(shown[1]?.textContent).toContain("It is sticky");
  expect(shown[1]?.getAttribute("aria-current")).toBe("step");
  expect(shown.map((step) => step.querySelectorAll("[data-testid=step]").length)).toEqual([1, 1, 0]);
  expect(screen.getByTestId("work").textContent).toMatch(/Step 2 of 3.*1:05 of 15:00, 4 of 30 calls, 5,200 of 200,000 tokens/s);
});

// B84
test("a report folds the steps and says what ended them and what is open", async () => {
  const { rerender } = show({ state: "streaming", work: work() });
  const folded = () => !(screen.getByTestId("work").querySelector("details")?.open ?? true);
  expect(folded()).toBe(false);
  const done = work({ stage: "reporting", limit: "calls", open: ["Which tin"] });
  await rerender({ answer: answerView({ text: "Two.", blocks: ["<p>Two.</p>"], work: done }) });
  expect(folded()).toBe(true);
  expect(screen.getByTestId("work").textContent).toContain("1 of 3 steps done");
  expect(screen.queryByTestId("work-spent")).toBeNull();
  expect(screen.getByTestId("work-limit").textContent).toContain("Stopped at the call limit");
  expect(screen.getByTestId("work-open").textContent).toContain("Which tin");
});

test("without a plan there are no steps to see", () => {
  show({ text: "Two.", blocks: ["<p>Two.</p>"], work: work({ steps: [], stage: "reporting" }), steps: [{ said: "", calls: [call("1")] }] });
  expect(screen.queryByTestId("work")).toBeNull();
  expect(screen.getAllByTestId("step")).toHaveLength(1);
});

// B84
test("work that was stopped can be gone on with", async () => {
  const oncontinue = vi.fn();
  show({ state: "cancelled", work: work() }, null, { oncontinue });
  await fireEvent.click(screen.getByTestId("go-on"));
  expect(oncontinue).toHaveBeenCalledOnce();
});

// B84
test("a remark during work goes into the next step and is shown before it; later ones wait as a question", async () => {
  const backend = replay("work");
  const chat = new ChatState(backend);
  await chat.enterVault("/vault");
  chat.composer.write({ text: "How much salt?", work: true });
  const asked = chat.send();
  await vi.waitFor(() => expect(chat.shown.takesRemarks).toBe(true));
  expect(backend.asked.at(-1)).toMatchObject({ way: "work" });
  // It was for this question alone.
  expect(chat.composer.draft.work).toBe(false);
  chat.composer.write({ text: "Only rye" });
  await chat.send();
  expect(chat.shown.queued).toHaveLength(0);
  expect(chat.composer.draft.text).toBe("");
  const [remark] = chat.shown.turn?.answer?.remarks ?? [];
  expect(remark?.text).toBe("Only rye");
  await vi.waitFor(() => expect(chat.shown.takesRemarks).toBe(false));
  if (chat.shown.streaming) {
    chat.composer.write({ text: "And wheat?" });
    await chat.send();
    expect(chat.shown.queued.length + backend.asked.length).toBeGreaterThan(1);
  }
  await asked;
  expect(answerAt(chat.shown.messages, 1).work).toMatchObject({ stage: "reporting" });
});

/** Work that is under way in a conversation, with what is said to it held back until it is let go. */
async function saying(text: string, remark: "taken" | "tooLate") {
  const backend = replay("work");
  const chat = new ChatState(backend);
  await chat.enterVault("/vault");
  chat.composer.write({ text: "How much salt?", work: true });
  const asked = chat.send();
  await vi.waitFor(() => expect(chat.shown.takesRemarks).toBe(true));
  let go = () => {};
  const waits = new Promise<void>((done) => (go = done));
  vi.spyOn(backend, "remark").mockImplementationOnce(async () => {
    await waits;
    return remark === "taken" ? { text, created: "2026-04-11T09:30:00Z", step: 1 } : null;
  });
  chat.composer.write({ text });
  return { backend, chat, asked, said: chat.send(), go };
}

test("text typed while a remark is sent stays", async () => {
  const { backend, chat, asked, said, go } = await saying("Only rye", "taken");
  chat.composer.write({ text: "And wheat?" });
  go();
  await said;
  expect(chat.composer.draft.text).toBe("And wheat?");
  backend.go();
  await asked;
});

test("a remark that came too late waits in its own conversation, and takes no other's draft", async () => {
  const { backend, chat, asked, said, go } = await saying("Only rye", "tooLate");
  const conversation = chat.shown;
  chat.begin();
  chat.composer.write({ text: "Something new" });
  go();
  await said;
  expect(chat.composer.draft.text).toBe("Something new");
  expect(chat.shown.queued).toEqual([]);
  expect(conversation.queued.map(({ draft }) => draft.text)).toEqual(["Only rye"]);
  backend.go();
  await asked;
  await vi.waitFor(() => expect(backend.asked.map(({ text }) => text)).toEqual(["How much salt?", "Only rye"]));
});

test("a plain sentence that was taken for a command says so and can be answered instead", async () => {
  const { onretry } = show({ text: "These passages match best:", passages_only: true, routed: "/find rye" });
  expect(screen.getByTestId("routed").textContent).toContain("/find rye");
  await fireEvent.click(screen.getByTestId("answer-as-chat"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ asChat: true });
});

test("it is asked again as it was, unless otherwise wanted", async () => {
  const backend = replay("work-again");
  const chat = new ChatState(backend);
  await chat.enterVault("/vault");
  chat.composer.write({ text: "How much salt?", work: true });
  await chat.send();
  const question = questionAt(chat.shown.messages, 0);
  for (const [again, way] of [
    [{}, "work"],
    [{ work: false }, "answer"],
    [{}, "answer"],
    [{ work: true }, "work"],
    [{ passagesOnly: true }, "passages"],
  ] as const) {
    await chat.retry(question, again);
    expect(backend.asked.at(-1)).toMatchObject({ way, at: { again: question.id } });
  }
});
