import type { IconName } from "../kit/Icon.svelte";
import { isMac } from "../kit/keys";
import { keyNames } from "./sentences";

/** A command, run from the palette or by key. */
export interface Command {
  id: string;
  name: string;
  icon?: IconName;
  /** The keys to show: `Ctrl K`. */
  keys?: string;
  matches?: (event: KeyboardEvent) => boolean;
  run: () => void;
}

/** Ctrl with a sign, or with the sign on the same key: keyboards differ in which of them needs Shift. */
export function zoom(sign: string, twin: string): Pick<Command, "keys" | "matches"> {
  return {
    keys: `${isMac ? "⌘" : keyNames.control} ${sign}`,
    matches: (event) => (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && (event.key === sign || event.key === twin),
  };
}

/** One step in the reader's history; on a Mac, Alt with an arrow moves by words in a text. */
export function step(arrow: "←" | "→"): Pick<Command, "keys" | "matches"> {
  if (isMac) return chord(arrow === "←" ? "[" : "]");
  const key = arrow === "←" ? "ArrowLeft" : "ArrowRight";
  return {
    keys: `${keyNames.alt} ${arrow}`,
    matches: (event) => event.altKey && !event.ctrlKey && !event.metaKey && event.key === key,
  };
}

/** A function key, with Shift or without. */
export function functionKey(name: string, shift = false): Pick<Command, "keys" | "matches"> {
  return {
    keys: shift ? `${isMac ? "⇧" : keyNames.shift} ${name}` : name,
    matches: (event) => event.key === name && event.shiftKey === shift && !event.ctrlKey && !event.altKey && !event.metaKey,
  };
}

/** A key with Ctrl (Command on a Mac), and the modifiers in `held`. */
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
