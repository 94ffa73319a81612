/** What can be done from anywhere, by the palette and by key. */
export interface Command {
  id: string;
  name: string;
  /** As shown: `Ctrl K`. */
  keys?: string;
  matches?: (event: KeyboardEvent) => boolean;
  run: () => void;
}

export const isMac = /mac/i.test(navigator.userAgent);

/** A key with Ctrl (Command on a Mac), and what must be held besides. */
export function chord(key: string, held: { shift?: boolean; alt?: boolean } = {}): Pick<Command, "keys" | "matches"> {
  const name = key.length === 1 ? key.toUpperCase() : key;
  return {
    keys: [isMac ? "⌘" : "Ctrl", held.alt ? (isMac ? "⌥" : "Alt") : "", held.shift ? (isMac ? "⇧" : "Shift") : "", name]
      .filter(Boolean)
      .join(" "),
    matches: (event) =>
      (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
      event.shiftKey === (held.shift ?? false) &&
      event.altKey === (held.alt ?? false) &&
      event.key.toLowerCase() === key.toLowerCase(),
  };
}
