import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { ChangeView, Hunk, Piece } from "../ipc";
import { replay, type Replayed } from "../ipc/replay";
import { question } from "../ipc/test-conversation";
import { reference } from "../ipc/test-reference";
import ChangeCards from "./ChangeCards.svelte";
import ChangesDialog from "./ChangesDialog.svelte";
import { ChangesState } from "./changes.svelte";

/** The change that an answer proposed, one of the recorded ones, with some of it as a test wants it. */
async function reviewing(number = 1, instead: (change: ChangeView) => Partial<ChangeView> = () => ({})) {
  const backend = replay("changes");
  await backend.ask(question(`Edit ${number}`), () => {});
  return shown(backend, instead);
}

/** Two changes of one conversation. */
async function reviewingTwo() {
  const backend = replay("two-changes");
  backend.behind("ask");
  return shown(backend);
}

async function shown(backend: Replayed, instead: (change: ChangeView) => Partial<ChangeView> = () => ({})) {
  const { getChange } = backend;
  backend.getChange = async (id) => {
    const change = await getChange(id);
    return change.state === "proposed" ? { ...change, ...instead(change) } : change;
  };
  const changes = new ChangesState(backend);
  await changes.review();
  const calls = { onreference: vi.fn(), onconversation: vi.fn(), onnote: vi.fn() };
  render(ChangesDialog, { changes, notes: 55, ...calls });
  return { backend, changes, ...calls };
}

