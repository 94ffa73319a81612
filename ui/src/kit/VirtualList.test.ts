import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test, vi } from "vitest";

import VirtualList from "./VirtualList.svelte";
import { scrollToRow, visibleRows } from "./visible-rows";

test.each([
  // scrollTop, height, rows, first, end
  [0, 300, 10_000, 0, 16],
  [30_000, 300, 10_000, 994, 1016],
  [299_700, 300, 10_000, 9984, 10_000],
  [999_999, 300, 10_000, 9984, 10_000],
  [500, 300, 3, 0, 3],
  [0, 300, 0, 0, 0],
])("scrolled to %d, a box of %d shows few of %d rows", (scrollTop, height, count, first, end) => {
  expect(visibleRows(scrollTop, height, 30, count)).toEqual({ first, end });
});

test("a row that is seen stays where it is", () => {
  expect(scrollToRow(5, 100, 300, 30)).toBe(100);
  expect(scrollToRow(1, 100, 300, 30)).toBe(30);
  expect(scrollToRow(20, 100, 300, 30)).toBe(330);
});

function list(count: number) {
  const items = Array.from({ length: count }, (_, at) => `Note ${at}`);
  const onpick = vi.fn();
  render(VirtualList<string>, {
    items,
    rowRem: 2,
    key: (item: string) => item,
    label: "Notes",
    onpick,
    row: createRawSnippet((item: () => string) => ({ render: () => `<span>${item()}</span>` })),
  });
  return onpick;
}

test("of 10,000 rows only those near the eye are drawn, and each knows its place", () => {
  list(10_000);
  const rows = screen.getAllByRole("option");
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.length).toBeLessThan(60);
  expect(rows[3]?.getAttribute("aria-posinset")).toBe("4");
  expect(rows[3]?.getAttribute("aria-setsize")).toBe("10000");
});

test.each([
  [10_000, true],
  [3, false],
])("a list of %d rows is marked as going on below: %s", (count, goesOn) => {
  list(count);
  expect(screen.getByRole("listbox").hasAttribute("data-more")).toBe(goesOn);
});

test("in a tree the right and left arrows open, close, and go in and out", async () => {
  const items = ["Log/", "Log/May", "Log/June", "Rye"];
  const onturn = vi.fn();
  render(VirtualList<string>, {
    items,
    rowRem: 2,
    key: (item: string) => item,
    label: "Notes",
    tree: (item: string) => ({ level: item.startsWith("Log/M") || item.startsWith("Log/J") ? 2 : 1, open: item === "Log/" ? true : undefined }),
    onturn,
    onpick: () => {},
    row: createRawSnippet((item: () => string) => ({ render: () => `<span>${item()}</span>` })),
  });
  const [log, may] = screen.getAllByRole("treeitem");
  expect([log?.getAttribute("aria-expanded"), may?.getAttribute("aria-expanded"), may?.getAttribute("aria-level")]).toEqual(["true", null, "2"]);
  const box = screen.getByRole("tree");
  const press = async (...keys: string[]) => {
    for (const key of keys) await fireEvent.keyDown(box, { key });
    return items.findIndex((_, at) => box.getAttribute("aria-activedescendant")?.endsWith(`-${at}`));
  };
  await fireEvent.focus(box);
  expect(await press("ArrowRight")).toBe(1);
  expect(await press("ArrowDown", "ArrowLeft")).toBe(0);
  expect(onturn).not.toHaveBeenCalled();
  await press("ArrowLeft");
  expect(onturn).toHaveBeenCalledExactlyOnceWith("Log/", false);
});

test("arrow keys and Enter choose", async () => {
  const onpick = list(100);
  const box = screen.getByRole("listbox");
  await fireEvent.focus(box);
  await fireEvent.keyDown(box, { key: "ArrowDown" });
  await fireEvent.keyDown(box, { key: "ArrowDown" });
  await fireEvent.keyDown(box, { key: "Enter" });
  expect(onpick).toHaveBeenCalledExactlyOnceWith("Note 2");
  await fireEvent.keyDown(box, { key: "End" });
  await fireEvent.keyDown(box, { key: "Enter" });
  expect(onpick).toHaveBeenLastCalledWith("Note 99");
});
