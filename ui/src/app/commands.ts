import { tick } from "svelte";

import { START } from "../help/places";
import type { AnswerAct } from "../chat/AnswerLine.svelte";
import type { Format, MessageView, Reference, SummaryAuthor, Table } from "../ipc";
import { nextSize, usual } from "../kit/appearance";
import type { IconName } from "../kit/Icon.svelte";
import { isMac } from "../kit/keys";
import { words as tables } from "../kit/table-sentences";
import { modelCount } from "../settings/models";
import type { AppState } from "./app.svelte";
import { carrying, evidenceOf } from "./follow";
import { answerNames, commandNames as names, keyNames, words } from "./sentences";
import { chord, type Command, functionKey, step, zoom } from "./shortcuts";

/** Begins a conversation and focuses its composer. */
export function newChat(app: AppState, project: string | null = null): void {
  app.newChat(project);
}

/** Toggles the list of models. */
export function chooseModel(app: AppState): void {
  if (app.pickerAt) app.pickerAt = null;
  // Without any model to choose or get, a server must be set up first. Until the models are found, the list says so.
  else if (app.settings.models && modelCount(app.settings.models) === 0 && !app.settings.local.advised) app.settingsAt = "models";
  else app.pickerAt = app.parts.chat?.modelButton() ?? null;
}

/** Puts a broken link's question back into the composer, with the note that the user chose instead. */
function replaceLink(app: AppState, message: MessageView, wikilink: string, path: string): void {
  const question = message.author === "user" ? message : app.chat.shown.questionOf(message);
  if (!question) return;
  const [, shown] = wikilink.slice(2, -2).split("|");
  const mended = `[[${path.replace(/\.md$/i, "")}${shown ? `|${shown}` : ""}]]`;
  app.chat.composer.write({ text: question.text.replaceAll(wikilink, mended), mode: question.mode });
}

/** Attaches a passage of the vault to the question. */
export function attachPassage(app: AppState, path: string, text: string): void {
  void app.chat.composer.attachExcerpt(path, text);
  app.showChat();
}

/** The actions of a message's cards. */
export function cardActions(app: AppState, message: MessageView) {
  return {
    titleOf: (path: string) => app.vault.titleOf(path),
    evidenceOf: (reference: Reference) => evidenceOf(message, reference),
    onopen: (reference: Reference) => void app.openReference(reference, message.id, carrying(message, reference)),
    onopenNote: (path: string) => void app.openNote(path),
    onask: (path: string, text: string) => attachPassage(app, path, text),
    pictureOf: (path: string) => app.backend.pictureAddress(path),
    onsummary: (by: SummaryAuthor) => app.showReceipt(by.answer),
    onreplace: (wikilink: string, path: string) => {
      replaceLink(app, message, wikilink, path);
      app.parts.chat?.focus();
    },
  };
}

/** Opens all rows that a search found. */
export function showTable(app: AppState, table: Table): void {
  app.showReader("note");
  void app.reader.openTable(table, tables.tableOfNotes);
}

export async function exportShown(app: AppState, format: Format): Promise<void> {
  const { list, shown, title } = app.chat;
  if (shown.id === null) return;
  await list.export({ id: shown.id, title }, format);
  // The result is shown in the sidebar, which may be closed.
  if (!app.sideShown) app.notice = list.notice;
}

/** Asks the user to confirm that all deleted conversations are erased. */
function askToErase(app: AppState): void {
  const run = async () => {
    const { list } = app.chat;
    await list.eraseAll();
    if (!app.sideShown) app.notice = list.notice;
  };
  app.asking = { text: words.reallyErase, yes: words.erase, run: () => void run() };
}

export async function search(app: AppState): Promise<void> {
  app.drawer = null;
  app.vault.search.open = true;
  await tick();
  app.parts.search?.focus();
}

export function closeSearch(app: AppState): void {
  app.vault.search.close();
  app.showChat();
}

async function searchConversations(app: AppState): Promise<void> {
  if (!app.sideShown) app.toggleSide();
  await tick();
  app.parts.conversations?.focusSearch();
}

/** A question mark pressed outside a text field. */
function asksForKeys(event: KeyboardEvent): boolean {
  const at = event.target;
  const writes = at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea, select"));
  return event.key === "?" && !event.ctrlKey && !event.metaKey && !event.altKey && !writes;
}

/** Commands on the last answer. */
function answerCommands(app: AppState): Command[] {
  const acts: [AnswerAct, IconName, Pick<Command, "keys" | "matches">?][] = [
    ["copy", "copy", chord("c", { shift: true })],
    ["save", "note", chord("s")],
    ["remember", "pin"],
    ["again", "retry", chord("r", { shift: true })],
    ["readAll", "book"],
    ["receipt", "gauge"],
  ];
  return acts.map(([what, icon, keys]) => ({ id: `answer-${what}`, icon, name: answerNames[what], ...keys, run: () => app.parts.chat?.act(what) }));
}

/** The commands in the sidebar's menu, which no other button runs. */
const inMenu = ["prompts", "memory", "insight", "graph", "quick", "help"];

