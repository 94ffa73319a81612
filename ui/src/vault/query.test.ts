import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { Table, VaultInfo } from "../ipc";
import { replay } from "../ipc/replay";
import { films } from "../ipc/test-reference";
import SearchBox from "./SearchBox.svelte";
import SearchResults from "./SearchResults.svelte";
import { mayBeQuery } from "./search.svelte";
import { VaultState } from "./vault.svelte";

async function open(table: Table | null = films()) {
  const backend = replay("changed");
  const queryNotes = vi.spyOn(backend, "queryNotes").mockResolvedValue(table && { table, rows: table.rows.length });
  const queryCompletions = vi.spyOn(backend, "queryCompletions").mockResolvedValue([]);
  const state = new VaultState(backend);
  await state.open(async () => (await backend.start()).vault as VaultInfo);
  const calls = { onhit: vi.fn(), ontable: vi.fn(), onleave: vi.fn(), onresults: vi.fn(), onenter: vi.fn(), onclose: vi.fn() };
  render(SearchResults, { search: state.search, notes: state.notes, ...calls });
  render(SearchBox, { search: state.search, ...calls });
  const box = screen.getByTestId<HTMLInputElement>("search");
  box.focus();
  const type = (value: string) => fireEvent.input(box, { target: { value } });
  const press = (key: string, at: Element = box) => fireEvent.keyDown(at, { key });
  return { backend, queryNotes, queryCompletions, search: state.search, box, type, press, ...calls };
}

test.each([
  ["salt dough", false],
  ['"status=open"', false],
  ["salt tag:bread -path:Archive", false],
  ["status=open", true],
  ["tag:bread", true],
  ["salt tag:bread rating>3", true],
  ["task:open due<2026-04-01", true],
])("%j may be a query: %j", (text, expected) => {
  expect(mayBeQuery(text)).toBe(expected);
});

test("words are searched in texts, and no table is asked for", async () => {
  const { queryNotes, search } = await open();
  await search.ask("salt");
  expect(queryNotes).not.toHaveBeenCalled();
  expect(screen.getAllByTestId("hit").length).toBeGreaterThan(0);
});

test("the rows that a query finds stand in the place of passages, with their values and notes", async () => {
  const { backend, search, press, onhit, ontable, onleave } = await open();
  const texts = vi.spyOn(backend, "searchNotes");
  await search.ask("has:rating");
  const [first, second] = await screen.findAllByTestId("record-hit");
  expect(first?.textContent).toMatch(/^Alien\s*Films\s*rating 9\s*$/);
  expect(second?.textContent).toContain("line 4");
  expect(screen.getByTestId("search-status").textContent).toMatch(/sum of rating: 19\s+2 rows/);
  expect(texts).not.toHaveBeenCalled();
  expect(screen.queryByTestId("search-both")).toBeNull();
  first?.focus();
  await press("ArrowDown", first);
  expect(document.activeElement).toBe(second);
  await fireEvent.click(second as HTMLElement);
  expect(onhit).toHaveBeenCalledExactlyOnceWith({ path: "Films/Brazil.md", lines: { start: 4, end: 4 } });
  await press("ArrowUp", second);
  await press("ArrowUp", first);
  expect(onleave).toHaveBeenCalledOnce();
  await fireEvent.click(screen.getByTestId("show-table"));
  expect(ontable).toHaveBeenCalledExactlyOnceWith(films());
  // Words bring passages back.
  await search.ask("salt");
  await waitFor(() => expect(screen.queryByTestId("record-hit")).toBeNull());
  expect(screen.getAllByTestId("hit").length).toBeGreaterThan(0);
});

test("many rows come in pages", async () => {
  const rows = Array.from({ length: 130 }, (_, at) => ({ path: `${at}.md`, line: 1, values: [`Film ${at}`, "1"] }));
  const { search } = await open(films({ rows, total: 130 }));
  await search.ask("has:rating");
  expect(await screen.findAllByTestId("record-hit")).toHaveLength(100);
  await fireEvent.click(screen.getByText("Show 30 more"));
  expect(screen.getAllByTestId("record-hit")).toHaveLength(130);
  expect(screen.queryByTestId("more-record-hits")).toBeNull();
});

test("a query that can't be read says why in a line, and is searched as text", async () => {
  const { backend, queryNotes, search } = await open();
  queryNotes.mockRejectedValue({ code: "badInput", message: "sort:: a key must follow the colon", tried: [] });
  const texts = vi.spyOn(backend, "searchNotes").mockResolvedValue({ hits: [], matching_passages: 0, matching_notes: 0, notices: [] });
  await search.ask("salt sort:");
  expect((await screen.findByTestId("query-unread")).textContent).toBe("sort:: a key must follow the colon");
  expect(texts).toHaveBeenCalledOnce();
  search.clear();
  await waitFor(() => expect(screen.queryByTestId("query-unread")).toBeNull());
});

