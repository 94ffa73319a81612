import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { question } from "../ipc/test-conversation";
import ChangeCards from "./ChangeCards.svelte";
import { ChangesState } from "./changes.svelte";
import Diff from "./Diff.svelte";
import KeepNote from "./KeepNote.svelte";

// B89
test("an answer goes to a note of its own, or to the end of one that is found by name", async () => {
  const backend = replay("kept-answer");
  await backend.ask(question("How much salt?"), () => {});
  const changes = new ChangesState(backend);
  const anchor = document.body.appendChild(document.createElement("button"));
  const notes = await backend.listNotes(null);
  render(KeepNote, { changes, notes });
  changes.keeping = { kept: { type: "answer", answer: "id-3" }, anchor };
  await screen.findByDisplayValue("How much salt");
  await fireEvent.click(screen.getByTestId("keep-new"));
  await waitFor(() => expect(changes.shown?.notes[0]?.deed.type).toBe("create"));
  const asked = vi.spyOn(backend, "proposeAnswer");
  changes.keeping = { kept: { type: "answer", answer: "id-3" }, anchor };
  await fireEvent.input(await screen.findByDisplayValue("How much salt"), { target: { value: "Bread/Salt" } });
  await fireEvent.click(screen.getByTestId("keep-new"));
  expect(asked).toHaveBeenLastCalledWith("id-3", { type: "newNote", path: "Bread/Salt.md" });
  changes.keeping = { kept: { type: "answer", answer: "id-3" }, anchor };
  await fireEvent.input(await screen.findByTestId("keep-find"), { target: { value: "Rye" } });
  await fireEvent.click((await screen.findAllByTestId("keep-at")).find(({ title }) => title === "Archive/Rye.md") as HTMLElement);
  await waitFor(() => expect(changes.shown?.notes[0]?.path).toBe("Archive/Rye.md"));
});

test("a note to add an answer to is found by a part of its name, and a folder for a new one by its beginning", async () => {
  const backend = replay("kept-answer");
  const asked = vi.spyOn(backend, "proposeAnswer").mockRejectedValue(new Error());
  vi.spyOn(backend, "answerPath").mockResolvedValue("How much salt.md");
  const changes = new ChangesState(backend);
  const anchor = document.body.appendChild(document.createElement("button"));
  const notes = ["Recipes/Rye tin loaf.md", "Recipes/Country loaf.md", "Log/Salt.md"].map((path) => ({
    path,
    title: path.replace(/.*\/|\.md$/g, ""),
    aliases: [],
  }));
  render(KeepNote, { changes, notes });
  changes.keeping = { kept: { type: "answer", answer: "a" }, anchor };
  await fireEvent.input(await screen.findByTestId("keep-find"), { target: { value: "rye" } });
  expect((await screen.findAllByTestId("keep-at")).map(({ title }) => title)).toEqual(["Recipes/Rye tin loaf.md"]);
  const name = await screen.findByDisplayValue<HTMLInputElement>("How much salt");
  expect(screen.queryByTestId("keep-folder")).toBeNull();
  await fireEvent.input(name, { target: { value: "rec" } });
  await fireEvent.click(await screen.findByTestId("keep-folder"));
  expect(name.value).toBe("Recipes/How much salt");
  expect(document.activeElement).toBe(name);
  expect(screen.queryByTestId("keep-folder")).toBeNull();
  await fireEvent.click(screen.getByTestId("keep-new"));
  expect(asked).toHaveBeenCalledExactlyOnceWith("a", { type: "newNote", path: "Recipes/How much salt.md" });
});

