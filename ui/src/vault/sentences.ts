import { count, counted } from "../kit/figures";
import { list } from "../kit/language";

export const words = {
  notesIndexed: "Notes indexed",
  otherFiles: "Other files",
  needAttention: "Need attention",
  excluded: "Excluded",
  chooseWhatIsLeftOut: "Choose what is left out",
  passages: "Passages",
  searchableByMeaning: "Searchable by meaning",
  onDisk: "On disk",
  howFarTheIndexIs: "How far the index is",
  tryAgain: "Try again",
  rebuildIndex: "Rebuild index",
  rebuildTip: "Reads every note again. Nothing is lost.",
  whyANoteIsntFound: "Why isn’t a note found?",
  theIndex: "The index",
  searchBy: "Search by",
  pressEnter: "A link wrote this. Press Enter to search.",
  searching: "Searching…",
  nothingFound: {
    both: "No passage has these words or means something like them. Fewer words, or others, may find more.",
    words: "No passage has these words. Search by meaning, too, with “Both”.",
    meaning: "No passage means something like this. Search by words, too, with “Both”.",
  },
  /** The filters of a search, as written. */
  lookedOnlyIn: (filters: string[]) => `Only what fits ${list.format(filters)} was looked through.`,
  intoTheQuestion: "Put it into the question",
  putIntoTheQuestion: (title: string) => `Put ${title} into the question`,
  didYouExpectAnotherNote: "Did you expect another note?",
  itsName: "Its name",
  nameOfTheNoteThat: "Name of the note that you expected",
  passagesFound: "Passages found",
  settings: "Settings",
  settingsCtrl: "Settings (Ctrl+,)",
  searchPassages: "Search passages",
  notes: "Notes",
  filterByName: "Filter by name",
  filterNotesByName: "Filter notes by name",
  noNotes: "There are no notes in this folder yet. Markdown files that are put into it appear here by themselves.",
  noNoteHasThatIn: "No note has that in its name.",
  marginalia: "Marginalia",
  talkWithYourOwnNotes: "Talk with your own notes",
  lead: "Ask a question of a folder of Markdown notes. Every answer carries numbers in its margin, and each number opens the very passage that the answer rests on.",
  chooseAFolder: "Choose a folder",
  openTheSampleVault: "Open the sample vault",
  opening: "Opening…",
  dropToOpen: "Drop to open it",
  orDropAFolderHere: "or drop a folder here",
  promise:
    "Your notes are read, and nothing in the folder is changed unless you say yes to it. Your question and the passages found for it go to the model you choose; “What was sent” shows all of it.",
  pause: "Pause",
  resume: "Continue",
  found: (shown: number, matching: number, notes: number) =>
    `${shown < matching ? `The ${count(shown)} best of ` : ""}${counted(matching, "matching passage")}, in ${counted(notes, "note")}`,
  refused: (start: number, end: number, reason: string) => `Lines ${start} to ${end} can’t be found by meaning: ${reason}`,
  chooseAnother: "Choose another folder…",
  vaults: "Vaults",
  recentVaults: "Open again",
  itIsHereNow: "It is here now…",
  filtered: (shown: number, all: number) => `${count(shown)} of ${count(all)}`,
  largeNote: "Large note, indexed as plain text",
};

export const searchModes = {
  both: { label: "Both", hint: "By words and by meaning" },
  words: { label: "Words", hint: "Passages that have the words" },
  meaning: { label: "Meaning", hint: "Passages that mean something like it" },
};

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
  embedding: (percent: number) => `Reading for meaning, ${percent}%`,
  synced: "Up to date",
};

/** The state of semantic search. */
export const meaningSentences = {
  off: "Search by meaning is turned off; passages are found by their words.",
  loading: "The model for search by meaning is being loaded.",
  embedding: "Notes are being read for their meaning. Search by words works meanwhile.",
  paused: "Reading notes for their meaning is paused.",
  ready: "Every passage can be found by its words and by its meaning.",
};
