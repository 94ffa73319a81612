import type { NoteEntry } from "../ipc";
import { inOrder } from "../kit/fuzzy";

/** A row of the list of notes: a folder, or a note. */
export type Row = { path: string; level: number } & ({ note: NoteEntry } | { folder: string; notes: number; open: boolean });

interface Folder {
  path: string;
  name: string;
  folders: Map<string, Folder>;
  notes: NoteEntry[];
}

/** The folders of notes, each with its notes in their order. */
export function foldersOf(notes: NoteEntry[]): Folder {
  const root: Folder = { path: "", name: "", folders: new Map(), notes: [] };
  for (const note of notes) {
    let folder = root;
    const names = note.path.split("/").slice(0, -1);
    for (const [at, name] of names.entries()) {
      let inner = folder.folders.get(name);
      if (!inner) folder.folders.set(name, (inner = { path: names.slice(0, at + 1).join("/"), name, folders: new Map(), notes: [] }));
      folder = inner;
    }
    folder.notes.push(note);
  }
  return root;
}

/** The rows of a folder: folders by name, then notes. A closed folder shows none of its own. */
export function rowsOf(folder: Folder, isOpen: (path: string) => boolean, level = 1): Row[] {
  const rows: Row[] = [];
  for (const inner of inOrder([...folder.folders.values()], ({ name }) => name)) {
    const open = isOpen(inner.path);
    // The slash keeps a folder apart from a note of the same path.
    rows.push({ path: `${inner.path}/`, level, folder: inner.name, notes: countOf(inner), open });
    if (open) rows.push(...rowsOf(inner, isOpen, level + 1));
  }
  for (const note of folder.notes) rows.push({ path: note.path, level, note });
  return rows;
}

const countOf = (folder: Folder): number => [...folder.folders.values()].reduce((sum, inner) => sum + countOf(inner), folder.notes.length);
