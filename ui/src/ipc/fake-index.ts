import type { IndexStatus, MeaningState } from "./bindings";

/** The index of a vault with so many notes that are read. */
export function fakeIndex(notes: number, meaning: MeaningState, paused: boolean): IndexStatus {
  return {
    state: { type: "synced" },
    indexed: notes,
    documents: 1,
    reading: { type: "done" },
    failed: [{ path: "Log/Old scan.md", reason: "The file isn't text: it has NUL bytes." }],
    large: [],
    excluded: 2,
    notice: null,
    chunks: 3 * notes,
    embedded: meaning.type === "ready" ? 3 * notes : 10,
    meaning,
    refused: [],
    paused,
    bytes: 412_000,
  };
}
