import type { Channel } from "@tauri-apps/api/core";

import type { commands, Index, Moved } from "./bindings";
import type { Preferences } from "./preferences";

/** Ends a subscription. */
export type Stop = () => void;

/** What happens while files hang over the window or are let go. */
export type Drop = { type: "over" } | { type: "leave" } | { type: "drop"; paths: string[] };

type Commands = typeof commands;

/** A command gets a function where Tauri's has a channel, and no reply where that says nothing. */
type Command<F> = F extends (...given: infer Given) => Promise<infer Reply>
  ? (...given: { [K in keyof Given]: Given[K] extends Channel<infer Event> ? (event: Event) => void : Given[K] }) => Promise<[Reply] extends [null] ? unknown : Reply>
  : never;

/**
 * Everything that the window asks of the rest of the app: its commands, and what the system does.
 * A failure rejects with a `WireError`; `asWireError` makes sure of it.
 */
export type Backend = { [K in keyof Omit<Commands, "preferencesFile">]: Command<Commands[K]> } & System;

interface System {
  preferences(): Promise<Preferences>;
  keepPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): Promise<void>;
  /** The system's dialog; null if the user thought better of it. */
  chooseFolder(): Promise<string | null>;
  chooseFiles(): Promise<string[]>;
  /** Where to write a file that is called `name` at first. */
  chooseExport(name: string): Promise<string | null>;
  /** Which export of conversations to read. */
  chooseImport(): Promise<string | null>;
  onIndexChanged(listener: (index: Index) => void): Stop;
  /** Notes that have another path; `onNotesChanged` with both paths follows. */
  onNotesMoved(listener: (moved: Moved[]) => void): Stop;
  onNotesChanged(listener: (paths: string[]) => void): Stop;
  onDrop(listener: (drop: Drop) => void): Stop;
}
