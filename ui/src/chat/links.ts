import type { FoundLink, NoteEntry, Reference } from "../ipc";
import { best, fold } from "../kit/fuzzy";

/** A `[[` that is being typed. */
export interface OpenLink {
  /** The index after `[[`. */
  from: number;
  /** The typed part of the note's name. */
  name: string;
  /** The text after `#`; null without `#`. */
  heading: string | null;
}

/** The unclosed link at the caret. */
export function openLinkAt(text: string, caret: number): OpenLink | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf("[[");
  if (start < 0) return null;
  const typed = before.slice(start + 2);
  if (/[\]\n|]/.test(typed)) return null;
  const hash = typed.indexOf("#");
  return {
    from: start + 2,
    name: hash < 0 ? typed : typed.slice(0, hash),
    heading: hash < 0 ? null : typed.slice(hash + 1),
  };
}

/** Completes `link` as `target`, and returns the new caret. */
export function finishLink(text: string, caret: number, link: OpenLink, target: string): { text: string; caret: number } {
  // Doesn't double closing brackets that are already there, typed or left from an earlier link.
  const rest = text.slice(caret).replace(/^[^\]\n[]*\]\]/, "");
  const head = `${text.slice(0, link.from)}${target}]]`;
  return { text: head + rest, caret: head.length };
}

/** A note's file name without folders and extension: its name in links. */
export function stem(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.md$/i, "");
}

/** The target between the brackets: the name, or the path where two notes share a name. */
export function linkTarget(note: NoteEntry, notes: NoteEntry[]): string {
  const name = fold(stem(note.path));
  const shared = notes.some((other) => other.path !== note.path && fold(stem(other.path)) === name);
  return shared ? note.path.replace(/\.md$/i, "") : stem(note.path);
}

/** The text between the brackets: the target, and an alias where the shown name differs from it. */
export function linkText(target: string, name: string, shown = name): string {
  const readable = !/[[\]|#\n]/.test(shown.replaceAll(" › ", ""));
  return fold(stem(target.split("#")[0] ?? target)) === fold(name) || !readable ? target : `${target}|${shown}`;
}

/** A link to a note, or to a heading; a heading that can't be written in a link is left out. */
export function linkTo(note: NoteEntry, notes: NoteEntry[], heading: string | null = null): string {
  const target = linkTarget(note, notes);
  const place = heading !== null && heading !== note.title && !/[[\]|#^\n]/.test(heading) ? heading : null;
  const inside = place === null ? linkText(target, note.title) : linkText(`${target}#${place}`, note.title, `${note.title} › ${place}`);
  return `[[${inside}]]`;
}

/** Resolves links, keyed by their text. Each link needs its own call: in one text, several links to one note
 *  give only the first. */
export async function lookUp(links: string[], vault: { findLinks(text: string): Promise<FoundLink[]> }): Promise<Map<string, FoundLink>> {
  const found = await Promise.all(links.map((link) => vault.findLinks(link)));
  return new Map(found.flat().map((reference) => [reference.wikilink, reference]));
}

/** The state of a link: broken, ambiguous, or resolved to a note that may lack its heading or block. */
export function stateOf(found: FoundLink | undefined): "unknown" | "broken" | "ambiguous" | "no-place" | "resolved" {
  if (!found) return "unknown";
  if (found.path === null) return "broken";
  if (found.others.length > 0) return "ambiguous";
  return found.missing ? "no-place" : "resolved";
}

/** A reference's anchor in the reader's form: `A#B` or `^id`. */
export function placeOf({ anchor }: Pick<Reference, "anchor">): string | null {
  if (!anchor) return null;
  return anchor.block === undefined ? (anchor.heading ?? []).join("#") : `^${anchor.block}`;
}

/** The notes to suggest for the typed text. */
export function notesFor(typed: string, notes: NoteEntry[], limit = 8): NoteEntry[] {
  return best(typed, notes, (note) => [note.title, stem(note.path), ...note.aliases].map(fold), limit);
}

/** The text of a wikilink as a reader sees it: its alias, otherwise the names of its note and place. */
export const shownOf = (link: string) =>
  link
    .slice(2, -2)
    .replace(/^.*\||^[^#]*\//, "")
    .replace(/(.)#/g, "$1 › ");

/** Splits a user's text into wikilinks and the text between them. */
export function linkPieces(text: string): { text: string; link: boolean }[] {
  return text
    .split(/(\[\[[^\]\n]+\]\])/)
    .filter((piece) => piece !== "")
    .map((piece) => ({ text: piece, link: piece.startsWith("[[") && piece.endsWith("]]") }));
}
