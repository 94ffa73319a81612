import type { ConversationEntry, HeadingEntry, NoteEntry, Scope, TagEntry } from "../ipc";
import { fold, score } from "../kit/fuzzy";
import { notesFor, stem } from "./links";

/** An `@` that is being typed. */
export interface OpenMention {
  /** The index of the `@`. */
  from: number;
  /** The typed part of a name. */
  name: string;
  /** The text after a note's name and `#`; null without `#`. */
  heading: string | null;
}

/** The kinds of suggestions for `@`. */
export type Mention =
  | { kind: "note"; note: NoteEntry }
  | { kind: "heading"; note: NoteEntry; heading: string }
  | { kind: "folder"; path: string; notes: number }
  | { kind: "tag"; tag: string; notes: number }
  | { kind: "conversation"; conversation: ConversationEntry };

/** The candidates for `@`. */
export interface Nameable {
  notes: NoteEntry[];
  /** Headings that match the typed text, best first. */
  headings: HeadingEntry[];
  tags: TagEntry[];
  conversations: ConversationEntry[];
}

/** Maximum suggestions of a kind. */
export const EACH = 3;
const NOTES = 5;
/** Minimum score. Names that merely contain the letters don't match, because `@` also occurs in ordinary text. */
const GOOD = 30;

/** The `@…` before the caret. An `@` inside a word is an address. */
export function openMentionAt(text: string, caret: number): OpenMention | null {
  const found = /(?:^|[\s([{“"])@([^@\n]{0,60})$/.exec(text.slice(0, caret));
  const typed = found?.[1];
  if (typed === undefined || /^\s|\s\s/.test(typed)) return null;
  const hash = typed.indexOf("#", 1);
  const [name, heading] = hash < 0 ? [typed, null] : [typed.slice(0, hash), typed.slice(hash + 1)];
  return { from: caret - typed.length - 1, name, heading };
}

/** The folders of the notes, with the number of notes in each, subfolders included. */
export function foldersOf(notes: NoteEntry[]): Map<string, number> {
  const folders = new Map<string, number>();
  for (const { path } of notes) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
      const folder = path.slice(0, at);
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
  }
  return folders;
}

/** Suggestions for the text after `@`: notes, then headings, folders, tags and conversations. `#` asks for
 *  tags, and a final `/` for folders. */
export function mentionsFor(typed: string, { notes, headings, tags, conversations }: Nameable): Mention[] {
  const wanted = fold(typed.replace(/^#/, "").replace(/\/$/, "").trim());
  const fit = <T>(items: T[], texts: (item: T) => string[]): T[] => {
    const scored = items.map((item) => ({ item, points: Math.max(...texts(item).map((text) => score(wanted, fold(text)))) }));
    const good = scored.filter(({ points }) => wanted === "" || points >= GOOD);
    return good
      .sort((a, b) => b.points - a.points)
      .slice(0, EACH)
      .map(({ item }) => item);
  };
  const folders = [...foldersOf(notes)].map(([path, count]) => ({ path, notes: count }));
  const asFolders = fit(folders, ({ path }) => [stem(path), path]).map((folder): Mention => ({ kind: "folder", ...folder }));
  const asTags = fit(tags, ({ tag }) => [tag, stem(tag)]).map((tag): Mention => ({ kind: "tag", ...tag }));
  if (typed.startsWith("#")) return asTags;
  if (typed.endsWith("/")) return asFolders;
  const good = (note: NoteEntry) => wanted === "" || [note.title, stem(note.path), ...note.aliases].some((name) => score(wanted, fold(name)) >= GOOD);
  const asNotes = notesFor(typed, notes, NOTES)
    .filter(good)
    .map((note): Mention => ({ kind: "note", note }));
  const asHeadings = headings.flatMap(({ path, text }): Mention[] => {
    const note = notes.find((note) => note.path === path);
    return note ? [{ kind: "heading", note, heading: text }] : [];
  });
  const asConversations = fit(conversations, ({ title }) => [title]).map((conversation): Mention => ({ kind: "conversation", conversation }));
  return [...asNotes, ...asHeadings, ...asFolders, ...asTags, ...asConversations];
}

export function narrowed(scope: Scope, more: Partial<Scope>): Scope {
  const joined = (known: string[], added: string[] = []) => [...new Set([...known, ...added])];
  return { places: joined(scope.places, more.places), tags: joined(scope.tags, more.tags) };
}

export function widened(scope: Scope, { places = [], tags = [] }: Partial<Scope>): Scope {
  return { places: scope.places.filter((path) => !places.includes(path)), tags: scope.tags.filter((tag) => !tags.includes(tag)) };
}

/** The whole vault. */
export const everything = (): Scope => ({ places: [], tags: [] });
