import type { FootnoteCheck, FootnoteStanding } from "../ipc";
import { words } from "./sentences";

/** Counts the changed and the unchecked footnotes, in words. */
export function toldOf(footnotes: FootnoteCheck[]): string {
  const those = (...wanted: FootnoteStanding[]) => footnotes.filter(({ state }) => wanted.includes(state)).length;
  return words.changedSince(those("changed", "gone"), footnotes.length, those("unchecked"));
}
