import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, expect, test } from "vitest";

import type { AnswerView } from "../ipc";
import { replay } from "../ipc/replay";
import { withLongConversation } from "../ipc/test-conversation";
import { reference, tableReference } from "../ipc/test-reference";
import App from "./App.svelte";
import { AppState } from "./app.svelte";
import { evidenceOf, follow, inView, leadOf } from "./follow";

beforeEach(() => void Object.defineProperty(window, "innerWidth", { value: 1440, configurable: true, writable: true }));

async function open(backend = replay("salt")) {
  const app = new AppState(backend);
  render(App, { app });
  await screen.findByTestId("composer");
  return app;
}

async function ask(text: string) {
  const before = screen.queryAllByTestId("answer").length;
  const area = screen.getByTestId<HTMLTextAreaElement>("composer");
  area.value = text;
  await fireEvent.input(area);
  await fireEvent.click(screen.getByTestId("send"));
  await waitFor(() => expect(screen.getAllByTestId("answer")[before]?.dataset.state).toBe("complete"));
}

const answer = (numbers: number[], states: Partial<Record<number, "used" | "considered">> = {}) =>
  ({
    citations: numbers.map((number, at) => ({ number, start: at, end: at + 1, support: null })),
    references: [1, 2, 3].map((number) => reference(`${number}.md`, { number, state: states[number] ?? "cited" })),
  }) as unknown as AnswerView;

test("an answer is led by the passage it cites most, before that by the best one found, never by an unused one", () => {
  expect(leadOf(answer([1, 3, 2, 3]))?.number).toBe(3);
  expect(leadOf(answer([2, 3]))?.number).toBe(2);
  expect(leadOf(answer([], { 1: "considered" }))?.number).toBe(2);
  expect(leadOf(answer([], { 1: "considered", 2: "considered", 3: "considered" }))).toBeNull();
});

test("a table that the answer shows isn’t shown beside it, too", () => {
  const tabled = (model: string | null) => ({ ...answer([]), references: [tableReference()], model }) as AnswerView;
  expect(leadOf(tabled(null))).toBeNull();
  expect(leadOf(tabled("qwen3:8b"))?.kind).toBe("table");
});

test("the right pane is closed until there is something to show, and then shows the most cited passage", async () => {
  const app = await open();
  expect(document.querySelector("aside")).toBeNull();
  await ask("How much salt?");
  await waitFor(() => expect(app.reference).toBe(app.lead?.id));
  expect(app.lead?.number).toBe(3);
  expect((await screen.findByTestId("reader-title")).textContent).toBe("Salt");
  app.newChat();
  await waitFor(() => expect(document.querySelector("aside")).toBeNull());
  expect(app.reader.isEmpty).toBe(true);
});

test("the pane stays closed for who closed it, and open for who opened it", async () => {
  const app = await open();
  await fireEvent.click(screen.getByTestId("toggle-reader"));
  expect(document.querySelector("aside")).not.toBeNull();
  await fireEvent.click(screen.getByTestId("toggle-reader"));
  await ask("How much salt?");
  expect(document.querySelector("aside")).toBeNull();
  expect(app.reference).toBeNull();
});

test("a note that the user opened stays until the next answer, and Back leads to it", async () => {
  const app = await open();
  await app.openNote("Start here.md");
  await follow(app);
  expect(app.reader.path).toBe("Start here.md");
  await ask("How much salt?");
  await waitFor(() => expect(app.reference).toBe(app.lead?.id));
  await app.reader.back();
  expect(app.reader.path).toBe("Start here.md");
  // Now it stays beside this answer.
  await follow(app);
  expect(app.reader.path).toBe("Start here.md");
  await app.openNote("Ingredients/Salt.md");
  await follow(app);
  expect(app.reference).toBeNull();
});

test("after a restart the first answer is followed, though a note was left open", async () => {
  const backend = replay("salt");
  backend.preferred.left = { "/home/you/Bread": { note: "Start here.md", top: 0 } };
  const app = await open(backend);
  await waitFor(() => expect(app.reader.path).toBe("Start here.md"));
  await ask("How much salt?");
  await waitFor(() => expect(app.reference).toBe(app.lead?.id));
});

test("a remembered tab opens no pane where nothing was asked, but a look at what would be sent does", async () => {
  const backend = replay("salt");
  backend.preferred.tab = "context";
  const app = await open(backend);
  expect(app.tab).toBe("context");
  expect(document.querySelector("aside")).toBeNull();
  app.showPreview();
  await waitFor(() => expect(document.querySelector("aside")).not.toBeNull());
});

test("a chosen passage of the answer is kept", async () => {
  const app = await open();
  await ask("How much salt?");
  await waitFor(() => expect(app.reference).toBe(app.lead?.id));
  const { selected, lead } = app;
  const other = selected?.references.find(({ number }) => number === 2);
  if (!selected || !other) throw new Error("no second passage");
  await app.openReference(other, selected.id);
  await follow(app);
  expect(app.reference).toBe(other.id);
  expect(lead?.id).not.toBe(other.id);
  app.newChat();
  await waitFor(() => expect(app.reader.isEmpty).toBe(true));
});

test("a source in the pane shows the sentence that supports the answer", async () => {
  const app = await open();
  await ask("How much salt?");
  const { selected, lead } = app;
  if (!selected || !lead) throw new Error("no source");
  const sentence = evidenceOf(selected, lead);
  expect(sentence).not.toBe("");
  expect(lead.snippet.startsWith(sentence)).toBe(false);
  app.showReferences(selected);
  const card = (await screen.findAllByTestId("card")).find(({ dataset }) => dataset["path"] === lead.path);
  expect(card?.textContent).toContain(sentence);
});

test("the answer in view is selected once the selected one is out of view", async () => {
  const app = await open(await withLongConversation(replay("salt"), 4));
  await waitFor(() => expect(app.chat.shown.messages).toHaveLength(4));
  const ids = app.chat.shown.messages.filter(({ author }) => author === "assistant").map(({ id }) => id);
  const [first = "", second = ""] = ids;
  expect(app.selected?.id).toBe(second);
  inView(app, [first, second]);
  expect(app.selected?.id).toBe(second);
  inView(app, [first]);
  expect(app.selected?.id).toBe(first);
  inView(app, []);
  expect(app.selected?.id).toBe(first);
  await waitFor(() => expect(app.reference).toBe(app.lead?.id));
});
