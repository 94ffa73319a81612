import type { ByteRange, PassagePiece, DocumentView, LineRange, NoteView, OpenedReference, OutsideFile, Reference } from "./bindings";
import { fakeSentences } from "./fake-references";
import { fail } from "./fake-script";

/** Where the fake vault lies. */
export const ROOT = "/home/you/Bread";

/** What the reader is given for a reference. */
export async function fakeOpened(
  reference: Reference | undefined,
  sentences: ByteRange[],
  notes: ReadonlyMap<string, string>,
  open: (path: string) => Promise<NoteView>,
): Promise<OpenedReference> {
  if (!reference) throw fail("notFound", "This reference isn't known.");
  const nothing = { reference, standing: "unchanged" as const, note: null, notice: null, sentences: [], changes: [], document: null, scroll_to: null };
  if (reference.url) {
    const document = { ...fakeDocument(reference.title, `<p>${reference.snippet}</p>`), url: reference.url };
    return { ...nothing, document };
  }
  const note = reference.path ? await open(reference.path).catch(() => null) : null;
  if (!note) return { ...nothing, standing: "noteGone", notice: "The note was deleted. This is the passage as it was." };
  const text = notes.get(note.path) ?? "";
  const changed = reference.passage !== null && !text.includes(reference.passage.text);
  return {
    ...nothing,
    standing: changed ? "changed" : "unchanged",
    sentences: changed || !reference.passage ? [] : fakeSentences(reference.passage, sentences),
    changes: changed && reference.passage ? fakeChanges(reference.passage.text, linesOf(text, reference.passage.lines)) : [],
    note: { ...note, target: reference.passage?.lines ?? null },
    notice: changed ? "This note changed since it was cited." : null,
  };
}

const linesOf = (text: string, { start, end }: LineRange) => text.split("\n").slice(start - 1, end).join("\n");

/** What two texts begin with alike, and what follows in each. */
function fakeChanges(then: string, now: string): PassagePiece[] {
  let same = 0;
  while (same < then.length && then[same] === now[same]) same += 1;
  const pieces: PassagePiece[] = [
    { when: "both", text: then.slice(0, same) },
    { when: "then", text: then.slice(same) },
    { when: "now", text: now.slice(same) },
  ];
  return pieces.filter(({ text }) => text !== "");
}

/** Something to read that is no note, in one piece. */
export const fakeDocument = (title: string, html: string): DocumentView => ({ title, parts: [{ part: null, html }], picture: null, recognised: null, url: null, fetched: null, path: null, target: null, backlinks: [], pages: null });

export const fakeOutside = (path: string): OutsideFile => ({ path: `${ROOT}/${path}`, kind: /\.(md|txt|pdf)$/i.test(path) ? "document" : null, obsidian: path.endsWith(".md") });
