import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { films, tableReference } from "../ipc/test-reference";
import App from "./App.svelte";
import { AppState } from "./app.svelte";
import { surroundingsOf } from "./surroundings";

async function open() {
  const backend = replay("salt");
  const app = new AppState(backend);
  render(App, { app });
  await screen.findByTestId("composer");
  return { app, backend };
}

test("a table of an answer opens in the reader from its reference alone", async () => {
  const { app, backend } = await open();
  const asked = vi.spyOn(backend, "openReference");
  const reference = tableReference();
  surroundingsOf(app).links.reference(reference, "a");
  expect((await screen.findByTestId("table-page")).textContent).toContain("sum of rating: 19");
  expect(screen.getByTestId("tab-note").getAttribute("aria-selected")).toBe("true");
  expect([app.reference, app.answer]).toEqual([reference.id, "a"]);
  expect(asked).not.toHaveBeenCalled();
});

test("the rows of a query open from the search, first by Enter, and all as a table", async () => {
  const { app, backend } = await open();
  backend.queryNotes = async () => ({ table: films(), rows: 2 });
  backend.queryCompletions = async () => [];
  const openNote = vi.spyOn(backend, "openNote");
  await fireEvent.click(screen.getByTestId("open-search"));
  const box = await screen.findByTestId<HTMLInputElement>("search");
  await fireEvent.input(box, { target: { value: "has:rating" } });
  await screen.findAllByTestId("record-hit");
  await fireEvent.keyDown(box, { key: "ArrowDown" });
  expect(document.activeElement).toBe(screen.getAllByTestId("record-hit")[0]);
  await fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(openNote).toHaveBeenCalledExactlyOnceWith("Films/Alien.md", null));
  await fireEvent.click(screen.getByTestId("show-table"));
  expect((await screen.findByTestId("table-page")).textContent).toContain("Table of your notes");
  expect(app.reference).toBeNull();
});

test("a link of an answer to a .base file opens its table, not another program", async () => {
  const { app, backend } = await open();
  const outside = vi.spyOn(backend, "fileOutside");
  const baseTable = vi.spyOn(backend, "baseTable").mockResolvedValue({ view: "Best", views: ["Best"], table: films({ query: "" }), rows: 2, problems: [] });
  const link = document.createElement("a");
  link.dataset["anchor"] = "Best";
  surroundingsOf(app).links.file(link, "Films.base");
  expect((await screen.findByTestId("base-table")).dataset.view).toBe("Best");
  expect(baseTable).toHaveBeenCalledExactlyOnceWith({ type: "base", path: "Films.base" }, "Best", null, 0);
  expect(outside).not.toHaveBeenCalled();
});
