import type { FoundLink, NoteEntry, Reference } from "../ipc";
import { best, fold } from "../kit/fuzzy";

/** A `[[` that is being typed. */
export interface OpenLink {
  /** Where the text after `[[` begins. */
  from: number;
  /** What was typed of the note's name. */
  name: string;
  /** What was typed after `#`; null if there is none yet. */
  heading: string | null;
}

/** The link that the caret stands in, if it isn't closed yet. */
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

/** `text` with the link at `link` finished as `target`, and where the caret stands then. */
export function finishLink(
  text: string,
  caret: number,
  link: OpenLink,
  target: string,
): { text: string; caret: number } {
  // Brackets that stand there already, typed or left from an earlier link, aren't doubled.
  const rest = text.slice(caret).replace(/^[^\]\n[]*\]\]/, "");
  const head = `${text.slice(0, link.from)}${target}]]`;
  return { text: head + rest, caret: head.length };
}

/** A note's file name without folders and ending: what a link names it by. */
export function stem(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.md$/i, "");
}

/** What to write between the brackets: the name, or the path where two notes share a name. */
export function linkTarget(note: NoteEntry, notes: NoteEntry[]): string {
  const name = fold(stem(note.path));
  const shared = notes.some((other) => other.path !== note.path && fold(stem(other.path)) === name);
  return shared ? note.path.replace(/\.md$/i, "") : stem(note.path);
}

/** What stands between the brackets: the target, and the shown name where the target has another. */
export function linkText(target: string, name: string, shown = name): string {
  const readable = !/[[\]|#\n]/.test(shown.replaceAll(" › ", ""));
  return fold(stem(target.split("#")[0] ?? target)) === fold(name) || !readable ? target : `${target}|${shown}`;
}

/** A link to a note, or to a place in it; a heading that can't stand in a link is left out. */
export function linkTo(note: NoteEntry, notes: NoteEntry[], heading: string | null = null): string {
  const target = linkTarget(note, notes);
  const place = heading !== null && heading !== note.title && !/[[\]|#^\n]/.test(heading) ? heading : null;
  const inside = place === null ? linkText(target, note.title) : linkText(`${target}#${place}`, note.title, `${note.title} › ${place}`);
  return `[[${inside}]]`;
}

/** What links find, by how they are written. Each is asked for by itself: of several to one note, in one
 *  text, the first stands for all. */
export async function lookUp(links: string[], vault: { findLinks(text: string): Promise<FoundLink[]> }): Promise<Map<string, FoundLink>> {
  const found = await Promise.all(links.map((link) => vault.findLinks(link)));
  return new Map(found.flat().map((reference) => [reference.wikilink, reference]));
}

/** What becomes of a link: it finds nothing, may mean several notes, or finds a note that lacks the place that it names. */
export function stateOf(found: FoundLink | undefined): "unknown" | "broken" | "ambiguous" | "no-place" | "resolved" {
  if (!found) return "unknown";
  if (found.path === null) return "broken";
  if (found.others.length > 0) return "ambiguous";
  return found.missing ? "no-place" : "resolved";
}

/** The place that a reference names, as the reader takes it: `A#B` or `^id`. */
export function placeOf({ anchor }: Pick<Reference, "anchor">): string | null {
  if (!anchor) return null;
  return anchor.block === undefined ? (anchor.heading ?? []).join("#") : `^${anchor.block}`;
}

/** The notes to offer for what was typed. */
export function notesFor(typed: string, notes: NoteEntry[], limit = 8): NoteEntry[] {
  return best(typed, notes, (note) => [note.title, stem(note.path), ...note.aliases].map(fold), limit);
}

/** A user's text in pieces, its wikilinks told apart. */
export function linkPieces(text: string): { text: string; link: boolean }[] {
  return text
    .split(/(\[\[[^\]\n]+\]\])/)
    .filter((piece) => piece !== "")
    .map((piece) => ({ text: piece, link: piece.startsWith("[[") && piece.endsWith("]]") }));
}