/** A change without most of its hunks, or with many like its first. */
const withHunks = (change: ChangeView, hunks: (hunk: Hunk) => Hunk[]): Partial<ChangeView> => {
  const [note] = change.notes;
  const [pieces] = change.pieces[0] ?? [];
  if (!note?.hunks[0] || !pieces) throw new Error("nothing is changed");
  const made = hunks(note.hunks[0]);
  const of = ({ before, after }: Hunk): Piece[] => [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return { notes: [{ ...note, hunks: made }], pieces: [made.map(of)] };
};

const press = (key: string, ctrlKey = false) => fireEvent.keyDown(window, { key, ctrlKey });
const applies = () => screen.getByTestId<HTMLButtonElement>("apply-change");
const hunks = () => screen.findAllByTestId("hunk");

// B86
test("the keys take and leave hunks, and only what is taken is written", async () => {
  const { backend } = await reviewing();
  const written = () => backend.called("applyChange").map(([, , taken]) => taken);
  const [day, room] = await hunks();
  expect(day?.textContent).toContain("Removed: a day");
  expect(day?.textContent).toContain("Added: two days");
  await press("x");
  expect(day?.dataset.taken).toBe("false");
  await press("j");
  await press("x");
  expect(applies().disabled).toBe(true);
  await press("Enter", true);
  expect(written()).toEqual([]);
  await press("a");
  expect(room?.dataset.taken).toBe("true");
  // Enter alone writes nothing, wherever the focus is.
  await press("Enter");
  expect(screen.getByTestId("review").dataset.state).toBe("proposed");
  await press("Enter", true);
  await waitFor(() => expect(screen.getByTestId("review").dataset.state).toBe("partly"));
  expect(written()).toEqual([[{ note: 0, hunks: [1] }]]);
  await fireEvent.click(screen.getByTestId("undo-change"));
  await waitFor(() => expect(screen.getByTestId("review").dataset.state).toBe("undone"));
});

test("a hunk is put in the user's own words before it is written", async () => {
  const { backend } = await reviewing(2);
  const [day] = await hunks();
  await fireEvent.click(within(day as HTMLElement).getByTestId("edit-hunk"));
  // What is typed isn't taken for a command.
  const box = screen.getByLabelText("Your wording");
  await fireEvent.keyDown(box, { key: "x" });
  expect(day?.dataset.taken).toBe("true");
  await fireEvent.input(box, { target: { value: "a week" } });
  await fireEvent.click(screen.getByTestId("keep-words"));
  await waitFor(() => expect(screen.queryByTestId("keep-words")).toBeNull());
  expect(backend.called("applyChange")).toEqual([]);
  const [[id, revision, , , words] = []] = backend.called("rewordChange");
  expect([revision, words]).toEqual([1, "a week"]);
  await fireEvent.click(screen.getByTestId("apply-change"));
  await waitFor(() => expect(backend.called("applyChange")).toEqual([[id, 2, [{ note: 0, hunks: [0, 1] }]]]));
});

// B87
test("a note that changed meanwhile isn't written; the updated change is shown", async () => {
  const { backend } = await reviewing(3);
  await hunks();
  backend.happen("Rest 3.md");
  await fireEvent.click(screen.getByTestId("apply-change"));
  expect((await screen.findByTestId("change-error")).textContent).toContain("Review it again");
});

// B118
test("a change that pushes older ones out of the undo history says so before it is written", async () => {
  const { backend, changes } = await reviewing(1, () => ({ crowds_out: 2 }));
  await hunks();
  expect(screen.getByTestId("crowds-out").textContent).toContain("2 older changes can no longer be undone");
  expect(backend.called("applyChange")).toEqual([]);
  await press("x");
  await changes.apply();
  await waitFor(() => expect(screen.queryByTestId("crowds-out")).toBeNull());
});

test("an all-or-nothing change has no pieces to choose", async () => {
  const { changes } = await reviewing(1, (change) => ({ whole: true, ...withHunks(change, (hunk) => [{ ...hunk, unit: "link" }]) }));
  const [only] = await hunks();
  expect(within(only as HTMLElement).queryByRole("checkbox")).toBeNull();
  await press("x");
  expect(changes.taken.size).toBe(1);
  expect(applies().disabled).toBe(false);
});

// B104
test("each hunk shows the passages that it rests on, which open, and only the others stand over all", async () => {
  const [salt, room, oven] = ["Salt.md", "Room.md", "Oven.md"].map((path, at) => reference(path, { number: at + 1 }));
  const sources = [salt, room, oven].filter((it) => it !== undefined);
  const { onreference } = await reviewing(1, () => ({ sources, rests_on: [[[1, 2], []]] }));
  const shown = (within: ParentNode) => [...within.querySelectorAll("[data-testid='change-sources'] button")].map((chip) => chip.textContent);
  const [day, warm] = await hunks();
  expect(shown(day as HTMLElement)).toEqual(["[1] Salt", "[2] Room"]);
  expect(shown(warm as HTMLElement)).toEqual([]);
  expect(shown(document)).toEqual(["[3] Oven", "[1] Salt", "[2] Room"]);
  await fireEvent.click(screen.getByText("[2] Room"));
  expect(onreference).toHaveBeenCalledWith(room);
});

test("all that was written is listed, with its undoing, which can be cleared", async () => {
  const { backend, changes } = await reviewingTwo();
  expect(await screen.findAllByTestId("change-entry")).toHaveLength(2);
  const first = changes.waiting.at(-1);
  await changes.show(first?.id ?? "");
  await changes.apply();
  await fireEvent.click(await screen.findByTestId("all-changes"));
  await changes.review();
  changes.leave();
  const clear = await screen.findByTestId("clear-undo");
  await fireEvent.click(clear);
  await fireEvent.click(screen.getByTestId("really-clear"));
  await waitFor(() => expect(screen.queryByTestId("undo-kept")).toBeNull());
  expect(backend.called("forgetUndo")).toHaveLength(1);
  await waitFor(() => expect(changes.decided[0]?.undoable).toBe(false));
});

test("a note is shown as it will look with what is taken", async () => {
  await reviewing();
  const [day] = await hunks();
  await fireEvent.click(within(day as HTMLElement).getByRole("checkbox"));
  await press("v");
  const shown = await screen.findByTestId("rendered-change");
  expect(shown.textContent).toContain("in a warm room");
  // What differs is marked on both sides.
  const marked = () => [...shown.querySelectorAll(".differs")].map(({ textContent }) => textContent);
  await waitFor(() => expect(marked()).toHaveLength(2));
  expect(marked()[1]).toContain("in a warm room");
});

test("a change opens at the name of its note, also if its first hunk is longer than the window, and a press pulls nothing", async () => {
  const brought: string[] = [];
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    brought.push(this.dataset.row ?? "");
  };
  await reviewing();
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
  const many = (hunk: Hunk) =>
    Array.from({ length: 1000 }, (_, at) => ({
      ...hunk,
      line: at + 1,
      range: { start: 12 * at, end: 12 * at + 10 },
      before: `line ${at} old`,
      after: `line ${at} new`,
    }));
  const { changes } = await reviewing(1, (change) => withHunks(change, many));
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
  const { changes } = await reviewing();
  await hunks();
  await press("e");
  expect(document.activeElement).toBe(screen.getByLabelText("Your wording"));
  await fireEvent.input(screen.getByLabelText("Your wording"), { target: { value: "a week" } });
  await press("v");
  expect(screen.queryByLabelText("Your wording")).toBeNull();
  changes.isRendered = false;
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Your wording")).value).toBe("a week");
});

