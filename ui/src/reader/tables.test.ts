import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { BaseView, NoteView } from "../ipc";
import { replay } from "../ipc/replay";
import { films, tableReference } from "../ipc/test-reference";
import Reader from "./Reader.svelte";
import { ReaderState } from "./reader.svelte";

const SALT = "Ingredients/Salt.md";
const FILMS = { type: "base", path: "Films.base" };
const view = (name: string, more: Partial<BaseView> = {}): BaseView => ({
  view: name,
  views: ["All", "Favorites"],
  table: films({ query: "", result: null, columns: ["name", name] }),
  rows: 2,
  problems: [],
  ...more,
});

const noteView = (path: string, html: string) => ({ path, title: path, html, warnings: [], backlinks: [], target: null }) as unknown as NoteView;

function open() {
  const backend = replay("salt");
  const baseTable = vi.spyOn(backend, "baseTable").mockImplementation(async (_, name) => view(name ?? "All"));
  const state = new ReaderState(backend);
  const [onoutside, onkeep] = [vi.fn(), vi.fn()];
  render(Reader, { reader: state, onbroken: vi.fn(), onexternal: vi.fn(), onoutside, onkeep });
  return { backend, baseTable, state, onoutside, onkeep };
}

const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

test("a reference's table is shown without asking for it, and a row opens its note at its line", async () => {
  const { backend, state } = open();
  const asked = vi.spyOn(backend, "openReference");
  const shown = tableReference();
  await state.show(shown, [], false);
  expect((await screen.findByTestId("reader-title")).textContent).toBe("Table of your notes");
  expect(screen.getByTestId("record-result").textContent).toBe("sum of rating: 19");
  expect(asked).not.toHaveBeenCalled();
  const note = vi.spyOn(backend, "openNote").mockResolvedValue(noteView("Films/Brazil.md", "<p>Sam</p>"));
  await fireEvent.click(screen.getByText("Brazil"));
  await waitFor(() => expect(state.path).toBe("Films/Brazil.md"));
  expect(note).toHaveBeenCalledOnce();
  expect(state.note?.target).toEqual({ start: 4, end: 4 });
  expect(screen.queryByTestId("table-page")).toBeNull();
  // Back to the table, with what was known of it.
  await state.back();
  expect(await screen.findByTestId("table-page")).toBeTruthy();
  expect(state.reference).toEqual(shown);
});

test("an answer's table can be saved as a note; one of a search has no question to name", async () => {
  const { state, onkeep } = open();
  const reference = tableReference();
  await state.show(reference, [], false);
  await fireEvent.click(await screen.findByTestId("keep-table"));
  expect(onkeep).toHaveBeenCalledExactlyOnceWith(expect.any(Element), reference.id);
  await state.openTable(films({ query: "rating>=9" }), "Films");
  await waitFor(() => expect(screen.queryByTestId("keep-table")).toBeNull());
});

// B13
test("a passage opened after a table takes its place", async () => {
  const { state } = open();
  await state.openTable(films(), "Films");
  await screen.findByTestId("table-page");
  await state.open(SALT);
  expect(screen.queryByTestId("table-page")).toBeNull();
  expect(state.table).toBeNull();
});

test("a .base file opens with its views and problems, and stays current when notes change", async () => {
  const { baseTable, state } = open();
  baseTable.mockImplementation(async (_, name) => view(name ?? "All", { problems: ["“map” views aren’t shown."] }));
  expect(await state.openFile("Films/Films.base", null)).toBe(true);
  expect(state.file).toBe("Films/Films.base");
  expect((await screen.findByTestId("reader-title")).textContent).toBe("Films");
  expect(screen.getByTestId("base-problem").textContent).toBe("“map” views aren’t shown.");
  expect(baseTable).toHaveBeenLastCalledWith({ type: "base", path: "Films/Films.base" }, null, null, 0);
  await fireEvent.change(screen.getByTestId("base-view"), { target: { value: "Favorites" } });
  await waitFor(() => expect(heads()).toEqual(["name", "Favorites"]));
  expect(baseTable).toHaveBeenCalledTimes(2);
  await state.changed(["Films/Alien.md"]);
  expect(baseTable).toHaveBeenCalledTimes(3);
  await state.back();
  await waitFor(() => expect(heads()).toEqual(["name", "All"]));
});

test("a .base file that can't be read says why", async () => {
  const { baseTable, state } = open();
  baseTable.mockRejectedValue({ code: "badInput", message: "Line 3: no list.", tried: [] });
  await state.open("Films.base");
  expect((await screen.findByTestId("notice")).textContent).toContain("Line 3: no list.");
});

