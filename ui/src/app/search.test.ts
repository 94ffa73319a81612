import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { excerpt } from "../ipc/test-reference";
import App from "./App.svelte";
import { AppState } from "./app.svelte";

async function open() {
  const backend = replay("salt");
  const app = new AppState(backend);
  render(App, { app });
  const composer = await screen.findByTestId("composer");
  await fireEvent.keyDown(window, { key: "F", ctrlKey: true, shiftKey: true });
  const box = await screen.findByTestId<HTMLInputElement>("search");
  const type = (value: string) => fireEvent.input(box, { target: { value } });
  const press = (key: string, at: Element = document.activeElement ?? box) => fireEvent.keyDown(at, { key });
  return { app, backend, composer, box, type, press };
}

test("the search covers the conversation, lists notes with the title first, and is left by Escape", async () => {
  const { app, composer, box, type, press } = await open();
  expect(document.activeElement).toBe(box);
  expect(box.closest("main")).toBeTruthy();
  expect(composer.closest("[inert]")).toBeTruthy();
  await type("salt");
  await screen.findAllByTestId("hit");
  const titled = screen.getAllByTestId("titled-note");
  expect(titled.map(({ dataset }) => dataset["path"])).toEqual(["Ingredients/Salt.md", "Log/The forgotten salt.md"]);
  await press("Enter", box);
  await waitFor(() => expect(app.reader.path).toBe("Ingredients/Salt.md"));
  await press("ArrowDown", box);
  expect(document.activeElement).toBe(titled[0]);
  await press("ArrowDown");
  await press("ArrowDown");
  expect((document.activeElement as HTMLElement).dataset["testid"]).toBe("hit");
  // In a narrow window the reader lies over the search.
  await press("Escape");
  expect([app.drawer, app.vault.search.open]).toEqual([null, true]);
  await press("Escape");
  await waitFor(() => expect(document.activeElement).toBe(composer));
  expect(screen.queryByTestId("search")).toBeNull();
  expect(app.vault.search.query).toBe("");
});

test("a search can be narrowed by a button, which offers values, and widened again", async () => {
  const { app, backend, box, type } = await open();
  vi.spyOn(backend, "queryCompletions").mockImplementation(async (query) => (query.endsWith("tag:") ? [`${query}bread`] : []));
  await type("salt");
  const narrow = screen.getAllByTestId("narrow").find(({ dataset }) => dataset["by"] === "tag:");
  await fireEvent.click(narrow as HTMLElement);
  expect(document.activeElement).toBe(box);
  await fireEvent.click(await screen.findByTestId("completion"));
  expect(app.vault.search.query).toBe("salt tag:bread");
  const chip = screen.getByTestId("search-condition");
  expect(chip.textContent).toContain("tag:bread");
  await fireEvent.click(chip.querySelector("button") as HTMLElement);
  expect(app.vault.search.query).toBe("salt");
});

test.each([
  ["a note whose title has the word", "forgotten", "titled-note"],
  ["the best passage where no title has it", "flour", "hit"],
])("Enter opens the top row: %s", async (_, words, row) => {
  const { app, box, type, press } = await open();
  await type(words);
  await waitFor(() => expect(app.vault.search.isCurrent).toBe(true));
  const top = document.querySelector<HTMLElement>(".results .hit");
  expect(top?.dataset["testid"]).toBe(row);
  await press("Enter", box);
  await waitFor(() => expect(app.reader.path).toBe(top?.dataset["path"]));
});

test("conditions are offered before the first letter; a task's only there and beside data", async () => {
  const { app, backend, box, type } = await open();
  vi.spyOn(backend, "queryCompletions").mockImplementation(async (query) => (query.endsWith("path:") ? [`${query}Recipes`] : []));
  const offered = () => screen.getAllByTestId("narrow").map(({ dataset }) => dataset["by"]);
  expect(offered()).toEqual(["tag:", "path:", "date:", "type:", "task:"]);
  await fireEvent.click(screen.getAllByTestId("narrow")[1] as HTMLElement);
  expect(document.activeElement).toBe(box);
  expect(screen.getByTestId("search-status").textContent).not.toContain("Searching");
  expect((await screen.findByTestId("completion")).textContent.trim()).toBe("path:Recipes");
  await type("salt");
  await screen.findAllByTestId("hit");
  expect(offered()).not.toContain("task:");
  expect(app.vault.search.table).toBeNull();
});

test("a hit is attached to the question as a passage, and the search comes back with its words", async () => {
  const { app, backend, composer, type } = await open();
  const attachExcerpt = vi.spyOn(backend, "attachExcerpt").mockImplementation(async (path) => excerpt(path, crypto.randomUUID()));
  await type("salt");
  await fireEvent.click((await screen.findAllByTestId("hit-ask"))[0] as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(composer));
  const [hit] = app.vault.search.hits;
  expect(attachExcerpt).toHaveBeenCalledExactlyOnceWith(hit?.path, hit?.text);
  expect((await screen.findByTestId("attachment-chip")).textContent).toMatch(/salt\s+lines 3–5\s+41 tokens/);
  expect(app.chat.composer.draft.text).toBe("");
  await fireEvent.click(screen.getByTestId("open-search"));
  expect((await screen.findByTestId<HTMLInputElement>("search")).value).toBe("salt");
});
