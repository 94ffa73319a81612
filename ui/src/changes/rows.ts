import type { ChangeView, Hunk, NoteChange } from "../ipc";

/** A row of the review: a note's head, a hunk, a conflict, or a rendered note. */
export type Row =
  | { kind: "note"; at: number; note: NoteChange }
  | { kind: "hunk"; at: number; hunk: Hunk; n: number; place: number }
  | { kind: "collided"; at: number; hunk: Hunk; n: number }
  | { kind: "looks"; at: number; note: NoteChange };

export function rowsOf({ notes }: ChangeView, isRendered: boolean): Row[] {
  let place = 0;
  return notes.flatMap((note, at): Row[] => {
    const hunks = note.hunks.map((hunk, n): Row => ({ kind: "hunk", at, hunk, n, place: place++ }));
    const isGone = note.collision !== null && note.hunks.length === 0;
    return [
      { kind: "note", at, note },
      ...(isRendered && !isGone ? [{ kind: "looks" as const, at, note }] : hunks),
      ...note.collided.map((hunk, n): Row => ({ kind: "collided", at, hunk, n })),
    ];
  });
}

export const keyOfRow = (row: Row): string => `${row.kind}:${row.at}:${"n" in row ? row.n : ""}`;

/** Estimated height of a row in pixels, until it is measured. */
export function guessOf(row: Row): number {
  if (row.kind === "note") return 46;
  if (row.kind === "looks") return 320;
  const text = `${row.hunk.before}${row.hunk.after}`;
  return 62 + 24 * Math.min(40, text.split("\n").length);
}

/** The row of a hunk, or of its note if the note is shown rendered. */
export function rowOfPlace(rows: Row[], place: number, note: number): number {
  return rows.findIndex((row) => (row.kind === "hunk" && row.place === place) || (row.kind === "looks" && row.at === note));
}
