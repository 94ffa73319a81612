import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import type { HitView, IndexStatus, VaultInfo } from "../ipc";
import { replay } from "../ipc/replay";
import IndexChip from "./IndexChip.svelte";
import NoteList from "./NoteList.svelte";
import SearchResults from "./SearchResults.svelte";
import { indexWords, VaultState } from "./vault.svelte";

async function vault(extraNotes = 0) {
  const backend = replay("changed");
  const { listNotes } = backend;
  const extra = Array.from({ length: extraNotes }, (_, at) => ({ path: `Bakes/${at} Loaf.md`, title: `Loaf ${at}`, aliases: [] }));
  if (extraNotes > 0) backend.listNotes = async (paths) => [...(await listNotes(paths)), ...extra];
  const opened = async () => (await backend.start()).vault as VaultInfo;
  const state = new VaultState(backend);
  await state.open(opened);
  return { backend, state, opened };
}

test("notes come by title", async () => {
  const { state } = await vault();
  expect(state.notes.slice(0, 3).map(({ title }) => title)).toEqual(["Autolyse", "Bulk fermentation", "Country loaf"]);
});

test("read files can be named, and are listed again after each reading", async () => {
  const { backend, state } = await vault();
  backend.listFiles = async () => [{ path: "Papers/rye.pdf", title: "rye.pdf", aliases: [] }];
  state.indexChanged({ ...(state.index as IndexStatus), reading: { type: "reading", detail: { done: 0, total: 1, pages: null } } });
  state.indexChanged({ ...(state.index as IndexStatus), reading: { type: "done" } });
  await vi.waitFor(() => expect(state.named.at(-1)).toMatchObject({ path: "Papers/rye.pdf", title: "rye.pdf" }));
  expect(state.notes.map(({ path }) => path)).not.toContain("Papers/rye.pdf");
  const list = vi.spyOn(backend, "listFiles").mockResolvedValue([]);
  const index = state.index as IndexStatus;
  state.indexChanged({ ...index, reading: { type: "reading", detail: { done: 0, total: 1, pages: null } } });
  expect(list).not.toHaveBeenCalled();
  state.indexChanged({ ...index, reading: { type: "done" } });
  await vi.waitFor(() => expect(state.named).toEqual(state.notes));
});

test("of notes that change, only these are listed again", async () => {
  const { backend, state } = await vault();
  const list = vi.spyOn(backend, "listNotes");
  const titles = () => state.notes.map(({ title }) => title);
  backend.happen("Zopf.md");
  await state.notesChanged(["Zopf.md", "Techniques/Autolyse.md", "Science/Gluten.md"]);
  expect(titles()[0]).toBe("A rest");
  expect(titles().at(-1)).toBe("Zopf");
  expect(titles()).not.toContain("Gluten");
  expect(list).toHaveBeenCalledExactlyOnceWith(["Zopf.md", "Techniques/Autolyse.md", "Science/Gluten.md"]);
});

test("the filter finds by title, folder and alias, in any case", async () => {
  const { state } = await vault(10_000);
  const titles = (filter: string) => {
    state.filter = filter;
    return state.filtered.map(({ title }) => title);
  };
  expect(titles("SALT ingr")).toEqual(["Salt"]);
  expect(titles("home")).toEqual(["Start here"]);
  expect(titles("zzz")).toEqual([]);
  expect(titles("")).toHaveLength(state.notes.length);
});

test("a folder that can't be opened says why and leaves what was open", async () => {
  const { state } = await vault();
  const gone = replay("two");
  expect(await state.open(() => gone.openVault(gone.give("gone").token))).toBeNull();
  expect(state.error?.code).toBe("notAVault");
  expect(state.vault?.name).toBe("Bread");
});

