import { Channel, convertFileSrc } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { getStore, type Store } from "@tauri-apps/plugin-store";

import { carriedOver } from "../kit/carried-over";
import type { Backend, Stop } from "./backend";
import { type TurnView, type PullEvent, commands, events } from "./bindings";
import { readPreferences } from "./preferences";

/** Tauri ends subscriptions by a promise; the window may want to end one before it began. */
function stopLater(begun: Promise<Stop>): Stop {
  let stopped = false;
  void begun.then((stop) => {
    if (stopped) stop();
  });
  return () => {
    stopped = true;
    void begun.then((stop) => stop());
  };
}

const { preferencesFile, ...plain } = commands;

let opened: Promise<Store> | undefined;

/** The file of the window's preferences, which the app opened before the window. */
function store(): Promise<Store> {
  return (opened ??= preferencesFile().then(async (path) => {
    const store = await getStore(path);
    if (!store) throw new Error(`${path} isn't open.`);
    // What the web view kept before there was this file.
    for (const name of ["panes", "search"]) {
      const before = carriedOver<unknown>(name);
      if (before !== null) await store.set(name, before);
    }
    return store;
  }));
}

/** The app behind the window, by Tauri's commands, channels and events. */
export const tauri: Backend = {
  ...plain,
  ask: (request, onTurn) => commands.ask(request, new Channel<TurnView>(onTurn)),
  pullModel: (server, model, onPull) => commands.pullModel(server, model, new Channel<PullEvent>(onPull)),
  getModel: (id, onPull) => commands.getModel(id, new Channel<PullEvent>(onPull)),
  imageAddress: (attachment) => `${convertFileSrc("", "vault")}?attachment=${attachment}`,
  pagesAddress: () => convertFileSrc("", "pages"),
  async pdfBytes(file) {
    const address = file.vault !== undefined ? `${convertFileSrc(file.vault, "vault")}?pdf` : `${convertFileSrc("", "vault")}?pdf=${file.attached}`;
    const response = await fetch(address);
    if (!response.ok) throw new Error(await response.text());
    return response.arrayBuffer();
  },
  pictureAddress: (path) => convertFileSrc(path, "vault"),
  async preferences() {
    return readPreferences(Object.fromEntries(await (await store()).entries()));
  },
  async keepPreference(name, value) {
    await (await store()).set(name, value);
  },
  onIndexChanged: (listener) => stopLater(events.indexChanged.listen(({ payload }) => listener(payload))),
  onNotesMoved: (listener) => stopLater(events.notesMoved.listen(({ payload }) => listener(payload))),
  onNotesChanged: (listener) => stopLater(events.notesChanged.listen(({ payload }) => listener(payload))),
  onChangesChanged: (listener) => stopLater(events.changesChanged.listen(() => listener())),
  onNewsMissed: (listener) => stopLater(events.newsMissed.listen(() => listener())),
  onLink: (listener) => stopLater(events.linkOpened.listen(({ payload }) => listener(payload))),
  // Tauri reports files that are dragged. The app reports files that are dropped, as tokens.
  onDrop: (listener) => {
    const stops = [
      getCurrentWebview().onDragDropEvent(({ payload: { type } }) => listener({ type: type === "enter" || type === "over" ? "over" : "leave" })),
      events.pathsDropped.listen(({ payload }) => listener({ type: "drop", ...payload })),
    ].map(stopLater);
    return () => stops.forEach((stop) => stop());
  },
};
