import { expect, test } from "vitest";

import { foldersOf, rowsOf } from "./tree";

const notes = ["Log/2026/March.md", "Log/Old.md", "Apple.md", "archive/Rye.md"].map((path) => ({ path, title: path, aliases: [] }));
const lines = (isOpen: (path: string) => boolean) =>
  rowsOf(foldersOf(notes), isOpen).map((row) => `${" ".repeat(row.level)}${"note" in row ? row.note.title : `${row.folder}/ ${row.notes}`}`);

test("folders come before notes, by name, with the number of notes in them", () => {
  expect(lines(() => true)).toEqual([" archive/ 1", "  archive/Rye.md", " Log/ 2", "  2026/ 1", "   Log/2026/March.md", "  Log/Old.md", " Apple.md"]);
});

test("a closed folder hides what is in it", () => {
  expect(lines((path) => path === "Log")).toEqual([" archive/ 1", " Log/ 2", "  2026/ 1", "  Log/Old.md", " Apple.md"]);
});