test("side failures of a change are shown at the change", async () => {
  const { backend } = await reviewing();
  await hunks();
  const { applyChange } = backend;
  backend.applyChange = async (...given) => ({
    ...(await applyChange(...given)),
    notice: "The notes are written, but not committed with git: git isn't installed.",
  });
  await press("x");
  await fireEvent.click(applies());
  expect(await screen.findByText(/git isn't installed/)).toBeTruthy();
});

test("all changes of a conversation are undone at once, when it is asked for twice", async () => {
  const { backend, changes } = await reviewingTwo();
  const title = changes.waiting[0]?.conversation?.[1];
  for (const { id } of [...changes.waiting].reverse()) {
    await changes.show(id);
    await changes.apply();
  }
  changes.leave();
  await fireEvent.click(await screen.findByText(`Undo all 2 changes from “${title}”`));
  expect(backend.called("undoConversation")).toEqual([]);
  await fireEvent.click(screen.getByTestId("really-undo"));
  expect(await screen.findByText("2 changes undone.")).toBeTruthy();
  await waitFor(() => expect(changes.entries.map(({ state }) => state)).toEqual(["undone", "undone"]));
});

// B89
test("the footnotes of all notes are checked, and those that changed lead to their lines", async () => {
  const { backend, onnote } = await reviewingTwo();
  const footnote = { note: "Plan.md", label: "3", link: "Salt", words: "Two per cent" };
  const states = ["unchanged", "changed", "gone", "unchecked"] as const;
  backend.footnotes = async () => states.map((state, at) => ({ ...footnote, line: 9 + at, state }));
  expect(await screen.findByText(/This reads 55 notes .* takes seconds/)).toBeTruthy();
  await fireEvent.click(screen.getByTestId("check-footnotes"));
  expect((await screen.findByTestId("footnotes-changed")).textContent).toBe("2 of 4 footnotes changed (1 not checked)");
  const [changed, gone] = screen.getAllByTestId("changed-footnote");
  expect(gone?.textContent).toContain("Note not found");
  await fireEvent.click(changed as HTMLElement);
  expect(onnote).toHaveBeenCalledWith("Plan.md", 10);
});

test("a change edited by the user isn't discarded by one click, and a discarded one can be read again", async () => {
  const { backend, changes } = await reviewing(4);
  const refusedId = changes.shown?.id;
  await changes.reword({ note: 0, hunk: 0 }, "a week");
  await fireEvent.click(await screen.findByTestId("refuse-change"));
  expect(changes.shown?.state).toBe("proposed");
  await fireEvent.click(screen.getByTestId("refuse-change"));
  await waitFor(() => expect(changes.refused[0]?.id).toBe(refusedId));
  const refused = within(await screen.findByTestId("refused-changes"));
  await fireEvent.click(refused.getAllByText(/Rest/)[0] as HTMLElement);
  await waitFor(() => expect(changes.shown?.notes[0]?.hunks[0]?.after).toBe("a week"));
  expect(backend.called("applyChange")).toEqual([]);
});

test("changes that couldn't be listed aren't said to be none", async () => {
  const { backend, changes } = await reviewing();
  vi.spyOn(backend, "listChanges").mockRejectedValueOnce(new Error("The library is locked."));
  await changes.load();
  expect(changes.waiting).toHaveLength(1);
  expect(changes.error).toBe("The library is locked.");
});

/** The cards under the answer with the recorded proposals. */
async function cards(number: number) {
  const backend = replay("changes");
  await backend.ask(question(`Edit ${number}`), () => {});
  const changes = new ChangesState(backend);
  await changes.load();
  const answer = changes.waiting[0]?.answer ?? "";
  render(ChangeCards, { changes, answer });
  await screen.findByTestId("card-apply");
  return { backend, changes };
}

test("a proposed change is a card with its diff, applied whole and as it was shown, and undone there", async () => {
  const { backend, changes } = await cards(2);
  const card = screen.getByTestId("change-card");
  expect(card.querySelector("del")?.textContent).toContain("Removed: ");
  expect(card.querySelector("ins")?.textContent).toContain("Added: ");
  const id = changes.waiting[0]?.id ?? "";
  const { revision } = await changes.read(id);
  const applied = vi.spyOn(backend, "applyChange").mockImplementation(async () => backend.getChange(id));
  backend.listChanges = async () => changes.entries.map((entry) => ({ ...entry, state: "applied" as const, undoable: true }));
  await fireEvent.click(screen.getByTestId("card-apply"));
  expect(applied).toHaveBeenCalledExactlyOnceWith(id, revision, [{ note: 0, hunks: [0, 1] }]);
  await waitFor(() => expect(screen.getByTestId("change-card").dataset.state).toBe("applied"));
  expect(screen.getByTestId("change-card").textContent).toContain("Applied");
  const undone = vi.spyOn(backend, "undoChange").mockResolvedValue(null);
  await fireEvent.click(screen.getByTestId("card-undo"));
  expect(undone).toHaveBeenCalledExactlyOnceWith(id);
});

test("a card says what didn't go as it should: after applying, and of an undo that failed", async () => {
  const { backend, changes } = await cards(2);
  const id = changes.waiting[0]?.id ?? "";
  const notice = "The notes are written, but not committed with git: git isn't installed.";
  vi.spyOn(backend, "applyChange").mockImplementation(async () => ({ ...(await backend.getChange(id)), notice }));
  backend.listChanges = async () => changes.entries.map((entry) => ({ ...entry, state: "applied" as const, undoable: true }));
  await fireEvent.click(screen.getByTestId("card-apply"));
  expect((await screen.findByTestId("card-notice")).textContent).toBe(notice);
  vi.spyOn(backend, "undoChange").mockRejectedValue({ code: "changed", message: "The note changed since.", tried: [] });
  await fireEvent.click(screen.getByTestId("card-undo"));
  expect((await screen.findByRole("alert")).textContent).toBe("The note changed since.");
  expect(screen.queryByTestId("card-notice")).toBeNull();
});

test("a card says before it is applied that older changes can no longer be undone", async () => {
  const backend = replay("changes");
  await backend.ask(question("Edit 2"), () => {});
  const { getChange } = backend;
  backend.getChange = async (id) => ({ ...(await getChange(id)), crowds_out: 1 });
  const changes = new ChangesState(backend);
  await changes.load();
  render(ChangeCards, { changes, answer: changes.waiting[0]?.answer ?? "" });
  expect((await screen.findByTestId("card-crowds-out")).textContent).toContain("one older change can no longer be undone");
});

test("a card says that its note changed meanwhile, and shows the updated proposal", async () => {
  const { backend } = await cards(2);
  vi.spyOn(backend, "applyChange").mockRejectedValue({ code: "changed", message: "It changed.", tried: [] });
  const read = vi.spyOn(backend, "getChange");
  await fireEvent.click(screen.getByTestId("card-apply"));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Review it again"));
  expect(read).toHaveBeenCalled();
});

test("a card is discarded by one click, or opened in the review, which alone shows the user's own words", async () => {
  const { backend, changes } = await cards(2);
  const [entry] = changes.waiting;
  if (!entry) throw new Error("nothing waits");
  await fireEvent.click(screen.getByTestId("card-review"));
  expect(changes.open).toBe(true);
  await waitFor(() => expect(changes.shown?.id).toBe(entry.id));
  const refused = vi.spyOn(backend, "refuseChange").mockResolvedValue(null);
  backend.listChanges = async () => [{ ...entry, state: "refused" as const }];
  await fireEvent.click(screen.getByTestId("card-discard"));
  await waitFor(() => expect(screen.queryByTestId("change-card")).toBeNull());
  expect(refused).toHaveBeenCalledExactlyOnceWith(entry.id);
});

test("several proposals of an answer are reviewed together", async () => {
  const backend = replay("two-changes");
  backend.behind("ask");
  const changes = new ChangesState(backend);
  await changes.load();
  changes.entries = changes.entries.map((entry) => ({ ...entry, answer: "a" }));
  render(ChangeCards, { changes, answer: "a" });
  await waitFor(() => expect(screen.getAllByTestId("card-apply")).toHaveLength(2));
  expect(screen.getByTestId("card-review-all").textContent).toBe("Review all 2");
  await fireEvent.click(screen.getByTestId("card-review-all"));
  await waitFor(() => expect(changes.open).toBe(true));
});
