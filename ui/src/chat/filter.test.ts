import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { Reference } from "../ipc";
import { FakeBackend } from "../ipc/fake";
import CitedIn from "./CitedIn.svelte";
import ConversationList from "./ConversationList.svelte";
import { ConversationsState } from "./conversations.svelte";
import ExportButton from "./ExportButton.svelte";
import { asked, noFilter, partsOf, type Filter } from "./filter";
import { message } from "./test-message";

const notes = [
  { path: "Bread/Salt.md", title: "Salt", aliases: [] },
  { path: "Rye.md", title: "Rye", aliases: [] },
];

/** An answer that cites a note. */
const citing = (id: string, path: string, model: string) =>
  message({ id, author: "assistant", model, references: [{ id: `r-${id}`, path, state: "cited" } as Reference] });

async function listed() {
  const backend = new FakeBackend({ vault: true });
  backend.conversations.add({ id: "salt", title: "Salt", messages: [message({ id: "q1" }), citing("a1", "Bread/Salt.md", "small")] });
  backend.conversations.add({ id: "rye", title: "Rye", messages: [message({ id: "q2", mode: "none" }), citing("a2", "Rye.md", "large")] });
  const list = new ConversationsState(backend);
  await list.enter();
  const onimport = vi.fn();
  const nothing = { onnew: () => {}, onopen: () => {}, onrename: async () => {}, onremove: async () => {} };
  render(ConversationList, { list, current: null, now: new Date(), notes, onimport, ...nothing });
  return { backend, list, onimport };
}

const shown = () => screen.queryAllByTestId("conversation-item").map(({ dataset }) => dataset.id);
const choose = (testid: string, value: string) => fireEvent.change(screen.getByTestId(testid), { target: { value } });

test.each<[Partial<Filter>, string[]]>([
  [{}, []],
  [{ pinned: true }, ["Pinned only"]],
  [{ period: "week", note: { path: "Rye.md", title: "Rye" } }, ["In the last 7 days", "Cites Rye"]],
  [{ mode: "none", model: "large" }, ["Asked with “No notes”", "large"]],
])("a filter %j says %j", (filter, expected) => {
  expect(partsOf({ ...noFilter, ...filter }).map(({ name }) => name)).toEqual(expected);
});

test("a period is counted from now", () => {
  const now = new Date("2026-04-11T09:30:00Z");
  expect(asked({ ...noFilter, period: "day" }, now).since).toBe("2026-04-10T09:30:00.000Z");
  expect(asked(noFilter, now)).toEqual({ pinned: false, since: null, note: null, mode: null, model: null });
});

test("the list is narrowed by mode, model, note and pin, and shows what narrows it", async () => {
  const { list } = await listed();
  await list.pin("salt", true);
  await fireEvent.click(screen.getByTestId("conversation-filters"));
  await choose("filter-mode", "none");
  await waitFor(() => expect(shown()).toEqual(["rye"]));
  await fireEvent.click(screen.getByTestId("filter-set"));
  await waitFor(() => expect(shown()).toEqual(["salt", "rye"]));

  await screen.findByRole("option", { name: "large" });
  await choose("filter-model", "small");
  await waitFor(() => expect(shown()).toEqual(["salt"]));
  await fireEvent.input(screen.getByTestId("filter-note"), { target: { value: "ry" } });
  await fireEvent.click(screen.getByTestId("filter-note-found"));
  await screen.findByTestId("none-through");
  await fireEvent.click(screen.getByTestId("filter-clear"));
  await waitFor(() => expect(shown()).toEqual(["salt", "rye"]));
  await fireEvent.click(screen.getByTestId("filter-pinned"));
  await waitFor(() => expect(shown()).toEqual(["salt"]));
  // What is found is narrowed, too.
  await list.search("salt");
  expect(list.shownHits.map(({ conversation }) => conversation)).toEqual(["salt"]);
});

test("conversations are imported by a button, and saved by one", async () => {
  const { onimport } = await listed();
  await fireEvent.click(screen.getByTestId("import-conversations"));
  expect(onimport).toHaveBeenCalledOnce();
  const onexport = vi.fn();
  render(ExportButton, { onexport });
  await fireEvent.click(screen.getByTestId("export-conversation"));
  await fireEvent.click(screen.getByTestId("export-as-json"));
  expect(onexport).toHaveBeenCalledExactlyOnceWith("json");
  expect(screen.queryByTestId("export-formats")).toBeNull();
});

test("a note says in how many answers it is cited, and opens them", async () => {
  const { backend } = await listed();
  const onopen = vi.fn();
  const { rerender } = render(CitedIn, { path: "Rye.md", changes: 0, ask: (path) => backend.answersCiting(path), onopen });
  expect((await screen.findByTestId("cited-in")).textContent).toContain("Cited in 1 answer");
  await fireEvent.click(screen.getByTestId("cited-in"));
  await fireEvent.click(screen.getByTestId("citing-answer"));
  expect(onopen.mock.calls[0]?.[0]).toMatchObject({ conversation: "rye", answer: "a2", question: "How much salt?" });
  await rerender({ path: "Elsewhere.md" });
  await waitFor(() => expect(screen.queryByTestId("cited-in")).toBeNull());
});

test("what isn't found names the filters that are on, and can do without them", async () => {
  const { list } = await listed();
  await list.narrow({ ...noFilter, pinned: true });
  expect((await screen.findByTestId("none-through")).textContent).toContain("Filters: Pinned only.");
  await list.search("salt");
  const none = await screen.findByTestId("no-hits");
  expect(none.textContent).toContain("Filters: Pinned only.");
  await fireEvent.click(screen.getByText("Clear filters"));
  await waitFor(() => expect(screen.queryByTestId("no-hits")?.textContent ?? "").not.toContain("Filters"));
});
