import { count, counted } from "../kit/figures";

/** What the palette calls the commands. */
export const commandNames = {
  palette: "Go to…",
  new: "New chat",
  search: "Search passages",
  searchConversations: "Search conversations",
  import: "Import conversations…",
  erase: "Remove deleted conversations for good",
  quick: "Quick question in a window of its own",
  composer: "Write a question",
  open: "Choose a folder…",
  sample: "Open the sample vault",
  attach: "Attach files…",
  changes: "Changes to notes, written by Marginalia",
  project: "New project…",
  prompts: "Prompts…",
  memory: "Memory: what is remembered…",
  askNote: "Ask about the open note",
  stop: "Stop the answer",
  preview: "Show what would be sent",
  side: "Show or hide the sidebar",
  reader: "Show or hide the reader",
  back: "Back in the reader",
  forward: "Forward in the reader",
  model: "Choose a model…",
  models: "Look for models again",
  bigger: "Make everything bigger",
  smaller: "Make everything smaller",
  usualSize: "Usual size",
  settings: "Settings",
  appearance: "Appearance: theme, size, width",
  privacy: "Privacy: what leaves this computer",
  keys: "Keyboard shortcuts",
  help: "Help",
  about: "About Marginalia",
};

/** What is printed on keys. */
export const keyNames = { control: "Ctrl", alt: "Alt", shift: "Shift", escape: "Esc" };

/** What stands over the commands, conversations and notes of the palette. */
export const groupNames = { commands: "Commands", conversations: "Conversations", notes: "Notes" };

/** The names of the tabs beside the chat. */
export const tabNames = { note: "Note", references: "References", context: "Context" };

/** What kind of file it is. */
export const fileKinds = { document: "a document", image: "a picture", audio: "a sound", film: "a film" };

export const words = {
  aFileForAnotherProgram: "A file for another program",
  thisFileIs: (kind: string) => `This is ${kind}. It opens in the program that your system has for it:`,
  onlyShown: "Opening a file of this kind can run what is in it, so it is only shown in your file manager:",
  openInAnotherProgram: "Open",
  openInObsidian: "Open in Obsidian",
  showInFiles: "Show in file manager",
  didItMeanOneOf: "Did it mean one of these?",
  aLinkThatLeadsNowhere: "A link that leads nowhere",
  thisLeadsOutOfYour: "This leads out of your notes, to",
  openInBrowser: "Open in browser",
  cancel: "Cancel",
  aLinkThatLeavesYour: "A link that leaves your notes",
  opens: "Opens",
  itCouldAlsoMean: ". It could also mean",
  aLinkThatCouldMean: "A link that could mean several notes",
  dismiss: "Dismiss",
  notesConversationsCommands: "Notes, conversations, commands",
  nothingByThatName: "Nothing by that name",
  found: "Found",
  notInVault: (target: string) => `“${target}” isn’t in this vault.`,
  searchFor: (name: string) => `Search passages for “${name}”`,
  copied: "Copied",
  copyAddress: "Copy address",
  kindCommand: "Command",
  kindConversation: "Conversation",
  kindNote: "Note",
  untitled: "Untitled",
  app: "Marginalia",
  newChat: "New chat",
  title: (conversation: string, vault: string) => `${conversation} · ${vault} · Marginalia`,
  sidebar: "Vault and conversations",
  sidebarWidth: "Width of the sidebar",
  sidebarTip: "Sidebar (Ctrl+B)",
  reader: "Reader",
  readerWidth: "Width of the reader",
  readerTip: "Reader (Ctrl+Alt+B)",
  toggleSidebar: "Show or hide the sidebar",
  toggleReader: "Show or hide the reader",
  closePane: "Close the pane",
  closeReader: "Close the reader",
  goTo: "Go to",
  goToTip: "Go to a note, a conversation or a command",
  thisAnswer: "What this answer rests on.",
  lastAnswer: "What the last answer rests on.",
  noReferences: "The notes and passages that an answer rests on are listed here.",
  reading: (done: number, all: number) => `${count(done)} of ${counted(all, "note")} read, and you can ask already`,
  notes: (notes: number) => counted(notes, "note"),
  linkNeedsVault: "Open a vault first; then open the link again.",
  changesWait: (waiting: number) => counted(waiting, "change to look at", "changes to look at"),
  drop: "Drop a folder to open it, or files to attach them",
  dropFirst: "Drop a folder of notes to open it. Files can be attached once one is open.",
};
