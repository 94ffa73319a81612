import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import CitedIn from "./CitedIn.svelte";
import ConversationList from "./ConversationList.svelte";
import { ConversationsState } from "./conversations.svelte";
import ExportButton from "./ExportButton.svelte";
import { asked, noFilter, partsOf, type Filter } from "./filter";

const notes = [
  { path: "Ingredients/Salt.md", title: "Salt", aliases: [] },
  { path: "Ingredients/Rye.md", title: "Rye", aliases: [] },
];

async function listed() {
  const backend = replay("list");
  backend.behind("ask");
  const list = new ConversationsState(backend);
  await list.enter();
  const onimport = vi.fn();
  const nothing = { onnew: () => {}, onopen: () => {}, onrename: async () => {}, onremove: async () => {} };
  render(ConversationList, { list, current: null, now: new Date(), notes, onimport, ...nothing });
  const [salt = "", water = "", flour = ""] = list.entries.map(({ id }) => id).reverse();
  return { backend, list, onimport, salt, water, flour };
}

const shown = () => screen.queryAllByTestId("conversation-item").map(({ dataset }) => dataset.id);
const choose = (testid: string, value: string) => fireEvent.change(screen.getByTestId(testid), { target: { value } });

test.each<[Partial<Filter>, string[]]>([
  [{}, []],
  [{ pinned: true }, ["Pinned only"]],
  [{ period: "week", note: { path: "Rye.md", title: "Rye" } }, ["In the last 7 days", "Cites Rye"]],
  [{ mode: "none", model: "large" }, ["Mode: No notes", "large"]],
])("a filter %j says %j", (filter, expected) => {
  expect(partsOf({ ...noFilter, ...filter }).map(({ name }) => name)).toEqual(expected);
});

test("a period is counted from now", () => {
  const now = new Date("2026-04-11T09:30:00Z");
  expect(asked({ ...noFilter, period: "day" }, now).since).toBe("2026-04-10T09:30:00.000Z");
  expect(asked(noFilter, now)).toEqual({ pinned: false, since: null, note: null, mode: null, model: null });
});

test("the list is narrowed by mode, model, note and pin, and shows what narrows it", async () => {
  const { list, salt, water, flour } = await listed();
  const all = [salt, flour, water];
  await list.pin(salt, true);
  await fireEvent.click(screen.getByTestId("conversation-filters"));
  await choose("filter-mode", "none");
  await waitFor(() => expect(shown()).toEqual([water]));
  await fireEvent.click(screen.getByTestId("filter-set"));
  await waitFor(() => expect(shown()).toEqual(all));

  await screen.findByRole("option", { name: "llama3.2:3b" });
  await choose("filter-model", "qwen3:8b");
  await waitFor(() => expect(shown()).toEqual([flour]));
  await fireEvent.input(screen.getByTestId("filter-note"), { target: { value: "sal" } });
  await fireEvent.click(screen.getByTestId("filter-note-found"));
  await screen.findByTestId("none-through");
  await fireEvent.click(screen.getByTestId("filter-clear"));
  await waitFor(() => expect(shown()).toEqual(all));
  await fireEvent.click(screen.getByTestId("filter-pinned"));
  await waitFor(() => expect(shown()).toEqual([salt]));
  // The filter also applies to search results.
  await list.search("salt");
  expect(list.shownHits.map(({ conversation }) => conversation)).toEqual([salt]);
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
  const { backend, flour } = await listed();
  const onopen = vi.fn();
  const { rerender } = render(CitedIn, { path: "Ingredients/Rye.md", changes: 0, ask: (path) => backend.answersCiting(path), onopen });
  expect((await screen.findByTestId("cited-in")).textContent).toContain("Cited in 1 answer");
  await fireEvent.click(screen.getByTestId("cited-in"));
  await fireEvent.click(screen.getByTestId("citing-answer"));
  expect(onopen.mock.calls[0]?.[0]).toMatchObject({ conversation: flour, question: "Flour and rye?" });
  await rerender({ path: "Elsewhere.md" });
  await waitFor(() => expect(screen.queryByTestId("cited-in")).toBeNull());
});

test("an empty result names the active filters, and can drop them", async () => {
  const { list } = await listed();
  await list.narrow({ ...noFilter, pinned: true });
  expect((await screen.findByTestId("none-through")).textContent).toContain("Filters: Pinned only.");
  await list.search("salt");
  const none = await screen.findByTestId("no-hits");
  expect(none.textContent).toContain("Filters: Pinned only.");
  await fireEvent.click(screen.getByText("Clear filters"));
  await waitFor(() => expect(screen.queryByTestId("no-hits")?.textContent ?? "").not.toContain("Filters"));
});
