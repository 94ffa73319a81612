import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { withLongConversation } from "../ipc/test-conversation";
import App from "./App.svelte";
import { AppState } from "./app.svelte";
import { commandsOf } from "./commands";

/** The app with two recorded questions and answers. */
async function open() {
  const backend = await withLongConversation(replay("salt"), 4);
  const app = new AppState(backend);
  render(App, { app });
  await waitFor(() => expect(screen.getAllByTestId("answer")).toHaveLength(2));
  return app;
}

async function command(name: string) {
  await fireEvent.click(screen.getByTestId("open-palette"));
  await fireEvent.input(await screen.findByTestId("palette-input"), { target: { value: name } });
  await fireEvent.keyDown(screen.getByTestId("palette-input"), { key: "Enter" });
}

test("the last answer is kept, remembered and its request shown from the palette", async () => {
  const app = await open();
  const last = app.chat.shown.messages.at(-1);
  await command("Save the last answer");
  await waitFor(() => expect(app.changes.keeping?.kept).toEqual({ type: "answer", answer: last?.id }));
  app.changes.keeping = null;
  await command("Remember something");
  await waitFor(() => expect(app.memory.proposal).not.toBeNull());
  app.memory.proposal = null;
  await command("Show what was sent for");
  await waitFor(() => expect(app.tab).toBe("context"));
  expect(app.answer).toBe(last?.id);
  await command("Read all notes");
  await screen.findByTestId("read-all-estimate");
});

test("keys copy the last answer, save it to a note and ask again", async () => {
  const app = await open();
  const last = app.chat.shown.messages.at(-1);
  const copied = vi.fn(async () => {});
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: copied } });
  const press = (key: string, shiftKey: boolean) => fireEvent.keyDown(window, { key, ctrlKey: true, shiftKey });
  await press("C", true);
  expect(copied.mock.calls.flat().join("")).toContain("[^1]");
  vi.unstubAllGlobals();
  await press("s", false);
  expect(app.changes.keeping?.kept).toEqual({ type: "answer", answer: last?.id });
  // While the name is typed, the keys belong to it.
  const again = vi.spyOn(app.chat, "retry").mockResolvedValue(undefined);
  await press("R", true);
  expect(again).not.toHaveBeenCalled();
  app.changes.keeping = null;
  await press("R", true);
  expect(again.mock.calls[0]?.[0]).toBe(app.chat.shown.messages.at(-2));
});

test("no two commands have the same key", async () => {
  const keys = commandsOf(await open()).flatMap(({ keys }) => keys ?? []);
  expect(keys.length).toBeGreaterThan(20);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a key goes from citation to citation, and back", async () => {
  await open();
  const chips = [...document.querySelectorAll<HTMLElement>(".prose .chip")];
  expect(chips.length).toBeGreaterThan(3);
  const press = (shiftKey = false) => fireEvent.keyDown(document.activeElement ?? document.body, { key: "F8", shiftKey });
  await press();
  expect(document.activeElement).toBe(chips[0]);
  await press();
  await press();
  expect(document.activeElement).toBe(chips[2]);
  await press(true);
  expect(document.activeElement).toBe(chips[1]);
  chips.at(-1)?.focus();
  await press();
  expect(document.activeElement).toBe(chips.at(-1));
});