// B89
test("a page or a table goes to a new note of the chosen name, which no other note has", async () => {
  const backend = replay("kept-answer");
  await backend.ask(question("How much salt?"), () => {});
  vi.spyOn(backend, "referencePath").mockResolvedValue("Sea salt.md");
  const proposed = await backend.proposeAnswer("id-3", { type: "newNote", path: "How much salt.md" });
  const asked = vi.spyOn(backend, "proposeReference").mockResolvedValue(proposed);
  const changes = new ChangesState(backend);
  const anchor = document.body.appendChild(document.createElement("button"));
  render(KeepNote, { changes, notes: [{ path: "Web/Salt.md", title: "Salt", aliases: [] }] });
  changes.keeping = { kept: { type: "reference", reference: "r" }, anchor };
  const name = await screen.findByDisplayValue<HTMLInputElement>("Sea salt");
  // Only an answer can go to the end of a note.
  expect(screen.queryByTestId("keep-find")).toBeNull();
  const save = screen.getByTestId<HTMLButtonElement>("keep-new");
  await fireEvent.input(name, { target: { value: "web/salt" } });
  expect([screen.getByTestId("keep-taken").textContent, save.disabled]).toEqual(["A note with this name exists.", true]);
  await fireEvent.input(name, { target: { value: "Web/" } });
  expect([screen.queryByTestId("keep-taken"), save.disabled]).toEqual([null, true]);
  await fireEvent.input(name, { target: { value: "Web/Sea salt.md" } });
  await fireEvent.submit(name.closest("form") as HTMLElement);
  expect(asked).toHaveBeenCalledExactlyOnceWith("r", "Web/Sea salt.md");
  await waitFor(() => expect([changes.keeping, changes.open, changes.shown?.id]).toEqual([null, true, proposed.id]));
});

test("a name whose note can't be saved stays with the error beside it, and can be saved again", async () => {
  const backend = replay("kept-answer");
  await backend.ask(question("How much salt?"), () => {});
  const proposed = await backend.proposeAnswer("id-3", { type: "newNote", path: "How much salt.md" });
  const propose = vi.spyOn(backend, "proposeAnswer").mockResolvedValue(proposed).mockRejectedValueOnce({ code: "io", message: "The disk is full." });
  const changes = new ChangesState(backend);
  const anchor = document.body.appendChild(document.createElement("button"));
  render(KeepNote, { changes, notes: [] });
  changes.keeping = { kept: { type: "answer", answer: "id-3" }, anchor };
  const name = await screen.findByDisplayValue<HTMLInputElement>("How much salt");
  await fireEvent.input(name, { target: { value: "Bread/Salt" } });
  await fireEvent.click(screen.getByTestId("keep-new"));
  expect((await screen.findByTestId("keep-failure")).textContent).toBe("The disk is full.");
  expect([name.value, changes.open]).toEqual(["Bread/Salt", false]);
  await fireEvent.click(screen.getByTestId("keep-new"));
  await waitFor(() => expect([changes.keeping, changes.shown?.notes[0]?.deed.type]).toEqual([null, "create"]));
  expect(propose.mock.calls.map(([, place]) => place.path)).toEqual(["Bread/Salt.md", "Bread/Salt.md"]);
});

test("the search for a note starts empty for each answer that is saved", async () => {
  const changes = new ChangesState(replay());
  const anchor = document.body.appendChild(document.createElement("button"));
  render(KeepNote, { changes, notes: [{ path: "Rye.md", title: "Rye", aliases: [] }] });
  changes.keeping = { kept: { type: "answer", answer: "a" }, anchor };
  await fireEvent.input(await screen.findByTestId("keep-find"), { target: { value: "Rye" } });
  await screen.findByTestId("keep-at");
  changes.keeping = null;
  await waitFor(() => expect(screen.queryByTestId("keep-note")).toBeNull());
  changes.keeping = { kept: { type: "answer", answer: "b" }, anchor };
  expect((await screen.findByTestId<HTMLInputElement>("keep-find")).value).toBe("");
});

