import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { questionAt } from "../ipc/test-conversation";
import { tableReference } from "../ipc/test-reference";
import Answer from "./Answer.svelte";
import { ChatState } from "./chat.svelte";
import { empty, passage, reference, show } from "./test-answer";
import { answerView } from "./test-message";
import { surroundings } from "./test-surroundings";

const week = { passages: 5, matching: 9, notes: 8, period: { first: "2026-03-09", last: "2026-03-15", days: 7, sent: 5 } };

// B127
test("a line above an answer about a time shows the time with the days that were read, and it can be removed", async () => {
  const { onretry } = show({ text: "Peas [1].", blocks: ["<p>Peas</p>"], references: [reference(1)], model: "small", coverage: week });
  const line = screen.getByTestId("period").textContent;
  expect(line).toMatch(/9\s*–\s*15 March 2026.*5 of 7 days with notes/s);
  await fireEvent.click(screen.getByTestId("remove-token"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ asText: true, passagesOnly: false });
});

// B127
test("a click on the time changes it, and the question is asked again about it", async () => {
  const { onretry } = show({ text: "Peas [1].", blocks: ["<p>Peas</p>"], references: [reference(1)], model: "small", coverage: week });
  const field = (name: string) => screen.getByTestId<HTMLInputElement>(name);
  const again = () => screen.getByTestId<HTMLButtonElement>("period-again");
  await fireEvent.click(screen.getByTestId("edit-period"));
  expect([field("first-day").value, field("last-day").value]).toEqual(["2026-03-09", "2026-03-15"]);
  const says = () => screen.getByTestId("period-editor").textContent.replace(/\s+/g, " ");
  expect(says()).toMatch(/9 – 15 March 2026, 5 of 7 days with notes/);
  // Nothing is left of the fields after Escape.
  await fireEvent.input(field("first-day"), { target: { value: "2026-03-01" } });
  // The days with notes are those of the time that was asked about.
  expect(says()).toMatch(/1 – 15 March 2026 ?$/);
  await fireEvent.keyDown(field("first-day"), { key: "Escape" });
  expect(screen.queryByTestId("period-editor")).toBeNull();
  await fireEvent.click(screen.getByTestId("edit-period"));
  expect(field("first-day").value).toBe("2026-03-09");
  await fireEvent.input(field("first-day"), { target: { value: "" } });
  await fireEvent.input(field("last-day"), { target: { value: "2026-02-31" } });
  expect(field("last-day").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Enter a day, such as 2026-03-19.")).toBeTruthy();
  await fireEvent.input(field("last-day"), { target: { value: "" } });
  expect(again().disabled).toBe(true);
  await fireEvent.input(field("first-day"), { target: { value: "2026-03-01" } });
  expect(again().disabled).toBe(false);
  expect(onretry).not.toHaveBeenCalled();
  await fireEvent.submit(screen.getByTestId("period-editor"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ period: { first: "2026-03-01", last: null }, passagesOnly: false });
  expect(screen.queryByTestId("period-editor")).toBeNull();
});

test("a change of the time is cancelled, and the focus returns to the time", async () => {
  const { onretry } = show({ text: "Peas [1].", blocks: ["<p>Peas</p>"], references: [reference(1)], model: "small", coverage: week });
  await fireEvent.click(screen.getByTestId("edit-period"));
  await fireEvent.input(screen.getByTestId("first-day"), { target: { value: "2026-03-01" } });
  await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByTestId("period-editor")).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("edit-period")));
  expect(screen.getByTestId("period").textContent).toMatch(/9\s*–\s*15 March 2026/);
  expect(onretry).not.toHaveBeenCalled();
});

// B127
test("the notes of a time that don't fit are offered to be read, with what that takes", async () => {
  const period = { first: "2026-03-01", last: "2026-03-31", days: 31, sent: 2, in_part: true };
  const estimated = { notes: 34, left: 0, passages: 84, calls: 4, sent: 9400, written: 2100, seconds: null, cost: null };
  const onestimate = vi.fn(async () => estimated);
  const onretry = vi.fn();
  const { context } = surroundings();
  const props = { onretry, onestimate, onreceipt: vi.fn(), sources: empty, passage };
  const all = { text: "Peas.", model: "small", coverage: { ...week, period } };
  const shown = render(Answer, { props: { answer: answerView(all), ...props }, context });
  await fireEvent.click(screen.getByTestId("read-days"));
  const said = await screen.findByText(/Reads the 34 notes of this time in 4 rounds\./);
  expect(said.parentElement?.textContent).toMatch(/About 9,400 tokens to read/s);
  expect(screen.getByTestId("read-days").textContent.trim()).toBe("Read all 31 days");
  const { first, last } = period;
  expect(onestimate).toHaveBeenCalledExactlyOnceWith({ first, last });
  await fireEvent.click(screen.getByTestId("read-all-start"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ all: true, period: { first, last } });
  // Then all were read, and nothing more is offered.
  const survey = { notes: ["A.md"], read: 1, left: 0, to_come: 0, batches: [] };
  const coverage = { ...week, period: { ...period, sent: 31, in_part: false } };
  await shown.rerender({ answer: answerView({ ...all, coverage, survey }) });
  expect(screen.getByTestId("period").textContent).toContain("31 days with notes");
  expect(screen.queryByTestId("read-days")).toBeNull();
});

test("a changed time goes to the backend with the question and with the estimate", async () => {
  const backend = replay("survey");
  const estimate = vi.spyOn(backend, "surveyEstimate");
  const chat = new ChatState(backend);
  await chat.enterVault("/vault");
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  const question = questionAt(chat.shown.messages, 0);
  const period = { first: "2026-03-01", last: null };
  const ask = vi.spyOn(backend, "ask").mockResolvedValue(null);
  estimate.mockResolvedValue({ notes: 1, left: 0, passages: 1, calls: 2, sent: 1, written: 1, seconds: null, cost: null });
  await chat.estimate(question, period);
  expect(estimate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ at: { again: question.id }, period }));
  await chat.retry(question, { all: true, period });
  expect(ask.mock.lastCall?.[0]).toMatchObject({ way: "survey", at: { again: question.id }, period });
});

test("without dates of notes no days are counted, and a table's query has its own time", () => {
  show({ text: "Peas.", blocks: [], coverage: { ...week, period: { ...week.period, days: 0, sent: 0 } } });
  expect(screen.getByTestId("period").textContent).not.toContain("day");
  document.body.replaceChildren();
  show({ text: "19.", blocks: [], references: [tableReference()], coverage: week });
  expect(screen.queryByTestId("period")).toBeNull();
  expect(screen.getByTestId("table-query")).toBeTruthy();
});