test("search answers the newest question only", async () => {
  const { backend, state } = await vault();
  const real = backend.searchNotes.bind(backend);
  let release = () => {};
  vi.spyOn(backend, "searchNotes").mockImplementationOnce(async (query, limit, mode) => {
    await new Promise<void>((done) => (release = done));
    return real(query, limit, mode);
  });
  const { search } = state;
  const slow = search.ask("rye");
  await search.ask("salt");
  release();
  await slow;
  expect(search.hits[0]?.matched).toContain("salt");
  await search.ask(" ");
  expect(search.hits).toEqual([]);
  expect(search.query).toBe("");
});

test("of what is typed while a search is under way the last is looked for, and not long after", async () => {
  const { backend, state } = await vault();
  vi.useFakeTimers();
  const asked: string[] = [];
  const releases: (() => void)[] = [];
  vi.spyOn(backend, "searchNotes").mockImplementation(async (query) => {
    asked.push(query);
    await new Promise<void>((done) => releases.push(done));
    return { hits: [], matching_passages: asked.length, matching_notes: asked.length, notices: [] };
  });
  const { search } = state;
  for (const query of ["s", "sa", "sal"]) void search.ask(query);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["s"]);
  void search.ask("salt");
  releases[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["s", "salt"]);
  // One that takes its time isn't waited for, and changes nothing when it ends.
  void search.ask("rye");
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual(["s", "salt", "rye"]);
  releases[2]?.();
  releases[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(search.matching.notes).toBe(3);
  vi.useRealTimers();
});

