import type { NoteEntry } from "../ipc";
import { samples, suggested as forms } from "./sentences";

/** Notes whose titles make no good question: days, and those that only lead to others. */
const dull = /^(\d{4}-\d{2}|start here|index|home|readme|inbox|untitled|todo|changelog|glossary|license)/i;

/** Three questions made from real titles, the same each time for the same notes. */
export function suggestions(notes: NoteEntry[]): string[] {
  const own = samples.filter(({ about }) => notes.some(({ path }) => path === about)).map(({ question }) => question);
  if (own.length === samples.length) return own;
  const good = notes.filter(({ title }) => title.length >= 3 && title.length <= 48 && !dull.test(title));
  const picked: NoteEntry[] = [];
  // From three places of the list, so that they come from different folders.
  for (let third = 0; third < forms.length; third += 1) {
    const note = good[Math.floor(((third + 0.5) * good.length) / forms.length)];
    if (note && !picked.includes(note)) picked.push(note);
  }
  return picked.map((note, at) => (forms[at] ?? forms[0])?.(note.title) ?? "");
}
