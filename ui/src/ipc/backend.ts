import type {
  Ask,
  Attachment,
  Context,
  Conversation,
  ConversationEntry,
  ConversationHit,
  Found,
  FoundServer,
  Imported,
  Index,
  Models,
  Moved,
  Note,
  NoteEntry,
  OpenedReference,
  RelatedNote,
  ServerSetting,
  Settings,
  Start,
  Turn,
  Vault,
  WireExport,
  WireKeyPlace,
  WirePull,
  WireReceipt,
  WireSearchMode,
  WireTrial,
} from "./bindings";

/** Ends a subscription. */
export type Stop = () => void;

/** What happens while files hang over the window or are let go. */
export type Drop = { type: "over" } | { type: "leave" } | { type: "drop"; paths: string[] };

/** What a drop turned out to be. */
export interface DropContents {
  folder: string | null;
  files: string[];
}

/**
 * Everything that the window asks of the rest of the app. A failure rejects with a `WireError`;
 * `asWireError` makes sure of it.
 */
export interface Backend {
  start(): Promise<Start>;
  openVault(path: string): Promise<Vault>;
  openSampleVault(): Promise<Vault>;
  /** All notes, or those at `paths` that are still there. */
  listNotes(paths: string[] | null): Promise<NoteEntry[]>;
  openNote(path: string, anchor: string | null): Promise<Note>;
  openReference(id: string): Promise<OpenedReference>;
  searchNotes(query: string, limit: number, mode: WireSearchMode): Promise<Found>;
  /** Why a note isn't among what a search finds, or where it is, in a sentence. */
  whyNot(query: string, path: string, limit: number, mode: WireSearchMode): Promise<string>;
  relatedNotes(path: string): Promise<RelatedNote[]>;
  setIndexPaused(paused: boolean): Promise<unknown>;
  rebuildIndex(): Promise<unknown>;
  retryIndex(): Promise<unknown>;
  listConversations(): Promise<ConversationEntry[]>;
  /** The newest `limit` messages of a conversation, or those before the message `before`. */
  conversationPage(id: string, before: string | null, limit: number): Promise<Conversation>;
  /** The conversations of the vault that have these words, each with its best message, best first. */
  searchConversations(query: string): Promise<ConversationHit[]>;
  /** Shows the branch with this message, up to its newest end. */
  switchBranch(message: string): Promise<unknown>;
  renameConversation(id: string, title: string): Promise<unknown>;
  pinConversation(id: string, pinned: boolean): Promise<unknown>;
  deleteConversation(id: string): Promise<unknown>;
  restoreConversation(id: string): Promise<unknown>;
  exportConversation(id: string, format: WireExport, path: string): Promise<unknown>;
  /** Takes over the conversations of a file: an export of ours, or an earlier app's. */
  importConversations(path: string): Promise<Imported[]>;
  editCompaction(id: string, summary: string): Promise<unknown>;
  undoCompaction(id: string): Promise<unknown>;
  /** `onTurn` gets the turn's events in order; the last is finished, cancelled or failed. */
  ask(request: Ask, onTurn: (event: Turn) => void): Promise<unknown>;
  cancel(answer: string): Promise<unknown>;
  preview(request: Ask): Promise<Context>;
  attachFile(path: string): Promise<Attachment>;
  lookAtDrop(paths: string[]): Promise<DropContents>;
  /** The receipts of an answer, one for each call of a model, in order. */
  receipts(answer: string): Promise<WireReceipt[]>;
  /** Writes the receipts of an answer into a file. */
  exportReceipt(answer: string, format: WireExport, path: string): Promise<unknown>;
  getSettings(): Promise<Settings>;
  setSettings(settings: Settings): Promise<unknown>;
  /** Keeps the key of an address, or removes it, and says where it is kept. */
  setKey(address: string, key: string | null): Promise<WireKeyPlace | null>;
  /** Where the keys of these addresses are kept, in their order. */
  keyPlaces(addresses: string[]): Promise<(WireKeyPlace | null)[]>;
  findModels(): Promise<Models>;
  /** What kind of server is at an address, and what it offers. */
  lookAtServer(address: string): Promise<FoundServer>;
  /** Asks a model something small, and gives its real answer. */
  tryModel(server: ServerSetting, model: string): Promise<WireTrial>;
  /** Has a server load a model; the last event is done, cancelled or failed. */
  pullModel(server: ServerSetting, model: string, onPull: (event: WirePull) => void): Promise<unknown>;
  stopPull(server: ServerSetting, model: string): Promise<unknown>;
  openExternal(url: string): Promise<unknown>;
  openNoteOutside(path: string): Promise<unknown>;
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
