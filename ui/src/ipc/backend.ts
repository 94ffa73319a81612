import type { Channel } from "@tauri-apps/api/core";

import type { commands, DrawnFile, DroppedPaths, IndexStatus, Link, MovedNote } from "./bindings";
import type { Preferences } from "./preferences";

/** Ends a subscription. */
export type Stop = () => void;

/** Files are dragged over the window, leave it, or are dropped on it. */
export type Drop = { type: "over" } | { type: "leave" } | ({ type: "drop" } & DroppedPaths);

type Commands = typeof commands;

/** A command gets a function where Tauri's has a channel, and no reply where that says nothing. */
type Command<F> = F extends (...given: infer Given) => Promise<infer Reply>
  ? (
      ...given: { [K in keyof Given]: Given[K] extends Channel<infer Event> ? (event: Event) => void : Given[K] }
    ) => Promise<[Reply] extends [null] ? unknown : Reply>
  : never;

/**
 * Everything that the window asks of the rest of the app: its commands, and what the system does.
 * A failure rejects with a `Failure`; `asFailure` makes sure of it.
 */
export type Backend = { [K in keyof Omit<Commands, "preferencesFile">]: Command<Commands[K]> } & System;

interface System {
  /** The address of an attached image, to be shown. */
  imageAddress(attachment: string): string;
  /** The address of the frame that draws the pages of PDFs. */
  pagesAddress(): string;
  /** A PDF, for that frame. */
  pdfBytes(file: DrawnFile): Promise<ArrayBuffer>;
  /** The address of an image of the vault, to be shown. */
  pictureAddress(path: string): string;
  preferences(): Promise<Preferences>;
  keepPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): Promise<void>;
  onIndexChanged(listener: (index: IndexStatus) => void): Stop;
  /** Notes that have another path; `onNotesChanged` with both paths follows. */
  onNotesMoved(listener: (moved: MovedNote[]) => void): Stop;
  onNotesChanged(listener: (paths: string[]) => void): Stop;
  /** Changes to notes were proposed or decided on. */
  onChangesChanged(listener: () => void): Stop;
  /** Events were lost, so everything may have changed. The window has to reload all that it shows. */
  onNewsMissed(listener: () => void): Stop;
  /** A link of another program asks for something, while the app runs. */
  onLink(listener: (link: Link) => void): Stop;
  onDrop(listener: (drop: Drop) => void): Stop;
}
