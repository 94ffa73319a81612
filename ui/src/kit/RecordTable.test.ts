import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import type { ComponentProps } from "svelte";
import { expect, test, vi } from "vitest";

import RecordTable from "./RecordTable.svelte";
import { paged, type Records } from "./records";

const records = (more: Partial<Records> = {}): Records => ({
  query: "has:rating",
  columns: ["Note", "rating"],
  rows: [
    { path: "Films/Alien.md", line: 1, values: ["Alien", "9"] },
    { path: "Films/Brazil.md", line: 4, values: ["Brazil", "10"] },
    { path: "Films/Cube.md", line: 1, values: ["", ""] },
  ],
  total: 3,
  ...more,
});
const many = (rows: number, total = rows) =>
  records({ rows: Array.from({ length: rows }, (_, at) => ({ path: `${at}.md`, line: 1, values: [`Note ${at}`, String(rows - at)] })), total });

function show(given: Records, more: Partial<ComponentProps<typeof RecordTable>> = {}) {
  const calls = { onopen: vi.fn(), onall: vi.fn() };
  const { rerender } = render(RecordTable, { records: given, ...calls, ...more });
  return { ...calls, rerender };
}

const firsts = () => screen.getAllByTestId("open-record").map(({ textContent }) => textContent);
const count = () => screen.getByTestId("record-count").textContent;

test("a table has heads of columns and rows, its result and its number of rows", () => {
  show(records({ result: { label: "sum of rating", value: "19", of: 2 } }));
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(["Note", "rating"]);
  expect(screen.getAllByRole("rowheader")).toHaveLength(3);
  expect(screen.getByTestId("record-result").textContent).toBe("sum of rating: 19 from 2 of 3 entries");
  expect(count()).toBe("3 rows");
});

test("a click on a head sorts, another turns it round, and the third takes it back", async () => {
  show(records());
  const [, rating] = screen.getAllByTestId("sort-column");
  const sort = () => fireEvent.click(rating as HTMLElement);
  const said = () => screen.getAllByRole("columnheader").map((head) => head.getAttribute("aria-sort"));
  await sort();
  expect([firsts(), said()]).toEqual([
    ["Alien", "Brazil", "–"],
    [null, "ascending"],
  ]);
  await sort();
  expect([firsts(), said()]).toEqual([
    ["Brazil", "Alien", "–"],
    [null, "descending"],
  ]);
  await sort();
  expect([firsts(), said()]).toEqual([
    ["Alien", "Brazil", "–"],
    [null, null],
  ]);
});

test("a row opens its note at its line, by pointer anywhere in it and by key", async () => {
  const { onopen } = show(records());
  await fireEvent.click(screen.getByText("10"));
  expect(onopen).toHaveBeenLastCalledWith("Films/Brazil.md", 4);
  const [first, second, third] = screen.getAllByTestId("open-record");
  first?.focus();
  await fireEvent.keyDown(first as HTMLElement, { key: "ArrowDown" });
  expect(document.activeElement).toBe(second);
  await fireEvent.keyDown(second as HTMLElement, { key: "End" });
  expect(document.activeElement).toBe(third);
  expect(third?.getAttribute("aria-label")).toBe("Open Cube");
  await fireEvent.click(third as HTMLElement);
  expect(onopen).toHaveBeenLastCalledWith("Films/Cube.md", 1);
  expect(onopen).toHaveBeenCalledTimes(2);
});

test("a long table comes in pages of a hundred, and says how many rows there are", async () => {
  show(many(250, 50_000));
  expect(screen.getAllByTestId("record")).toHaveLength(100);
  expect(count()).toBe("100 of 50,000 notes");
  await fireEvent.click(screen.getByText("Show 100 more"));
  expect(count()).toBe("200 of 50,000 notes");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Note 100"));
  await fireEvent.click(screen.getByText("Show 50 more"));
  expect(count()).toBe("250 of 50,000 notes");
  expect(screen.queryByTestId("more-records")).toBeNull();
});