describe("the index chip", () => {
  const index = (more: Partial<IndexStatus>): IndexStatus => ({
    state: { type: "synced" },
    indexed: 10,
    documents: 3,
    reading: { type: "done" },
    failed: [],
    large: [],
    excluded: 2,
    notice: null,
    chunks: 30,
    refused: [],
    embedded: 30,
    meaning: { type: "ready" },
    paused: false,
    language: null,
    bytes: 1_234_567,
    ...more,
  });
  const none = { onpause: () => {}, onrebuild: () => {}, onretry: () => {}, onexclusions: () => {}, onhelp: () => {}, onswitch: () => {} };
  const problem = { path: "a.md", reason: "It isn't text." };

  test.each<[Partial<IndexStatus>, string]>([
    [{}, "Up to date"],
    [{ state: { type: "indexing", detail: { done: 412, total: 1900 } } }, "Indexing 412/1,900"],
    [{ failed: [problem] }, "1 needs attention"],
    [{ failed: [problem], refused: [{ path: "b.md", lines: { start: 3, end: 5 }, reason: "It is too long." }] }, "2 need attention"],
    [{ failed: [problem, { ...problem, path: "b.md" }] }, "2 need attention"],
    [{ state: { type: "failed", detail: "The disk is full." } }, "Index failed"],
    [{ paused: true, state: { type: "indexing", detail: { done: 2, total: 9 } } }, "Paused"],
    [{ paused: true, meaning: { type: "loading" } }, "Paused"],
    [{ reading: { type: "reading", detail: { done: 2, total: 9, pages: null } } }, "Reading files 2/9"],
    [{ reading: { type: "reading", detail: { done: 2, total: 9, pages: { done: 0, total: 1 } } } }, "Reading files 2/9"],
    [{ reading: { type: "reading", detail: { done: 2, total: 9, pages: { done: 3, total: 40 } } } }, "Reading files 2/9, page 4 of 40"],
    [{ reading: { type: "failed", detail: "The disk is full." } }, "Files not read"],
    [{ meaning: { type: "embedding", detail: { done: 199, total: 300 } } }, "Preparing search by meaning, 66%"],
    [{ paused: true, meaning: { type: "embedding", detail: { done: 1, total: 3 } } }, "Paused"],
    [{ meaning: { type: "failed", detail: "The model's file is missing." } }, "Words only"],
    [{ meaning: { type: "off", detail: "Search by meaning is off." } }, "Up to date"],
    [{ meaning: { type: "loading" } }, "Up to date"],
    [{ meaning: { type: "loading" }, embedded: 0 }, "Preparing search by meaning, 0%"],
    [{ state: { type: "away", detail: "The folder isn't there." } }, "Folder missing"],
  ])("%j says %s", (more, words) => {
    expect(indexWords(index(more)).text).toBe(words);
  });

  test("its panel has the three counts apart, and the reasons", async () => {
    const refused = [{ path: "b.md", lines: { start: 3, end: 5 }, reason: "It is too long." }];
    render(IndexChip, { index: index({ failed: [problem], refused }), ...none });
    screen.getByTestId("index-chip").click();
    const panel = await screen.findByTestId("index-panel");
    expect(panel.textContent).toMatch(/Notes indexed\s*10\s*Other files\s*3\s*Need attention\s*2\s*Excluded\s*2/);
    expect(panel.textContent).toContain("It isn't text.");
    expect(panel.textContent).toContain("Lines 3 to 5 can’t be found by meaning: It is too long.");
    expect(panel.textContent).toMatch(/On disk\s*1.2 MB/);
  });

  test("its panel names large notes, which need no attention", async () => {
    const large = index({ large: ["Log.md"] });
    expect(indexWords(large).text).toBe("Up to date");
    render(IndexChip, { index: large, ...none });
    screen.getByTestId("index-chip").click();
    const listed = await screen.findByTestId("index-large");
    expect(listed.textContent).toMatch(/Log.md\s*Large note, indexed as plain text/);
  });

  // B69
  test("its panel says why files weren't read, and has them tried again", async () => {
    const onretry = vi.fn();
    render(IndexChip, { index: index({ reading: { type: "failed", detail: "A test’s panic." } }), ...none, onretry });
    screen.getByTestId("index-chip").click();
    expect((await screen.findByTestId("index-files-failed")).textContent).toBe("A test’s panic.");
    screen.getByTestId("index-retry").click();
    expect(onretry).toHaveBeenCalledOnce();
  });

  test("its panel says where the folder is, and how it is followed", async () => {
    const notice = "Marginalia looks for changes itself.";
    render(IndexChip, { index: index({ state: { type: "away", detail: "The folder isn't there." }, notice }), ...none });
    screen.getByTestId("index-chip").click();
    expect((await screen.findByTestId("index-panel")).textContent).toContain("The folder isn't there.");
    expect(screen.getByTestId("index-notice").textContent).toBe(notice);
  });

  // B42
  test("its panel shows the progress of search by meaning, pauses it and resumes it", async () => {
    const onpause = vi.fn();
    const embedding = index({ embedded: 10, meaning: { type: "embedding", detail: { done: 10, total: 30 } } });
    const { rerender } = render(IndexChip, { index: embedding, ...none, onpause });
    screen.getByTestId("index-chip").click();
    expect((await screen.findByTestId("index-meaning")).textContent).toContain("You can already search by words");
    expect(screen.getByTestId("index-embedded").textContent).toBe("10");
    screen.getByTestId("index-pause").click();
    expect(onpause).toHaveBeenLastCalledWith(true);
    await rerender({ index: { ...embedding, paused: true } });
    screen.getByTestId("index-pause").click();
    expect(onpause).toHaveBeenLastCalledWith(false);
    const message = "Search by meaning isn't available: the model's file is missing.";
    await rerender({ index: { ...embedding, meaning: { type: "failed", detail: message } } });
    expect(screen.getByTestId("index-meaning").textContent).toBe(message);
    expect(screen.queryByTestId("index-pause")).toBeNull();
    expect(screen.getByTestId("index-retry").textContent).toBe("Try again");
  });
});

