import { type Appearance, languageChoices, sizes, themes, usual, widths } from "../kit/appearance";
import type { SearchMode } from "./bindings";

/** Where one was in a conversation: a message, and how far its top is from that of the window, in pixels. */
export interface Place {
  message: string;
  top: number;
}

/** The window's layout, appearance and last places, for the next start. If they are lost, the defaults return. */
export interface Preferences {
  /** The widths of the panes, in pixels, and which are open. */
  panes?: { side: number; reader: number; sideOpen: boolean; readerOpen: boolean };
  /** The open tab beside the chat. */
  tab?: "note" | "references" | "context";
  /** How the sidebar searches. */
  search?: SearchMode;
  /** The order of the notes in the sidebar. */
  order?: "name" | "changed" | "cited";
  /** How the window looks. */
  appearance?: Appearance;
  /** Where conversations were left, by their ids, the newest last. */
  places?: Record<string, Place>;
  /** The last open note of each vault, by the vault's folder. */
  left?: Record<string, LeftOff>;
}

/** The last open note of a vault, and its scroll position. */
export interface LeftOff {
  note: string | null;
  top: number;
}

const isWidth = (value: unknown): value is number => typeof value === "number" && value >= 100 && value <= 2000;

const readers: { [K in keyof Required<Preferences>]: (value: unknown) => Preferences[K] } = {
  panes(value) {
    const { side, reader, sideOpen, readerOpen } = (value ?? {}) as Record<string, unknown>;
    if (!isWidth(side) || !isWidth(reader)) return undefined;
    return { side, reader, sideOpen: sideOpen !== false, readerOpen: readerOpen !== false };
  },
  tab: (value) => (["note", "references", "context"] as const).find((tab) => tab === value),
  appearance(value) {
    if (typeof value !== "object" || value === null) return undefined;
    const { theme, size, width, language } = value as Record<string, unknown>;
    return {
      theme: themes.find((one) => one === theme) ?? usual.theme,
      size: sizes.find((one) => one === size) ?? usual.size,
      width: widths.find((one) => one === width) ?? usual.width,
      language: languageChoices.find((one) => one === language) ?? usual.language,
    };
  },
  places(value) {
    if (typeof value !== "object" || value === null) return undefined;
    const isPlace = ([, place]: [string, unknown]) => {
      const { message, top } = (place ?? {}) as Record<string, unknown>;
      return typeof message === "string" && Number.isFinite(top);
    };
    return Object.fromEntries(Object.entries(value).filter(isPlace)) as Record<string, Place>;
  },
  left(value) {
    if (typeof value !== "object" || value === null) return undefined;
    const text = (one: unknown) => (typeof one === "string" ? one : null);
    const entries = Object.entries(value).flatMap(([root, place]: [string, unknown]) => {
      if (typeof place !== "object" || place === null) return [];
      const { note, top } = place as Record<string, unknown>;
      const left = { note: text(note), top: typeof top === "number" && top > 0 ? top : 0 };
      return [[root, left] as const];
    });
    return Object.fromEntries(entries);
  },
  order: (value) => (["name", "changed", "cited"] as const).find((order) => order === value),
  search: (value) => (["both", "words", "meaning"] as const).find((mode) => mode === value),
};

/** Preferences out of a file, as far as they make sense. */
export function readPreferences(kept: Record<string, unknown>): Preferences {
  const entries = Object.entries(readers).map(([name, read]) => [name, read(kept[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
