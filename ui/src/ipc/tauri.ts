import { Channel } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { open, save } from "@tauri-apps/plugin-dialog";
import { getStore, type Store } from "@tauri-apps/plugin-store";

import { carriedOver } from "../kit/carried-over";
import type { Backend, Stop } from "./backend";
import { type Turn, type WirePull, commands, events } from "./bindings";
import { readPreferences } from "./preferences";
import { titles } from "./sentences";

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
  ask: (request, onTurn) => commands.ask(request, new Channel<Turn>(onTurn)),
  pullModel: (server, model, onPull) => commands.pullModel(server, model, new Channel<WirePull>(onPull)),
  async preferences() {
    return readPreferences(Object.fromEntries(await (await store()).entries()));
  },
  async keepPreference(name, value) {
    await (await store()).set(name, value);
  },
  chooseFolder: () => open({ directory: true, title: titles.folder }),
  async chooseFiles() {
    return (await open({ multiple: true, title: titles.files })) ?? [];
  },
  chooseExport: (name) => save({ defaultPath: name, title: titles.export }),
  chooseImport: () => open({ title: titles.import, filters: [{ name: titles.conversations, extensions: ["json"] }] }),
  onIndexChanged: (listener) => stopLater(events.indexChanged.listen(({ payload }) => listener(payload))),
  onNotesMoved: (listener) => stopLater(events.notesMoved.listen(({ payload }) => listener(payload))),
  onNotesChanged: (listener) => stopLater(events.notesChanged.listen(({ payload }) => listener(payload))),
  onDrop: (listener) =>
    stopLater(
      getCurrentWebview().onDragDropEvent(({ payload }) => {
        if (payload.type === "drop") listener({ type: "drop", paths: payload.paths });
        else if (payload.type === "leave") listener({ type: "leave" });
        else listener({ type: "over" });
      }),
    ),
};