describe("what was found", () => {
  async function results(query: string) {
    const { backend, state } = await vault();
    const [onhit, onask] = [vi.fn(), vi.fn()];
    await state.search.ask(query);
    render(SearchResults, { search: state.search, notes: state.notes, onhit, onask, onleave: () => {} });
    return { backend, search: state.search, onhit, onask };
  }

  test("each passage says why it was found, with the words marked", async () => {
    const { search, onhit } = await results("salt dough");
    const [hit] = screen.getAllByTestId("hit");
    expect(hit?.querySelector("mark")?.textContent?.toLowerCase()).toMatch(/salt|dough/);
    // The marks show the words already.
    expect(search.hits[0]?.why).toMatch(/^Mentions /);
    expect(hit?.textContent).not.toContain("Mentions");
    expect(screen.getByTestId("search-status").textContent.trim()).toBe(
      `${search.hits.length} matching passages in ${new Set(search.hits.map(({ path }) => path)).size} notes`,
    );
    // More match than are shown: they are counted as under an answer.
    search.matching = { passages: 1_239, notes: 512 };
    await waitFor(() =>
      expect(screen.getByTestId("search-status").textContent.trim()).toBe(`The ${search.hits.length} best of 1,239 matching passages in 512 notes`),
    );
    hit?.click();
    expect(onhit).toHaveBeenCalledExactlyOnceWith(search.hits[0]);
  });

  test("a passage can be put into the question", async () => {
    const { search, onhit, onask } = await results("salt dough");
    screen.getAllByTestId("hit-ask")[0]?.click();
    expect(onask).toHaveBeenCalledExactlyOnceWith(search.hits[0]);
    expect(onhit).not.toHaveBeenCalled();
  });

  // B42
  test("it says when search by meaning was to be had only in part", async () => {
    const { backend, search } = await results("salt");
    vi.spyOn(backend, "searchNotes").mockResolvedValueOnce({ hits: [], matching_passages: 0, matching_notes: 0, notices: ["Found by words only."] });
    screen.getByTestId("search-meaning").click();
    expect((await screen.findByTestId("search-notice")).textContent).toBe("Found by words only.");
    expect(search.mode).toBe("meaning");
    expect(screen.getByTestId("search-status").textContent).toContain("No passage");
    await search.setMode("both");
  });

  test("nothing found names what the search is narrowed to", async () => {
    const { backend, search } = await results("salt");
    vi.spyOn(backend, "searchNotes").mockResolvedValue({ hits: [], matching_passages: 0, matching_notes: 0, notices: [] });
    await search.ask('salt -tag:draft path:"Baker words" see:this');
    expect((await screen.findByTestId("search-filters")).textContent).toBe('The search was limited to -tag:draft and path:"Baker words".');
    expect(screen.getByTestId("search-status").textContent).toContain("Nothing found for “salt see:this”");
    await fireEvent.click(screen.getByTestId("without-filters"));
    expect(search.query).toBe("salt see:this");
    await waitFor(() => expect(screen.getByTestId("search-status").textContent).toContain("Try fewer or other words"));
    expect(screen.queryByTestId("without-filters")).toBeNull();
    await search.setMode("words");
    await fireEvent.click(await screen.findByTestId("in-both"));
    expect(search.mode).toBe("both");
  });

  test("a row shows only the reasons that its marked words don’t", async () => {
    const { backend, search } = await results("salt");
    const [hit] = search.hits as [HitView];
    const hits = [
      { ...hit, text: "Salt is 2 %.", matched: ["Salt"], why: "Mentions Salt · linked with Rye" },
      { ...hit, text: "Salt is 2 %.", matched: ["Salt", "flour"], why: "Mentions Salt and flour" },
      { ...hit, text: "Salt is 2 %.", matched: [], why: "Close in meaning" },
      { ...hit, text: "Salt is 2 %.", matched: ["Salt"], why: "Mentions Salt" },
    ];
    vi.spyOn(backend, "searchNotes").mockResolvedValue({ hits, matching_passages: 4, matching_notes: 1, notices: [] });
    await search.ask("salt flour");
    await waitFor(() =>
      expect(screen.getAllByTestId("passage-why").map(({ textContent }) => textContent)).toEqual(["Linked with Rye", "Mentions Salt and flour"]),
    );
    expect(screen.getAllByTestId("hit").map(({ title }) => title)).toEqual(hits.map(({ why }) => why));
  });

  test("it is looked for again when passages can be found by their meaning", async () => {
    const { state } = await vault();
    await state.search.ask("salt");
    const again = vi.spyOn(state.search, "again");
    const index = state.index as IndexStatus;
    state.indexChanged({ ...index, meaning: { type: "embedding", detail: { done: 1, total: 2 } } });
    expect(again).not.toHaveBeenCalled();
    state.indexChanged({ ...index, meaning: { type: "ready" } });
    expect(again).toHaveBeenCalledOnce();
    state.indexChanged({ ...index, meaning: { type: "loading" } });
    state.indexChanged({ ...index, meaning: { type: "embedding", detail: { done: 1, total: 2 } } });
    expect(again).toHaveBeenCalledTimes(2);
  });

  // B44
  test("a note that was expected says why it isn't there", async () => {
    await results("salt");
    screen.getByTestId("why-not").click();
    const name = await screen.findByTestId("why-not-name");
    await fireEvent.input(name, { target: { value: "autolyse" } });
    (await screen.findAllByTestId("why-not-note"))[0]?.click();
    expect((await screen.findByTestId("why-not-answer")).textContent).toMatch(/found|None/);
  });
});