// B89
test("the note that a card proposes gets its name and folder before it is applied", async () => {
  const backend = replay("kept-answer");
  await backend.ask(question("How much salt?"), () => {});
  const proposed = await backend.proposeAnswer("id-3", { type: "newNote", path: "How much salt.md" });
  const at = (path: string, revision: number) => ({ ...proposed, revision, notes: proposed.notes.map((note) => ({ ...note, path })) });
  const entry = { ...proposed, by: "user" as const, conversation: null, notes: 1, undoable: false, answer: "id-3" };
  backend.listChanges = async () => [entry];
  const read = vi.spyOn(backend, "getChange").mockResolvedValue(proposed);
  const moved = vi.spyOn(backend, "moveNewNote").mockImplementation(async (_id, revision, path) => at(path, revision + 1));
  const applied = vi.spyOn(backend, "applyChange").mockResolvedValue(proposed);
  const changes = new ChangesState(backend);
  await changes.load();
  render(KeepNote, { changes, notes: [] });
  render(ChangeCards, { changes, answer: "id-3" });
  await fireEvent.click(await screen.findByTestId("card-name"));
  const name = await screen.findByDisplayValue("How much salt");
  await fireEvent.input(name, { target: { value: "Bread/Salt" } });
  moved.mockRejectedValueOnce({ code: "badInput", message: "A note with this name exists." });
  await fireEvent.click(screen.getByTestId("keep-new"));
  expect((await screen.findByTestId("keep-failure")).textContent).toBe("A note with this name exists.");
  expect(read).toHaveBeenCalledTimes(2);
  await fireEvent.click(screen.getByTestId("keep-new"));
  expect(moved).toHaveBeenLastCalledWith(proposed.id, proposed.revision, "Bread/Salt.md");
  const apply = await screen.findByTestId<HTMLButtonElement>("card-apply");
  await waitFor(() => expect(apply.disabled).toBe(false));
  expect(screen.getByTestId("card-name").textContent?.trim()).toBe("Bread");
  await fireEvent.click(apply);
  await waitFor(() => expect(applied).toHaveBeenCalledWith(proposed.id, proposed.revision + 1, [{ note: 0, hunks: [0] }]));
  expect(read).toHaveBeenCalledTimes(2);
});

test("each further key searches the names of notes without folding them again", async () => {
  const backend = replay("kept-answer");
  vi.spyOn(backend, "answerPath").mockResolvedValue("How much salt.md");
  const changes = new ChangesState(backend);
  const anchor = document.body.appendChild(document.createElement("button"));
  let reads = 0;
  const notes = (await backend.listNotes(null)).map((note) => ({
    ...note,
    get aliases() {
      reads += 1;
      return note.aliases;
    },
  }));
  render(KeepNote, { changes, notes });
  changes.keeping = { kept: { type: "answer", answer: "a" }, anchor };
  const field = await screen.findByTestId("keep-find");
  for (const value of ["R", "Ry", "Rye"]) await fireEvent.input(field, { target: { value } });
  expect((await screen.findAllByTestId("keep-at")).length).toBeGreaterThan(0);
  expect(reads).toBe(notes.length);
});

test("the text around changed words is cut at whole words", () => {
  const [lead, tail] = ["ore you do anything at all with the salt, weigh", ": a level teaspoon of fine table salt is about 6"];
  const hunk = { range: { start: 0, end: 0 }, line: 1, unit: "words" as const, before: "", after: " it", lead, tail };
  const { container } = render(Diff, { hunk, pieces: [{ kind: "added", text: " it" }] });
  expect(container.textContent?.trim()).toBe("…you do anything at all with the salt, weighAdded:  it: a level teaspoon of fine table salt is about…");
});

test("the id at the end of the app's own footnote is folded in a change; other text is shown as it is", () => {
  const id = "^marginalia-c227cacdf39ca728-16-20";
  const after = `[^1]: [[Rye]] “Rests.” ${id}\n\nMy own ^block-1\n`;
  const hunk = { range: { start: 0, end: 0 }, line: 1, unit: "note" as const, before: "", after, lead: "", tail: "" };
  const { container } = render(Diff, { hunk, pieces: [{ kind: "added", text: after }] });
  expect(container.querySelector("ins")?.textContent).toBe(`Added: ${after.replace(id, "^…")}`);
  expect(screen.getByTestId("own-id").title).toBe(id);
});
