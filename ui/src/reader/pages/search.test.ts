import { expect, test, vi } from "vitest";

import { Search } from "./search";

/** Pages with these numbers of matches, and the marks that they were asked for. */
function pages(...counts: number[]) {
  const marked: [number, string, number | null][] = [];
  const sheets = counts.map((matches, at) => ({
    number: at + 1,
    count: async (text: string) => (text === "rye" ? matches : 0),
    find: async (text: string, now: number | null) => {
      marked.push([at + 1, text, now]);
      return now === null ? null : document.createElement("mark");
    },
  }));
  return { search: new Search(sheets), marked };
}

// B91
test("a text is counted page by page, and the first match is the one from the page in view on", async () => {
  const { search } = pages(2, 0, 1, 3);
  const report = vi.fn();
  await search.find("rye", 1000, 3, report);
  expect(report.mock.calls).toEqual([
    [2, 2, false],
    [3, 2, false],
    [6, 2, false],
    [6, 2, true],
  ]);
  expect([0, 1, 2, 5, 6].map((match) => search.pageOf(match))).toEqual([1, 1, 3, 4, null]);
  await search.find("rye", 4, 9, report);
  // Behind the page in view there is none, so the first of all counts.
  expect(report).toHaveBeenLastCalledWith(4, 0, true);
  expect(search.pageOf(4)).toBeNull();
  await search.find(" ", 1000, 1, report);
  expect(report).toHaveBeenLastCalledWith(0, 0, true);
});

// B91
test("one match is the current one, and a newer search ends an older one", async () => {
  const { search, marked } = pages(2, 1);
  const [older, newer] = [vi.fn(), vi.fn()];
  const both = [search.find("salt", 1000, 1, older), search.find("rye", 1000, 1, newer)];
  await Promise.all(both);
  expect(older).not.toHaveBeenCalled();
  expect(newer).toHaveBeenLastCalledWith(3, 0, true);
  marked.length = 0;
  expect(await search.mark(1)).toBeTruthy();
  expect(await search.mark(2)).toBeTruthy();
  expect(await search.mark(3)).toBeNull();
  expect(marked).toEqual([
    [1, "rye", 1],
    [1, "rye", null],
    [2, "rye", 0],
  ]);
});
