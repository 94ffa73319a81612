import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test, vi } from "vitest";

import type { AnswerView } from "../ipc";
import { replay } from "../ipc/replay";
import { questionAt } from "../ipc/test-conversation";
import { films, reference, tableReference } from "../ipc/test-reference";
import Answer from "./Answer.svelte";
import { ChatState } from "./chat.svelte";
import SentPassages from "./SentPassages.svelte";
import { answerView } from "./test-message";
import { surroundings } from "./test-surroundings";

const empty = createRawSnippet(() => ({ render: () => "<span></span>" }));

function show(more: Partial<AnswerView>) {
  const onretry = vi.fn();
  const { links, context } = surroundings();
  const answer = answerView({ text: "19.", blocks: ["<p>19.</p>"], references: [tableReference()], ...more });
  render(Answer, { props: { answer, onretry, onreceipt: () => {}, sources: empty, passage: empty }, context });
  return { onretry, links };
}

const many = films({ rows: Array.from({ length: 12 }, (_, at) => ({ path: `${at}.md`, line: 2, values: [`Film ${at}`, "1"] })), total: 12 });

test("an answer from a table shows its query and result above, where the query can be changed", async () => {
  const { onretry } = show({ model: "qwen3:8b" });
  expect(screen.getByTestId("table-query").textContent).toContain("sum of rating: 19");
  await fireEvent.click(screen.getAllByTestId("remove-token")[1] as HTMLElement);
  expect(onretry).toHaveBeenLastCalledWith({ search: "has:rating", passagesOnly: false });
  await fireEvent.click(screen.getByTestId("search-as-text"));
  expect(onretry).toHaveBeenLastCalledWith({ asText: true, passagesOnly: false });
  // The model says what is in the table.
  expect(screen.queryByTestId("record-table")).toBeNull();
});

test.each<[string, Partial<AnswerView>]>([
  ["with passages only", { passages_only: true }],
  ["without a model", { model: null }],
])("an answer %s has the table under its sentence", async (_, more) => {
  const { links } = show({ ...more, references: [tableReference({ table: many })] });
  expect(screen.getAllByTestId("record")).toHaveLength(10);
  expect(screen.queryByTestId("no-support")).toBeNull();
  // The sentence says the result.
  expect(screen.queryByTestId("record-result")).toBeNull();
  await fireEvent.click(screen.getByText("Film 3"));
  expect(links.line).toHaveBeenCalledExactlyOnceWith("3.md", 2);
  await fireEvent.click(screen.getByTestId("all-records"));
  expect(links.reference).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: "table" }), "a");
});

test("a query of passages only asks for passages only again", async () => {
  const { onretry } = show({ passages_only: true });
  await fireEvent.click(screen.getByTestId("edit-query"));
  await fireEvent.submit(screen.getByTestId<HTMLInputElement>("query-field").form as HTMLFormElement);
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ search: "has:rating status=seen", passagesOnly: true });
});

test("a table that wasn't used, and an answer from passages, have no query", () => {
  show({ references: [tableReference({ state: "considered" }), reference("Salt.md", { number: 1 })] });
  expect(screen.queryByTestId("table-query")).toBeNull();
  expect(screen.queryByTestId("record-table")).toBeNull();
});

test("asked again as text, the question is searched with its own words", async () => {
  const backend = replay("salt");
  const chat = new ChatState(backend);
  chat.composer.write({ text: "How much salt?" });
  await chat.send();
  const ask = vi.spyOn(backend, "ask").mockResolvedValue(null);
  await waitFor(() => expect(chat.shown.streaming).toBe(false));
  await chat.retry(questionAt(chat.shown.messages, 0), { asText: true });
  expect(ask).toHaveBeenLastCalledWith(expect.objectContaining({ search: "How much salt?" }), expect.anything());
});

test("among what a model gets, a table is named in a sentence for people", () => {
  render(SentPassages, { references: [tableReference()], onreference: () => {} });
  expect(screen.getByTestId("sent-passage").textContent).toContain("2 entries");
});
