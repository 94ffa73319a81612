import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { FakeBackend } from "../ipc/fake";
import ChangesDialog from "./ChangesDialog.svelte";
import { ChangesState } from "./changes.svelte";
import KeepAnswer from "./KeepAnswer.svelte";

const NOTE = "Rye rests for a day in a cool room.\n";

async function reviewing(propose: (backend: FakeBackend) => void) {
  const backend = new FakeBackend({ vault: true });
  backend.notes.set("Rest.md", NOTE);
  propose(backend);
  const changes = new ChangesState(backend);
  backend.onChangesChanged(() => void changes.load());
  await changes.review();
  const calls = { onreference: vi.fn(), onconversation: vi.fn() };
  render(ChangesDialog, { changes, ...calls });
  return { backend, changes, ...calls };
}

const edit = (backend: FakeBackend) =>
  backend.proposeEdit("Rest.md", [
    ["a day", "two days"],
    ["cool", "warm"],
  ]);
const press = (key: string) => fireEvent.keyDown(window, { key });
const applies = () => screen.getByTestId<HTMLButtonElement>("apply-change");
const hunks = () => screen.findAllByTestId("hunk");

// B86
test("the keys take and leave hunks, and only what is taken is written", async () => {
  const { backend } = await reviewing(edit);
  const [day, room] = await hunks();
  expect(day?.textContent).toContain("Removed: a day");
  expect(day?.textContent).toContain("Added: two days");
  await press("x");
  expect(day?.dataset.taken).toBe("false");
  await press("j");
  await press("x");
  expect(applies().disabled).toBe(true);
  await press("Enter");
  expect(backend.notes.get("Rest.md")).toBe(NOTE);
  await press("a");
  expect(room?.dataset.taken).toBe("true");
  await press("Enter");
  await waitFor(() => expect(screen.getByTestId("review").dataset.state).toBe("partly"));
  expect(backend.notes.get("Rest.md")).toBe(NOTE.replace("cool", "warm"));
  await fireEvent.click(screen.getByTestId("undo-change"));
  await waitFor(() => expect(screen.getByTestId("review").dataset.state).toBe("undone"));
  expect(backend.notes.get("Rest.md")).toBe(NOTE);
});

test("a hunk is put in the user's own words before it is written", async () => {
  const { backend } = await reviewing(edit);
  const [day] = await hunks();
  await fireEvent.click(within(day as HTMLElement).getByTestId("edit-hunk"));
  // What is typed isn't taken for a command.
  const box = screen.getByLabelText("In your own words");
  await fireEvent.keyDown(box, { key: "x" });
  expect(day?.dataset.taken).toBe("true");
  await fireEvent.input(box, { target: { value: "a week" } });
  await fireEvent.click(screen.getByTestId("keep-words"));
  await waitFor(() => expect(screen.queryByTestId("keep-words")).toBeNull());
  expect(backend.notes.get("Rest.md")).toBe(NOTE);
  await fireEvent.click(screen.getByTestId("apply-change"));
  await waitFor(() => expect(backend.notes.get("Rest.md")).toBe(NOTE.replace("a day", "a week").replace("cool", "warm")));
});

// B87
test("a note that changed meanwhile isn't written; the change is shown anew", async () => {
  const { backend } = await reviewing(edit);
  await hunks();
  backend.edit("Rest.md", `${NOTE}More.\n`);
  await fireEvent.click(screen.getByTestId("apply-change"));
  expect((await screen.findByTestId("change-error")).textContent).toContain("Look at it once more");
  expect(backend.notes.get("Rest.md")).toBe(`${NOTE}More.\n`);
});

test("what is taken whole has no parts to choose, and a link to its conversation and passages", async () => {
  const { changes } = await reviewing((backend) => backend.proposeEdit("Rest.md", [["Rye", "Wheat", "link"]], { whole: true }));
  const [only] = await hunks();
  expect(within(only as HTMLElement).queryByRole("checkbox")).toBeNull();
  await press("x");
  expect(changes.taken.size).toBe(1);
  expect(applies().disabled).toBe(false);
});

test("all that was written is listed, with its undoing, which can be cleared", async () => {
  const { backend, changes } = await reviewing((backend) => {
    edit(backend);
    edit(backend);
  });
  expect(await screen.findAllByTestId("change-entry")).toHaveLength(2);
  const [first] = changes.waiting;
  await changes.show(first?.id ?? "");
  await changes.apply();
  await fireEvent.click(await screen.findByTestId("all-changes"));
  await changes.review();
  changes.leave();
  const clear = await screen.findByTestId("clear-undo");
  await fireEvent.click(clear);
  await fireEvent.click(screen.getByTestId("really-clear"));
  await waitFor(() => expect(screen.queryByTestId("undo-kept")).toBeNull());
  expect(await backend.undoBytes()).toBe(0);
  await waitFor(() => expect(changes.decided[0]?.undoable).toBe(false));
});

test("a note is shown as it will look with what is taken", async () => {
  await reviewing(edit);
  const [day] = await hunks();
  await fireEvent.click(within(day as HTMLElement).getByRole("checkbox"));
  await press("v");
  const shown = await screen.findByTestId("rendered-change");
  expect(shown.textContent).toContain("a day in a warm room");
});

test("many hunks are drawn a few at a time", async () => {
  const text = Array.from({ length: 150 }, (_, at) => `line ${at} old\n`).join("");
  const { changes } = await reviewing((backend) => {
    backend.notes.set("Long.md", text);
    backend.proposeEdit("Long.md", Array.from({ length: 150 }, (_, at) => [`line ${at} old`, `line ${at} new`] as [string, string]));
  });
  expect((await hunks()).length).toBeLessThan(100);
  expect(changes.places).toHaveLength(150);
  await waitFor(() => expect(screen.getAllByTestId("hunk")).toHaveLength(150), { timeout: 8000 });
});

// B89
test("an answer goes to a note of its own, or to the end of one that is found by name", async () => {
  const backend = new FakeBackend({ vault: true });
  const changes = new ChangesState(backend);
  const anchor = document.body.appendChild(document.createElement("button"));
  const notes = await backend.listNotes(null);
  render(KeepAnswer, { changes, notes });
  changes.keeping = { answer: "a", anchor };
  await fireEvent.click(await screen.findByTestId("keep-new"));
  await waitFor(() => expect(changes.shown?.notes[0]?.deed.type).toBe("create"));
  changes.keeping = { answer: "a", anchor };
  await fireEvent.input(await screen.findByTestId("keep-find"), { target: { value: notes[0]?.title ?? "" } });
  await fireEvent.click((await screen.findAllByTestId("keep-at"))[0] as HTMLElement);
  await waitFor(() => expect(changes.shown?.notes[0]?.path).toBe(notes[0]?.path));
});
