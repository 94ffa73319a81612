import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { Records } from "./records";
import TableQuery from "./TableQuery.svelte";

function show(query: string, more: Partial<Records> = {}, disabled = false) {
  const calls = { onsearch: vi.fn(), ontext: vi.fn() };
  render(TableQuery, { records: { query, columns: ["Note"], rows: [], total: 0, ...more }, disabled, ...calls });
  return calls;
}

const tokens = () => screen.getAllByTestId("query-token").map(({ textContent }) => textContent.trim());

test("each word of a query can be removed; the rest is asked again as it was written", async () => {
  const { onsearch } = show('status=open tag:"two words" sort:-rating', { result: { label: "sum of €", value: "120.30", of: 0 } });
  expect(screen.getByTestId("table-query").textContent).toContain("sum of €: 120.30");
  expect(tokens()).toEqual(["status = open", "tag two words", "sorted by rating, descending"]);
  await fireEvent.click(screen.getByLabelText("Remove tag two words and ask again"));
  expect(onsearch).toHaveBeenCalledExactlyOnceWith("status=open sort:-rating");
});

test("the last word of a query stays, and its rows are counted", () => {
  show("task:open");
  expect(screen.queryByTestId("remove-token")).toBeNull();
  expect(screen.getByTestId("table-query").textContent).toContain("0 rows");
});

test("a view of a base is one word by its name, and without it the question is searched as text", async () => {
  const { onsearch, ontext } = show('view:"Templates/Bases/Movies.base#To-watch #1" year=2025');
  expect(tokens()).toEqual(["Movies · To-watch #1", "year = 2025"]);
  expect(screen.getByText("Movies · To-watch #1").title).toBe('view:"Templates/Bases/Movies.base#To-watch #1"');
  await fireEvent.click(screen.getByLabelText("Remove year = 2025 and ask again"));
  expect(onsearch).toHaveBeenCalledExactlyOnceWith('view:"Templates/Bases/Movies.base#To-watch #1"');
  await fireEvent.click(screen.getByLabelText("Remove Movies · To-watch #1, search as text and ask again"));
  expect(ontext).toHaveBeenCalledOnce();
});

test("a view that is the whole query can be removed, too", async () => {
  const { ontext } = show("view:Movies.base");
  expect(tokens()).toEqual(["Movies"]);
  await fireEvent.click(screen.getByTestId("remove-token"));
  expect(ontext).toHaveBeenCalledOnce();
});

test("the whole query can be rewritten; Escape keeps it", async () => {
  const { onsearch } = show("task:open due<2026-04-01");
  await fireEvent.click(screen.getByTestId("edit-query"));
  await fireEvent.keyDown(screen.getByTestId("query-field"), { key: "Escape" });
  await fireEvent.click(screen.getByTestId("edit-query"));
  const field = screen.getByTestId<HTMLInputElement>("query-field");
  expect(field.value).toBe("task:open due<2026-04-01");
  await fireEvent.input(field, { target: { value: " task:done " } });
  await fireEvent.submit(field.form as HTMLFormElement);
  expect(onsearch).toHaveBeenCalledExactlyOnceWith("task:done");
});

test("the question can be searched as text instead, unless an answer is being written", async () => {
  const { ontext } = show("task:open");
  await fireEvent.click(screen.getByText("Search as text"));
  expect(ontext).toHaveBeenCalledOnce();
  document.body.replaceChildren();
  show("task:open due<2026", {}, true);
  for (const button of screen.getAllByRole<HTMLButtonElement>("button")) expect(button.disabled).toBe(true);
});

test("a condition is said in words, and its written form is in its tooltip", () => {
  show("tag:bake has:rating -has:seen rating>=4 average:rating genre=drama|comedy");
  expect(tokens()).toEqual(["tag bake", "with rating", "without seen", "rating ≥ 4", "average of rating", "genre=drama|comedy"]);
  expect(screen.getByText("rating ≥ 4").title).toBe("rating>=4");
});
