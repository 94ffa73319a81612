import type { FootnoteCheck, FootnoteStanding } from "../ipc";
import { words } from "./sentences";

/** How many of these footnotes changed, and how many aren't checked. */
export function toldOf(footnotes: FootnoteCheck[]): string {
  const those = (...wanted: FootnoteStanding[]) => footnotes.filter(({ state }) => wanted.includes(state)).length;
  return words.changedSince(those("changed", "gone"), footnotes.length, those("unchecked"));
}
