import { count, counted } from "../kit/figures";
import { list } from "../kit/language";

export const words = {
  notesIndexed: "Notes indexed",
  otherFiles: "Other files",
  needAttention: "Need attention",
  excluded: "Excluded",
  chooseWhatIsLeftOut: "Change exclusions",
  passages: "Passages",
  searchableByMeaning: "Searchable by meaning",
  onDisk: "On disk",
  howFarTheIndexIs: "Index progress",
  tryAgain: "Try again",
  rebuildIndex: "Rebuild index",
  rebuildTip: "Reads every note again. Nothing is lost.",
  whyANoteIsntFound: "Why isn’t a note found?",
  theIndex: "The index",
  searchBy: "Search by",
  pressEnter: "A link filled in this search. Press Enter to run it.",
  searching: "Searching…",
  nothingFor: (query: string) => `Nothing found for “${query}”`,
  nothingFound: {
    both: "No passage has these words or a similar meaning.",
    words: "No passage has these words.",
    meaning: "No passage has a similar meaning.",
  },
  otherWords: "Try fewer or other words.",
  withoutFilters: "Search without filters",
  inBoth: "Search by words and meaning",
  /** The filters of a search, as written. */
  lookedOnlyIn: (filters: string[]) => `The search was limited to ${list.format(filters)}.`,
  intoTheQuestion: "Add to the question",
  putIntoTheQuestion: (title: string) => `Add ${title} to the question`,
  didYouExpectAnotherNote: "Missing a note?",
  itsName: "Name of the note",
  nameOfTheNoteThat: "Name of the note that you expected",
  passagesFound: "Passages found",
  more: "More",
  settings: "Settings",
  settingsCtrl: "Settings (Ctrl+,)",
  searchPassages: "Search passages",
  searchKeys: "Search passages (Ctrl+Shift+F)",
  /** After a key, as in “rating is …”. */
  isValue: (key: string) => `${key} is …`,
  property: "property",
  completeHint: "Choose with the arrow keys and Enter.",
  searchHint: "Type words or a question. Quotation marks find exact words, and a minus before a word leaves passages with it out.",
  closeSearch: "Close the search (Esc)",
  narrowBy: "Narrow by",
  removeCondition: (condition: string) => `Remove ${condition}`,
  completions: "Ways to complete the query",
  noRows: "No note matches this query, so it was searched as text.",
  showTable: "Show as a table",
  line: (line: number) => `line ${count(line)}`,
  notes: "Notes",
  filterByName: "Filter by name",
  filterNotesByName: "Filter notes by name",
  orderOfNotes: "Order of the notes",
  noNotes: "This folder has no notes yet. Markdown files that you add appear here automatically.",
  noNoteHasThatIn: "No matching notes.",
  marginalia: "Marginalia",
  talkWithYourOwnNotes: "Talk with your own notes",
  lead: "Ask questions about a folder of Markdown notes. Numbers in the answer show its sources, and each number opens the exact passage.",
  chooseAFolder: "Choose a folder",
  openTheSampleVault: "Open the sample vault",
  opening: "Opening…",
  dropToOpen: "Drop to open it",
  orDropAFolderHere: "or drop a folder here",
  promise:
    "Marginalia reads your notes and changes nothing in the folder without your approval. Your question and the passages found for it go to the model you choose; “What was sent” shows all of it.",
  pause: "Pause",
  resume: "Continue",
  found: (shown: number, matching: number, notes: number) =>
    `${shown < matching ? `The ${count(shown)} best of ` : ""}${counted(matching, "matching passage")} in ${counted(notes, "note")}`,
  refused: (start: number, end: number, reason: string) => `Lines ${start} to ${end} can’t be found by meaning: ${reason}`,
  chooseAnother: "Choose another folder…",
  vaults: "Vaults",
  recentVaults: "Recent vaults",
  itIsHereNow: "Choose new location…",
  filtered: (shown: number, all: number) => `${count(shown)} of ${count(all)}`,
  largeNote: "Large note, indexed as plain text",
};

export const searchModes = {
  both: { label: "Both", hint: "By words and by meaning" },
  words: { label: "Words", hint: "Passages that contain the words" },
  meaning: { label: "Meaning", hint: "Passages with a similar meaning" },
};

export const orderNames = { name: "By name", changed: "Last changed", cited: "Most cited" };

/** The conditions offered to narrow a search, by their beginnings. */
export const conditionNames = { "tag:": "Tag", "path:": "Folder", "date:": "Date", "type:": "File type", "task:": "Task" };

/** The index's state, in two or three words. */
export const chip = {
  indexing: (done: number, total: number) => `Indexing ${count(done)}/${count(total)}`,
  reading: (done: number, total: number) => `Reading files ${count(done)}/${count(total)}`,
  page: (done: number, total: number) => `, page ${count(done + 1)} of ${count(total)}`,
  away: "Folder missing",
  failed: "Index failed",
  filesFailed: "Files not read",
  attention: (notes: number) => `${count(notes)} need${notes === 1 ? "s" : ""} attention`,
  paused: "Paused",
  wordsOnly: "Words only",
  embedding: (percent: number) => `Preparing search by meaning, ${percent}%`,
  synced: "Up to date",
};

/** The state of semantic search. */
export const meaningSentences = {
  off: "Search by meaning is off. Passages are found by words only.",
  loading: "The model for search by meaning is being loaded.",
  embedding: "Your notes are being prepared for search by meaning. You can already search by words.",
  paused: "Preparation for search by meaning is paused.",
  ready: "Every passage can be found by words and by meaning.",
};
