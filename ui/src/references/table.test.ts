import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { films, tableReference } from "../ipc/test-reference";
import Cards from "./Cards.svelte";
import Passage from "./Passage.svelte";

test("a table is a card with its result and its number of rows, and the card and its number open it", async () => {
  const onopen = vi.fn();
  const references = [tableReference(), tableReference({ number: 2, table: films({ result: null, total: 50_000 }) })];
  render(Cards, { references, current: null, titleOf: (path: string) => path, onopen, onopenNote: vi.fn(), onreplace: vi.fn() });
  const cards = screen.getAllByTestId("card");
  expect(cards).toHaveLength(2);
  expect(cards[0]?.textContent).toContain("Table of your notes");
  expect(cards[0]?.textContent).toContain("sum of rating: 19 · 2 rows");
  expect(cards[0]?.textContent).toContain("has:rating status=seen");
  expect(cards[1]?.textContent).toContain("2 of 50,000 rows");
  await fireEvent.click(screen.getByText("2"));
  expect(onopen).toHaveBeenLastCalledWith(references[1]);
  await fireEvent.click(screen.getAllByText("Table of your notes")[0] as HTMLElement);
  expect(onopen).toHaveBeenLastCalledWith(references[0]);
});

test("the card over a number shows the first rows of its table, without the text for the model", () => {
  const rows = Array.from({ length: 9 }, (_, at) => ({ path: `${at}.md`, line: 1, values: [`Film ${at}`, String(at)] }));
  render(Passage, { reference: tableReference({ table: films({ rows, total: 9 }) }) });
  const preview = screen.getByTestId("table-preview");
  expect(preview.querySelectorAll("tbody tr")).toHaveLength(6);
  expect(document.body.textContent).toContain("sum of rating: 19");
  expect(document.body.textContent).toContain("9 notes");
  expect(document.body.textContent).not.toContain("Computed");
  expect(document.body.textContent).not.toContain("lines 1");
});