const embed = (path: string, anchor = "") =>
  `<div class="embed file"><div class="embed-title"><a role="link" tabindex="0" class="wikilink file" data-path="${path}" ${anchor ? `data-anchor="${anchor}"` : ""}>Films</a></div><div class="embed-note">Base</div></div>`;

test("an embedded .base file is its table, for the note that embeds it", async () => {
  const { backend, baseTable, state } = open();
  const html = `${embed("Films.base", "Favorites")}<div class="embed" data-path="Other.md">${embed("Films.base")}</div>${embed("Plan.canvas")}`;
  vi.spyOn(backend, "openNote").mockImplementation(
    async (path) => ({ path, title: path, html, warnings: [], backlinks: [], target: null }) as unknown as NoteView,
  );
  await state.open(SALT);
  await waitFor(() => expect(screen.getAllByTestId("base-table")).toHaveLength(2));
  expect(baseTable.mock.calls).toEqual([
    [FILMS, "Favorites", SALT, 0],
    [FILMS, null, "Other.md", 0],
  ]);
  expect(screen.getAllByText("Base")).toHaveLength(1);
  // Another view, and what a change of a note does.
  await fireEvent.change(screen.getAllByTestId("base-view")[0] as HTMLElement, { target: { value: "All" } });
  await waitFor(() => expect(baseTable).toHaveBeenLastCalledWith(FILMS, "All", SALT, 0));
  await state.changed(["Films/Alien.md"]);
  await waitFor(() => expect(baseTable).toHaveBeenCalledTimes(5));
  // Its name opens the file.
  await fireEvent.click(screen.getAllByText("Films")[0] as HTMLElement);
  await waitFor(() => expect(state.file).toBe("Films.base"));
  expect(screen.getAllByTestId("base-table")).toHaveLength(1);
});

test("an embedded .base file that can't be read says why", async () => {
  const { backend, baseTable, state } = open();
  baseTable.mockRejectedValue({ code: "badInput", message: "There is no view “X”.", tried: [] });
  vi.spyOn(backend, "openNote").mockImplementation(async (path) => noteView(path, embed("Films.base", "X")));
  await state.open(SALT);
  expect((await screen.findByTestId("base-trouble")).textContent).toBe("There is no view “X”.");
});

const dataview = (text: string) => `<pre><code class="language-dataview">${text}</code></pre>`;
const code = () => screen.getByText(/LIST/).closest("pre") as HTMLElement;

test("a Dataview query is its table, for the note with the query, and a row opens its note", async () => {
  const { backend, baseTable, state } = open();
  const html = `${dataview("LIST\nFROM #film\n")}${dataview(" ")}<div class="embed" data-path="Other.md">${dataview("TASK")}</div>`;
  const note = vi.spyOn(backend, "openNote").mockImplementation(async (path) => noteView(path, html));
  baseTable.mockImplementation(async () => view("", { views: [], table: films() }));
  await state.open(SALT);
  await waitFor(() => expect(screen.getAllByTestId("base-table")).toHaveLength(2));
  expect(baseTable.mock.calls).toEqual([
    [{ type: "dataview", text: "LIST\nFROM #film\n" }, null, SALT, 0],
    [{ type: "dataview", text: "TASK" }, null, "Other.md", 0],
  ]);
  expect(code().hidden).toBe(true);
  expect(screen.queryByTestId("base-view")).toBeNull();
  // A change of another note.
  await state.changed(["Films/Alien.md"]);
  await waitFor(() => expect(baseTable).toHaveBeenCalledTimes(4));
  expect(screen.getAllByTestId("base-table")).toHaveLength(2);
  await fireEvent.click(screen.getAllByText("Brazil")[0] as HTMLElement);
  await waitFor(() => expect(note).toHaveBeenLastCalledWith("Films/Brazil.md", null));
});

test("a Dataview query that isn't understood stays code, with a line that says so", async () => {
  const { backend, baseTable, state } = open();
  baseTable.mockRejectedValue({ code: "badInput", message: "Shown as code: Marginalia doesn’t evaluate “FLATTEN” here.", tried: [] });
  vi.spyOn(backend, "openNote").mockImplementation(async (path) => noteView(path, dataview("LIST FLATTEN a")));
  await state.open(SALT);
  const line = await screen.findByTestId("base-trouble");
  expect(line.textContent).toContain("“FLATTEN”");
  expect(code().hidden).toBe(false);
  expect(code().compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByTestId("base-table")).toBeNull();
});
