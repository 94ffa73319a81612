import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { type Finder, finders } from "../kit/find";
import App from "./App.svelte";
import { AppState } from "./app.svelte";
import FindBar from "./FindBar.svelte";

async function open() {
  const backend = replay("salt");
  const app = new AppState(backend);
  render(App, { app });
  const composer = await screen.findByTestId("composer");
  const press = (key: string, held: object = { ctrlKey: true }, at: Element | Window = window) => fireEvent.keyDown(at, { key, ...held });
  return { app, backend, composer, press };
}

/** What the status says of the matches, once it says it. */
const count = (text: string | RegExp) => waitFor(() => expect(screen.getByTestId("find-count").textContent).toMatch(text));

test("Ctrl+F finds text in the open note, goes from match to match, and gives the focus back", async () => {
  const { app, composer, press } = await open();
  await app.openNote("Ingredients/Salt.md");
  await waitFor(() => expect(screen.getByTestId("reader-body").textContent).toContain("gluten"));
  composer.focus();
  await press("f");
  const field = await screen.findByTestId<HTMLInputElement>("find-text");
  expect(document.activeElement).toBe(field);
  expect(screen.getByTestId("find-bar").closest("aside")).toBeTruthy();
  await fireEvent.input(field, { target: { value: "gluten" } });
  await count(/^1 of [2-9]/);
  await press("Enter", {}, field);
  await count(/^2 of/);
  await press("Enter", { shiftKey: true }, field);
  await press("Enter", { shiftKey: true }, field);
  await count(/^([2-9]) of \1$/);
  await fireEvent.input(field, { target: { value: "wombat" } });
  await count("No matches");
  await press("Escape", {}, field);
  expect(screen.queryByTestId("find-bar")).toBeNull();
  expect(document.activeElement).toBe(composer);
});

test("Ctrl+F finds text in the conversation that has the focus", async () => {
  const { app, composer, press } = await open();
  app.chat.composer.write({ text: "How much salt?" });
  await app.chat.send();
  composer.focus();
  await press("f");
  const field = await screen.findByTestId<HTMLInputElement>("find-text");
  expect(screen.getByTestId("find-bar").closest("main")).toBeTruthy();
  await fireEvent.input(field, { target: { value: "how much salt" } });
  await count(/^1 of/);
});

test("Ctrl+F finds text in the results of the search that covers the conversation", async () => {
  const { app, press } = await open();
  app.vault.search.open = true;
  await app.vault.search.ask("salt");
  await screen.findAllByTestId("hit");
  await press("f");
  await fireEvent.input(await screen.findByTestId("find-text"), { target: { value: "gluten" } });
  await count(/^1 of/);
});

// B91
test("text in a frame's pages is found by the frame, from the match in view on, until the bar closes", async () => {
  const pane = document.body.appendChild(document.createElement("aside"));
  const panel = pane.appendChild(document.createElement("div"));
  panel.className = "panel";
  const frame = panel.appendChild(document.createElement("iframe"));
  const finder = { find: vi.fn<Finder["find"]>(), show: vi.fn() };
  finders.set(frame, finder);
  const { unmount } = render(FindBar, { pane, onclose: () => {} });
  const field = screen.getByTestId("find-text");
  await fireEvent.input(field, { target: { value: "rye" } });
  expect(finder.find).toHaveBeenCalledExactlyOnceWith("rye", 1000, expect.anything());
  const report = finder.find.mock.calls[0]?.[2];
  report?.(2, 2, false);
  expect(finder.show).not.toHaveBeenCalled();
  report?.(5, 2, false);
  await count("3 of 5");
  report?.(6, 2, true);
  await count("3 of 6");
  expect(finder.show).toHaveBeenCalledExactlyOnceWith(2);
  await fireEvent.keyDown(field, { key: "Enter" });
  expect(finder.show).toHaveBeenLastCalledWith(3);
  await count("4 of 6");
  unmount();
  expect(finder.find).toHaveBeenLastCalledWith("", 0, expect.anything());
  pane.remove();
});

test("Ctrl+O finds notes alone, and Ctrl+Shift+O chooses a folder", async () => {
  const { app, backend, press } = await open();
  await press("o");
  const input = await screen.findByTestId<HTMLInputElement>("palette-input");
  expect(screen.getAllByTestId("palette-item")).toHaveLength(12);
  await fireEvent.input(input, { target: { value: "salt" } });
  await press("Enter", {}, input);
  await waitFor(() => expect(app.reader.path).toBe("Ingredients/Salt.md"));
  let chosen = 0;
  backend.chooseFolder = async () => ((chosen += 1), null);
  await press("O", { ctrlKey: true, shiftKey: true });
  expect(chosen).toBe(1);
});

test("a pointer that moves chooses in a list, and one that a list scrolls under doesn't", async () => {
  const { press } = await open();
  await press("o");
  await screen.findByTestId("palette-input");
  const chosen = () => screen.getAllByTestId("palette-item").findIndex((item) => item.getAttribute("aria-selected") === "true");
  const point = (row: number, movementY: number) =>
    fireEvent(
      screen.getAllByTestId("palette-item")[row] as HTMLElement,
      Object.assign(new Event("pointermove", { bubbles: true }), { movementX: 0, movementY }),
    );
  await point(3, 0);
  expect(chosen()).toBe(0);
  await point(3, 2);
  expect(chosen()).toBe(3);
});