test("groups are counted as groups", () => {
  show(records({ query: "has:rating group:status", total: 40 }));
  expect(count()).toBe("3 groups, 40 entries");
});

test("where the whole table is elsewhere, some rows are shown and a way to all", async () => {
  const { onall } = show(many(12), { most: 10 });
  expect(screen.getAllByTestId("record")).toHaveLength(10);
  await fireEvent.click(screen.getByText("Show all 12 rows"));
  expect(onall).toHaveBeenCalledOnce();
});

test("the table is copied as Markdown, in the shown order and whole", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  show(many(101));
  await fireEvent.click(screen.getAllByTestId("sort-column")[1] as HTMLElement);
  await fireEvent.click(screen.getByTestId("copy-table"));
  expect(writeText).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\| Note \| rating \|\n\| --- \| --- \|\n\| Note 100 \| 1 \|\n/));
  expect(writeText.mock.calls.flat().join("").split("\n")).toHaveLength(104);
  expect(screen.getByTestId("copy-table").textContent.trim()).toBe("Copied");
  vi.unstubAllGlobals();
});

test("an empty table says so", () => {
  show(records({ rows: [], total: 0 }));
  expect(screen.getByText("Nothing found.")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

/** The first 150 of 50,000 notes, with the others in pages of 20,000. */
function inPages() {
  const all = many(50_000);
  const page = vi.fn(async (from: number) => ({ table: { ...all, rows: all.rows.slice(from, from + 20_000) }, rows: 50_000 }));
  return { all, page, first: paged({ table: { ...all, rows: all.rows.slice(0, 150) }, rows: 50_000 }, page) };
}
const press = (name: string) => fireEvent.click(screen.getByTestId(name));

test("a table that comes in pages gets the next one where the first ends", async () => {
  const { first, page } = inPages();
  show(first);
  expect(count()).toBe("100 of 50,000 notes");
  expect(page).not.toHaveBeenCalled();
  await press("more-records");
  await waitFor(() => expect(count()).toBe("200 of 50,000 notes"));
  expect(page).toHaveBeenCalledExactlyOnceWith(150);
  expect(firsts()[199]).toBe("Note 199");
});

test("sorting and copying a table that comes in pages are of all its rows", async () => {
  const { first, page } = inPages();
  show(first);
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  await fireEvent.click(screen.getAllByTestId("sort-column")[1] as HTMLElement);
  await waitFor(() => expect(firsts()[0]).toBe("Note 49999"));
  expect(page.mock.calls).toEqual([[150], [20_150], [40_150]]);
  expect(count()).toBe("100 of 50,000 notes");
  await press("copy-table");
  await waitFor(() => expect(writeText).toHaveBeenCalledOnce());
  const [copied] = writeText.mock.lastCall as unknown as [string];
  expect(copied.trimEnd().split("\n")).toHaveLength(50_002);
  expect(page).toHaveBeenCalledTimes(3);
});

test("a request while rows load waits for them", async () => {
  const { first, page } = inPages();
  const second = await page(150);
  page.mockClear();
  let arrive: (page: typeof second) => void = () => {};
  page.mockReturnValueOnce(new Promise((then) => (arrive = then)));
  show(first);
  await press("more-records");
  await press("more-records");
  expect(count()).toBe("Loading rows…");
  arrive(second);
  await waitFor(() => expect(count()).toBe("300 of 50,000 notes"));
  expect(page).toHaveBeenCalledExactlyOnceWith(150);
});

test("a table that changed while it was loaded isn't sorted, and says so", async () => {
  const { all, first, page } = inPages();
  page.mockResolvedValue({ table: { ...all, total: 49_999 }, rows: 49_999 });
  const { rerender } = show(first);
  await fireEvent.click(screen.getAllByTestId("sort-column")[1] as HTMLElement);
  expect((await screen.findByTestId("rows-missing")).textContent).toContain("Open the table again");
  expect(firsts()[0]).toBe("Note 0");
  await rerender({ records: many(150) });
  expect(screen.queryByTestId("rows-missing")).toBeNull();
});