/** The entries of the sidebar's menu. */
export function menuOf(commands: Command[]): { label: string; testid: string; run: () => void }[] {
  return commands.filter(({ id }) => inMenu.includes(id)).map(({ id, name, run }) => ({ label: name, testid: `menu-${id}`, run }));
}

/** All commands. The first opens the palette, which lists the others: those of every day first, those that remove something last. */
export function commandsOf(app: AppState): [Command, ...Command[]] {
  return [
    { id: "palette", icon: "search", name: names.palette, ...chord("k"), run: () => (app.palette = "all") },
    { id: "new", icon: "plus", name: names.new, ...chord("n"), run: () => newChat(app) },
    { id: "composer", icon: "pencil", name: names.composer, ...chord("l"), run: () => app.showChat() },
    { id: "find-note", icon: "note", name: names.findNote, ...chord("o"), run: () => (app.palette = "notes") },
    { id: "find", icon: "search", name: names.find, ...chord("f"), run: () => app.parts.panes?.find() },
    { id: "search", icon: "search", name: names.search, ...chord("f", { shift: true }), run: () => void search(app) },
    { id: "search-conversations", icon: "search", name: names.searchConversations, ...chord("h", { shift: true }), run: () => void searchConversations(app) },
    { id: "quick", icon: "chat", name: names.quick, run: () => void app.openQuickAsk() },
    { id: "attach", icon: "attach", name: names.attach, ...chord("u"), run: () => void app.attach() },
    { id: "next-citation", icon: "forward", name: names.nextCitation, ...functionKey("F8"), run: () => app.parts.chat?.citation(1) },
    { id: "previous-citation", icon: "back", name: names.previousCitation, ...functionKey("F8", true), run: () => app.parts.chat?.citation(-1) },
    { id: "answer-sources", icon: "book", name: names.answerSources, run: () => app.selected && app.showReferences(app.selected) },
    ...answerCommands(app),
    { id: "ask-note", icon: "chat", name: names.askNote, run: () => app.reader.path !== null && app.askAbout(app.reader.path) },
    { id: "stop", icon: "stop", name: names.stop, keys: keyNames.escape, run: () => void app.chat.stop() },
    { id: "changes", icon: "pencil", name: names.changes, ...chord("e", { shift: true }), run: () => void app.changes.review() },
    { id: "preview", icon: "gauge", name: names.preview, ...chord("e"), run: () => app.showPreview() },
    { id: "model", icon: "gauge", name: names.model, ...chord("m", { shift: isMac }), run: () => chooseModel(app) },
    { id: "project", icon: "book", name: names.project, run: () => void app.projects.begin() },
    { id: "prompts", icon: "command", name: names.prompts, run: () => void app.prompts.show() },
    { id: "memory", icon: "pin", name: names.memory, run: () => void app.memory.show() },
    { id: "insight", icon: "gauge", name: names.insight, run: () => void app.insight.show() },
    { id: "graph", icon: "link", name: names.graph, run: () => void app.insight.show("graph") },
    { id: "side", icon: "left", name: names.side, ...chord("b"), run: () => app.toggleSide() },
    { id: "reader", icon: "right", name: names.reader, ...chord("b", { alt: true }), run: () => app.toggleReader() },
    { id: "back", icon: "back", name: names.back, ...step("←"), run: () => void app.reader.back() },
    { id: "forward", icon: "forward", name: names.forward, ...step("→"), run: () => void app.reader.forward() },
    { id: "settings", icon: "gear", name: names.settings, ...chord(","), run: () => (app.settingsAt = "models") },
    { id: "appearance", icon: "contrast", name: names.appearance, run: () => (app.settingsAt = "appearance") },
    { id: "privacy", icon: "lock", name: names.privacy, run: () => (app.settingsAt = "privacy") },
    { id: "keys", icon: "keyboard", name: names.keys, keys: "?", matches: asksForKeys, run: () => (app.settingsAt = "keys") },
    { id: "help", icon: "book", name: names.help, keys: "F1", matches: ({ key }) => key === "F1", run: () => (app.helpAt = START) },
    { id: "bigger", icon: "plus", name: names.bigger, ...zoom("+", "="), run: () => void app.setAppearance({ size: nextSize(app.appearance.size, 1) }) },
    { id: "smaller", icon: "minus", name: names.smaller, ...zoom("-", "_"), run: () => void app.setAppearance({ size: nextSize(app.appearance.size, -1) }) },
    { id: "usual-size", icon: "letter", name: names.usualSize, ...chord("0"), run: () => void app.setAppearance({ size: usual.size }) },
    { id: "open", icon: "folder", name: names.open, ...chord("o", { shift: true }), run: () => void app.chooseVault() },
    { id: "import", icon: "chat", name: names.import, run: () => void app.importConversations() },
    { id: "about", icon: "book", name: names.about, run: () => (app.settingsAt = "about") },
    { id: "models", icon: "retry", name: names.models, run: () => void app.settings.find() },
    { id: "sample", icon: "book", name: names.sample, run: () => void app.openSample() },
    { id: "erase", icon: "trash", name: names.erase, run: () => askToErase(app) },
  ];
}
