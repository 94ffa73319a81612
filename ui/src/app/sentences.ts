/** What the palette calls the commands. */
export const commandNames = {
  palette: "Go to…",
  new: "New chat",
  search: "Search passages",
  searchConversations: "Search conversations",
  import: "Import conversations…",
  composer: "Write a question",
  open: "Choose a folder…",
  sample: "Open the sample vault",
  attach: "Attach files…",
  preview: "Show what would be sent",
  side: "Show or hide the sidebar",
  reader: "Show or hide the reader",
  back: "Back in the reader",
  forward: "Forward in the reader",
  model: "Choose a model…",
  models: "Look for models again",
  settings: "Settings",
};

/** The names of the tabs beside the chat. */
export const tabNames = { note: "Note", references: "References", context: "Context" };

export const words = {
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
  drop: "Drop a folder to open it, or files to attach them",
  dropFirst: "Drop a folder of notes to open it. Files can be attached once one is open.",
};
