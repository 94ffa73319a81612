import type { NoteEntry } from "../ipc";
import { suggested as forms } from "./sentences";

/** Questions that the sample vault answers well, each with the note that answers it. They are in the vault's
 *  language, whatever the window's language is. */
export const samples = [
  { about: "Log/2026-03-08 First rye.md", question: "Why was my first rye gummy?" },
  { about: "Log/2026-03-21 The forgotten salt.md", question: "What happened when I forgot the salt?" },
  { about: "Science/Starch and staling.md", question: "Why does bread go stale, and what slows it down?" },
];

/** Titles that make no good question: dates, and index notes. */
const dull = /^(\d{4}-\d{2}|start here|index|home|readme|inbox|untitled|todo|changelog|glossary|license)/i;

/** Templates for new notes. */
const form = /(^|\/)_?(templates?|vorlagen?)\/|\b(template|vorlage)\b/i;

/** Three questions made from note titles; the same notes always give the same questions. */
export function suggestions(notes: NoteEntry[]): string[] {
  const own = samples.filter(({ about }) => notes.some(({ path }) => path === about)).map(({ question }) => question);
  if (own.length === samples.length) return own;
  const good = notes.filter(({ path, title }) => title.length >= 3 && title.length <= 48 && !dull.test(title) && !form.test(path));
  const picked: NoteEntry[] = [];
  // From three parts of the list, so that they come from different folders.
  for (let third = 0; third < forms.length; third += 1) {
    const note = good[Math.floor(((third + 0.5) * good.length) / forms.length)];
    if (note && !picked.includes(note)) picked.push(note);
  }
  return picked.map((note, at) => (forms[at] ?? forms[0])(note.title));
}
