import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { FakeBackend } from "../ipc/fake";
import { reference } from "../ipc/test-reference";
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
  const calls = { onreference: vi.fn(), onconversation: vi.fn(), onnote: vi.fn(), oncommits: vi.fn() };
  render(ChangesDialog, { changes, commits: false, ...calls });
  return { backend, changes, ...calls };
}

const edit = (backend: FakeBackend) =>
  backend.proposeEdit("Rest.md", [
    ["a day", "two days"],
    ["cool", "warm"],
  ]);
const press = (key: string, ctrlKey = false) => fireEvent.keyDown(window, { key, ctrlKey });
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
  await press("Enter", true);
  expect(backend.notes.get("Rest.md")).toBe(NOTE);
  await press("a");
  expect(room?.dataset.taken).toBe("true");
  // Enter alone writes nothing, wherever the focus is.
  await press("Enter");
  expect(screen.getByTestId("review").dataset.state).toBe("proposed");
  await press("Enter", true);
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

// B118
test("a change that pushes older ones out of the undo history says so before it is written", async () => {
  const { backend, changes } = await reviewing((backend) => {
    backend.crowdsOut = 2;
    edit(backend);
  });
  await hunks();
  expect(screen.getByTestId("crowds-out").textContent).toContain("2 older changes can no longer be undone");
  expect(backend.notes.get("Rest.md")).toBe(NOTE);
  await changes.apply();
  await waitFor(() => expect(screen.queryByTestId("crowds-out")).toBeNull());
});

test("what is taken whole has no parts to choose", async () => {
  const { changes } = await reviewing((backend) => backend.proposeEdit("Rest.md", [["Rye", "Wheat", "link"]], { whole: true }));
  const [only] = await hunks();
  expect(within(only as HTMLElement).queryByRole("checkbox")).toBeNull();
  await press("x");
  expect(changes.taken.size).toBe(1);
  expect(applies().disabled).toBe(false);
});

// B104
test("each hunk shows the passages that it rests on, which open, and only the others stand over all", async () => {
  const [salt, room, oven] = ["Salt.md", "Room.md", "Oven.md"].map((path, at) => reference(path, { number: at + 1 }));
  const { onreference } = await reviewing((backend) => {
    const id = edit(backend);
    backend.changeSources.set(id, { sources: [salt, room, oven].filter((it) => it !== undefined), rests_on: [[[1, 2], []]] });
  });
  const shown = (within: ParentNode) => [...within.querySelectorAll("[data-testid='change-sources'] button")].map((chip) => chip.textContent);
  const [day, warm] = await hunks();
  expect(shown(day as HTMLElement)).toEqual(["[1] Salt", "[2] Room"]);
  expect(shown(warm as HTMLElement)).toEqual([]);
  expect(shown(document)).toEqual(["[3] Oven", "[1] Salt", "[2] Room"]);
  await fireEvent.click(screen.getByText("[2] Room"));
  expect(onreference).toHaveBeenCalledWith(room);
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
  // What differs is marked on both sides.
  const marked = () => [...shown.querySelectorAll(".differs")].map(({ textContent }) => textContent);
  await waitFor(() => expect(marked()).toHaveLength(2));
  expect(marked()[1]).toContain("a day in a warm room");
});

test("a change opens at the name of its note, also if its first hunk is longer than the window, and a press pulls nothing", async () => {
  const brought: string[] = [];
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    brought.push(this.dataset.row ?? "");
  };
  await reviewing(edit);
  await waitFor(() => expect(brought.at(-1)).toBe("note:0:"));
  await press("j");
  await waitFor(() => expect(brought.at(-1)).toBe("hunk:0:1"));
  brought.length = 0;
  const [day] = await hunks();
  await fireEvent.click(day as HTMLElement);
  await press("j");
  await waitFor(() => expect(brought).toEqual(["hunk:0:1"]));
});

test("of a thousand hunks only those in view are drawn, and the keys go to all of them", async () => {
  const text = Array.from({ length: 1000 }, (_, at) => `line ${at} old\n`).join("");
  const { changes } = await reviewing((backend) => {
    backend.notes.set("Long.md", text);
    backend.proposeEdit("Long.md", Array.from({ length: 1000 }, (_, at) => [`line ${at} old`, `line ${at} new`] as [string, string]));
  });
  expect(changes.places).toHaveLength(1000);
  expect((await hunks()).length).toBeLessThan(40);
  expect(screen.getByText("line 0 new")).toBeTruthy();
  changes.at = 700;
  expect(await screen.findByText("line 700 new")).toBeTruthy();
  expect(screen.queryByText("line 0 new")).toBeNull();
  expect((await hunks()).length).toBeLessThan(60);
  await press("x");
  expect(changes.taken.size).toBe(999);
});

test("words that are being put in outlive their row", async () => {
  const { changes } = await reviewing(edit);
  await hunks();
  await press("e");
  expect(document.activeElement).toBe(screen.getByLabelText("In your own words"));
  await fireEvent.input(screen.getByLabelText("In your own words"), { target: { value: "a week" } });
  await press("v");
  expect(screen.queryByLabelText("In your own words")).toBeNull();
  changes.isRendered = false;
  expect((await screen.findByLabelText<HTMLTextAreaElement>("In your own words")).value).toBe("a week");
});