test("notes are listed in folders that open and close, by change, and by how often they are cited", async () => {
  const { backend, state } = await vault();
  render(NoteList, { state, note: null, onnote: vi.fn() });
  const folder = screen.getAllByTestId("folder-item").find(({ dataset }) => dataset["path"] === "Ingredients/") as HTMLElement;
  const inFolder = () => screen.getAllByTestId("note-item").flatMap(({ dataset }) => (dataset["path"]?.startsWith("Ingredients/") ? [dataset["path"]] : []));
  expect(folder.getAttribute("aria-expanded")).toBe("true");
  expect(inFolder()).toEqual(["Ingredients/Rye.md", "Ingredients/Salt.md"]);
  backend.citedNotes = async () => [{ path: "Ingredients/Salt.md", answers: 2, conversations: 1, last: "2026-04-11T09:00:00Z" }];
  await fireEvent.change(screen.getByTestId("note-order"), { target: { value: "cited" } });
  await waitFor(() => expect(inFolder()).toEqual(["Ingredients/Salt.md", "Ingredients/Rye.md"]));
  expect(backend.preferred.order).toBe("cited");
  backend.notesByChange = async () => ["Ingredients/Rye.md", "Ingredients/Salt.md"];
  await fireEvent.change(screen.getByTestId("note-order"), { target: { value: "changed" } });
  await waitFor(() => expect(inFolder()).toEqual(["Ingredients/Rye.md", "Ingredients/Salt.md"]));
  backend.notesByChange = async () => ["Ingredients/Salt.md", "Ingredients/Rye.md"];
  await state.notesChanged(["Ingredients/Salt.md"]);
  await waitFor(() => expect(inFolder()).toEqual(["Ingredients/Salt.md", "Ingredients/Rye.md"]));
  await fireEvent.click(folder);
  expect(inFolder()).toEqual([]);
  // The filter looks into closed folders.
  state.filter = "salt";
  await waitFor(() => expect(inFolder()).toEqual(["Ingredients/Salt.md"]));
});

test("results for other words aren't shown for the present ones", async () => {
  const { backend, state } = await vault();
  const { search } = state;
  await search.ask("salt");
  expect(search.isCurrent).toBe(true);
  const asked = search.ask("rye");
  expect(search.isCurrent).toBe(false);
  await asked;
  expect(search.isCurrent).toBe(true);
  vi.spyOn(backend, "searchNotes").mockRejectedValueOnce(new Error("The index is locked."));
  await search.ask("levain");
  expect(search.hits).toEqual([]);
  expect(search.error?.message).toBe("The index is locked.");
});

test("notes of the vault before aren't offered, though the new one's can't be listed", async () => {
  const { backend, state, opened } = await vault();
  vi.spyOn(backend, "listNotes").mockRejectedValueOnce(new Error("The index is locked."));
  await state.open(opened);
  expect(state.notes).toEqual([]);
});