test("a text such as a time, which finds no rows, is searched as text", async () => {
  const { backend, search } = await open(films({ rows: [], total: 0, result: null }));
  const texts = vi.spyOn(backend, "searchNotes").mockResolvedValue({ hits: [], matching_passages: 0, matching_notes: 0, notices: [] });
  await search.ask("10:30");
  expect((await screen.findByTestId("query-empty")).textContent).toContain("searched as text");
  expect(texts).toHaveBeenCalledOnce();
});

test("the last word is completed from a list by key, and a key goes on with its values", async () => {
  const { queryCompletions, search, box, type, press, onresults, onenter } = await open();
  queryCompletions.mockImplementation(async (query) =>
    query.endsWith("=") ? [`${query}open`, `${query}done`] : ["salt sta", "salt status=", "salt started="].filter((one) => one.startsWith(query)),
  );
  await type("salt sta");
  const offers = await screen.findAllByTestId("completion");
  expect(offers.map(({ textContent }) => textContent.trim())).toEqual(["status is … property", "started is … property"]);
  expect(offers.map((offer) => offer.querySelector("b")?.textContent)).toEqual(["sta", "sta"]);
  expect(screen.getByRole("listbox").id).toBe(box.getAttribute("aria-controls"));
  await press("ArrowDown");
  expect(box.getAttribute("aria-activedescendant")).toBe(offers[0]?.id);
  await press("Enter");
  expect(search.query).toBe("salt status=");
  await waitFor(() => expect(screen.getAllByTestId("completion").map(({ textContent }) => textContent.trim())).toEqual(["status=open", "status=done"]));
  // Of a condition, Tab takes the first.
  await press("Tab");
  expect(search.query).toBe("salt status=open");
  await waitFor(() => expect(screen.queryByTestId("completions")).toBeNull());
  expect([onresults, onenter].flatMap(({ mock }) => mock.calls)).toEqual([]);
  await waitFor(() => expect(search.isCurrent).toBe(true));
  await press("ArrowDown");
  expect(onresults).toHaveBeenCalledOnce();
});

test("completions stay when notes change, unless they were closed", async () => {
  const { queryCompletions, search, type, press } = await open();
  queryCompletions.mockResolvedValue(["salt status=", "salt started="]);
  await type("salt sta");
  expect(await screen.findAllByTestId("completion")).toHaveLength(2);
  await search.again();
  expect(await screen.findAllByTestId("completion")).toHaveLength(2);
  await press("Escape");
  await search.again();
  await waitFor(() => expect(search.isCurrent).toBe(true));
  expect(screen.queryByTestId("completions")).toBeNull();
});

test("Escape closes the list before the search, and Enter with nothing chosen opens the first result", async () => {
  const { queryCompletions, search, type, press, onenter, onclose } = await open();
  queryCompletions.mockResolvedValue(["status=", "started="]);
  await type("sta=");
  await screen.findByTestId("completions");
  await press("Escape");
  await waitFor(() => expect(screen.queryByTestId("completions")).toBeNull());
  expect(search.query).toBe("sta=");
  expect(onclose).not.toHaveBeenCalled();
  await press("Escape");
  expect(onclose).toHaveBeenCalledOnce();
  await type("sta=");
  await screen.findByTestId("completions");
  await press("Enter");
  expect(onenter).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByTestId("completions")).toBeNull());
});

test("a completion is taken by a click, which leaves the focus in the field", async () => {
  const { queryCompletions, search, box, type } = await open();
  queryCompletions.mockResolvedValue(["task:open"]);
  await type("task:");
  await fireEvent.click(await screen.findByTestId("completion"));
  expect(search.query).toBe("task:open");
  expect(document.activeElement).toBe(box);
});

test("completions that can't be had leave the search as it is", async () => {
  const { queryCompletions, search, type } = await open();
  queryCompletions.mockRejectedValue(new Error("The index is locked."));
  await type("salt");
  await waitFor(() => expect(search.isCurrent).toBe(true));
  expect(search.error).toBeNull();
  expect(screen.queryByTestId("completions")).toBeNull();
});

test("while a query is completed that finds nothing yet, the results before it stay", async () => {
  const { backend, queryCompletions, search, type } = await open();
  queryCompletions.mockResolvedValue([]);
  await type("salt");
  await waitFor(() => expect(search.isCurrent).toBe(true));
  const before = search.hits.length;
  expect(before).toBeGreaterThan(0);
  vi.spyOn(backend, "searchNotes").mockResolvedValue({ hits: [], matching_passages: 0, matching_notes: 0, notices: [] });
  queryCompletions.mockResolvedValue(["salt status="]);
  await type("salt sta");
  await screen.findByTestId("completions");
  await waitFor(() => expect(search.isCurrent).toBe(true));
  expect(screen.getAllByTestId("hit")).toHaveLength(before);
  expect(screen.getAllByTestId("hit")[0]?.closest("ul")?.className).toContain("earlier");
  search.completions = [];
  await waitFor(() => expect(screen.queryByTestId("hit")).toBeNull());
});
