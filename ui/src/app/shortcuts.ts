import type { IconName } from "../kit/Icon.svelte";
import { isMac } from "../kit/keys";
import { keyNames } from "./sentences";

/** What can be done from anywhere, by the palette and by key. */
export interface Command {
  id: string;
  name: string;
  icon?: IconName;
  /** As shown: `Ctrl K`. */
  keys?: string;
  matches?: (event: KeyboardEvent) => boolean;
  run: () => void;
}

/** Ctrl with a sign, or with the one that shares its key: which needs Shift depends on the keyboard. */
export function zoom(sign: string, twin: string): Pick<Command, "keys" | "matches"> {
  return {
    keys: `${isMac ? "⌘" : keyNames.control} ${sign}`,
    matches: (event) => (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && (event.key === sign || event.key === twin),
  };
}

/** One step in the reader's history; on a Mac Alt with an arrow goes through the words of a text. */
export function step(arrow: "←" | "→"): Pick<Command, "keys" | "matches"> {
  if (isMac) return chord(arrow === "←" ? "[" : "]");
  const key = arrow === "←" ? "ArrowLeft" : "ArrowRight";
  return {
    keys: `${keyNames.alt} ${arrow}`,
    matches: (event) => event.altKey && !event.ctrlKey && !event.metaKey && event.key === key,
  };
}

/** A key with Ctrl (Command on a Mac), and what must be held besides. */
export function chord(key: string, held: { shift?: boolean; alt?: boolean } = {}): Pick<Command, "keys" | "matches"> {
  const name = key.length === 1 ? key.toUpperCase() : key;
  return {
    keys: [isMac ? "⌘" : keyNames.control, held.alt ? (isMac ? "⌥" : keyNames.alt) : "", held.shift ? (isMac ? "⇧" : keyNames.shift) : "", name]
      .filter(Boolean)
      .join(" "),
    matches: (event) =>
      (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
      event.shiftKey === (held.shift ?? false) &&
      event.altKey === (held.alt ?? false) &&
      event.key.toLowerCase() === key.toLowerCase(),
  };
}
