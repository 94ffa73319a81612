import { tick } from "svelte";

import { modelCount } from "../settings/models";
import type { AppState } from "./app.svelte";
import { commandNames as names } from "./sentences";
import { chord, type Command } from "./shortcuts";

/** Begins a conversation, ready to be written in. */
export function newChat(app: AppState): void {
  app.newChat();
  void tick().then(() => app.parts.chat?.focus());
}

/** Opens the list of models, or closes it. */
export function chooseModel(app: AppState): void {
  if (app.pickerAt) app.pickerAt = null;
  // Where there is nothing to choose from, something has to be set up first.
  else if (modelCount(app.settings.models) === 0) app.settingsOpen = true;
  else app.pickerAt = app.parts.chat?.modelButton() ?? null;
}

export async function search(app: AppState): Promise<void> {
  if (!app.sideShown) app.toggleSide();
  await tick();
  app.parts.sidebar?.focusSearch();
}

async function searchConversations(app: AppState): Promise<void> {
  if (!app.sideShown) app.toggleSide();
  await tick();
  app.parts.conversations?.focusSearch();
}

/** What can be done from anywhere. The first opens the palette, which lists the others. */
export function commandsOf(app: AppState): [Command, ...Command[]] {
  return [
    { id: "palette", name: names.palette, ...chord("k"), run: () => (app.palette = true) },
    { id: "new", name: names.new, ...chord("n"), run: () => newChat(app) },
    { id: "search", name: names.search, ...chord("f", { shift: true }), run: () => void search(app) },
    { id: "search-conversations", name: names.searchConversations, ...chord("h", { shift: true }), run: () => void searchConversations(app) },
    { id: "import", name: names.import, run: () => void app.importConversations() },
    { id: "erase", name: names.erase, run: () => void app.chat.list.erase(null) },
    { id: "composer", name: names.composer, ...chord("l"), run: () => app.parts.chat?.focus() },
    { id: "open", name: names.open, ...chord("o"), run: () => void app.chooseVault() },
    { id: "sample", name: names.sample, run: () => void app.openSample() },
    { id: "attach", name: names.attach, ...chord("u"), run: () => void app.attach() },
    { id: "ask-note", name: names.askNote, run: () => app.reader.path !== null && app.askAbout(app.reader.path) },
    { id: "stop", name: names.stop, keys: "Esc", run: () => void app.chat.stop() },
    { id: "preview", name: names.preview, ...chord("e"), run: () => app.showPreview() },
    { id: "side", name: names.side, ...chord("b"), run: () => app.toggleSide() },
    { id: "reader", name: names.reader, ...chord("b", { alt: true }), run: () => app.toggleReader() },
    { id: "back", name: names.back, keys: "Alt ←", run: () => void app.reader.back() },
    { id: "forward", name: names.forward, keys: "Alt →", run: () => void app.reader.forward() },
    { id: "model", name: names.model, ...chord("m"), run: () => chooseModel(app) },
    { id: "models", name: names.models, run: () => void app.settings.find() },
    { id: "settings", name: names.settings, ...chord(","), run: () => (app.settingsOpen = true) },
  ];
}