test("what didn't go as it should besides is told where the change is", async () => {
  const { backend } = await reviewing(edit);
  await hunks();
  backend.notice = "The notes are written, but not committed with git: git isn't installed.";
  await fireEvent.click(applies());
  expect(await screen.findByText(/git isn't installed/)).toBeTruthy();
});

test("all changes of a conversation are undone at once, when it is asked for twice", async () => {
  const { backend, changes } = await reviewing((backend) => {
    backend.proposeEdit("Rest.md", [["a day", "two days"]]);
    backend.notes.set("Oven.md", "Hot.\n");
    backend.proposeEdit("Oven.md", [["Hot", "Warm"]]);
    for (const id of ["change-1", "change-2"]) backend.changeOrigins.set(id, ["talk", "About rye"]);
  });
  for (const id of ["change-1", "change-2"]) {
    await changes.show(id);
    await changes.apply();
  }
  changes.leave();
  expect(backend.notes.get("Oven.md")).toBe("Warm.\n");
  await fireEvent.click(await screen.findByText("Undo all 2 changes from “About rye”"));
  expect(backend.notes.get("Oven.md")).toBe("Warm.\n");
  await fireEvent.click(screen.getByTestId("really-undo"));
  await waitFor(() => expect(backend.notes.get("Oven.md")).toBe("Hot.\n"));
  expect(backend.notes.get("Rest.md")).toBe(NOTE);
  expect(await screen.findByText("2 changes undone.")).toBeTruthy();
});

// B89
test("the footnotes of all notes are checked, and those that changed lead to their lines", async () => {
  const { backend, onnote } = await reviewing((backend) => {
    edit(backend);
    edit(backend);
  });
  const footnote = { note: "Plan.md", label: "3", link: "Salt", words: "Two per cent" };
  backend.checked.push({ ...footnote, line: 9, state: "unchanged" }, { ...footnote, line: 10, state: "changed" }, { ...footnote, line: 11, state: "gone" });
  backend.checked.push({ ...footnote, line: 12, state: "unchecked" });
  await fireEvent.click(await screen.findByTestId("check-footnotes"));
  expect((await screen.findByTestId("footnotes-changed")).textContent).toBe("2 of 4 footnotes changed since, 1 of files not checked");
  const [changed, gone] = screen.getAllByTestId("changed-footnote");
  expect(gone?.textContent).toContain("Its note is gone");
  await fireEvent.click(changed as HTMLElement);
  expect(onnote).toHaveBeenCalledWith("Plan.md", 10);
});

test("whether changes are committed is the user's choice", async () => {
  const { oncommits } = await reviewing((backend) => {
    edit(backend);
    edit(backend);
  });
  const box = await screen.findByTestId<HTMLInputElement>("commit-changes");
  expect(box.checked).toBe(false);
  await fireEvent.click(box);
  expect(oncommits).toHaveBeenCalledWith(true);
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

test("what the user worded isn't refused by one click, and what was refused can be read again", async () => {
  const { backend, changes } = await reviewing(edit);
  await changes.reword({ note: 0, hunk: 0 }, "a week");
  await fireEvent.click(screen.getByTestId("refuse-change"));
  expect(changes.shown?.state).toBe("proposed");
  await fireEvent.click(screen.getByTestId("refuse-change"));
  await waitFor(() => expect(changes.refused).toHaveLength(1));
  const refused = within(await screen.findByTestId("refused-changes"));
  await fireEvent.click(refused.getByText(/Rest/));
  await waitFor(() => expect(changes.shown?.notes[0]?.hunks[0]?.after).toBe("a week"));
  expect(backend.notes.get("Rest.md")).toBe(NOTE);
});

test("changes that couldn't be listed aren't said to be none", async () => {
  const { backend, changes } = await reviewing(edit);
  vi.spyOn(backend, "listChanges").mockRejectedValueOnce(new Error("The library is locked."));
  await changes.load();
  expect(changes.waiting).toHaveLength(1);
  expect(changes.error).toBe("The library is locked.");
});

test("looking for a note begins anew with each answer that is kept", async () => {
  const changes = new ChangesState(new FakeBackend({ vault: true }));
  const anchor = document.body.appendChild(document.createElement("button"));
  render(KeepAnswer, { changes, notes: [{ path: "Rye.md", title: "Rye", aliases: [] }] });
  changes.keeping = { answer: "a", anchor };
  await fireEvent.input(await screen.findByTestId("keep-find"), { target: { value: "Rye" } });
  await screen.findByTestId("keep-at");
  changes.keeping = null;
  await waitFor(() => expect(screen.queryByTestId("keep-answer")).toBeNull());
  changes.keeping = { answer: "b", anchor };
  expect((await screen.findByTestId<HTMLInputElement>("keep-find")).value).toBe("");
});
