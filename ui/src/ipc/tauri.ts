import { Channel } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { open, save } from "@tauri-apps/plugin-dialog";

import type { Backend, Stop } from "./backend";
import { type Turn, type WirePull, commands, events } from "./bindings";

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

/** The app behind the window, by Tauri's commands, channels and events. */
export const tauri: Backend = {
  ...commands,
  ask: (request, onTurn) => commands.ask(request, new Channel<Turn>(onTurn)),
  pullModel: (server, model, onPull) => commands.pullModel(server, model, new Channel<WirePull>(onPull)),
  chooseFolder: () => open({ directory: true, title: "Choose a folder of notes" }),
  async chooseFiles() {
    return (await open({ multiple: true, title: "Attach files" })) ?? [];
  },
  chooseExport: (name) => save({ defaultPath: name, title: "Export" }),
  chooseImport: () => open({ title: "Import conversations", filters: [{ name: "Conversations", extensions: ["json"] }] }),
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
