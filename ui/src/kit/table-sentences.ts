import { count, counted } from "./figures";

/** Sentences about tables of notes. An entry is a note, a task or a line. */
export const words = {
  tableOfNotes: "Table of your notes",
  rowsOf: (shown: number, all: number) => (shown === all ? counted(all, "row") : `${count(shown)} of ${counted(all, "row")}`),
  /** Each row is a note. */
  notesOf: (shown: number, all: number) => (shown === all ? counted(all, "note") : `${count(shown)} of ${counted(all, "note")}`),
  /** Each row stands for several entries. */
  groupsOf: (shown: number, all: number, entries: number) =>
    `${shown === all ? "" : `${count(shown)} of `}${counted(all, "group")}, ${counted(entries, "entry", "entries")}`,
  resultOf: (of: number, all: number) => `from ${count(of)} of ${counted(all, "entry", "entries")}`,
  noRows: "Nothing found.",
  loadingRows: "Loading rows…",
  rowsMissing: "The other rows couldn’t be loaded, or your notes changed. Open the table again.",
  showMoreRows: (rows: number) => `Show ${count(rows)} more`,
  showAllRows: (rows: number) => `Show all ${counted(rows, "row")}`,
  copyMarkdown: "Copy as Markdown",
  keepTable: "Save as a note",
  openRow: (note: string, line: number) => (line > 1 ? `Open ${note}, line ${count(line)}` : `Open ${note}`),
  view: "View",
  readAs: "Read as a query:",
  /** The words of a query by what is before their colon. */
  conditions: {
    tag: (tag: string) => `tag ${tag}`,
    folder: (folder: string) => `in ${folder}`,
    has: (key: string) => `with ${key}`,
    "-has": (key: string) => `without ${key}`,
    average: (key: string) => `average of ${key}`,
    sum: (key: string) => `sum of ${key}`,
    min: (key: string) => `smallest ${key}`,
    max: (key: string) => `largest ${key}`,
    group: (key: string) => `by ${key}`,
    sort: (key: string) => (key.startsWith("-") ? `sorted by ${key.slice(1)}, descending` : `sorted by ${key}`),
  },
  removeToken: (token: string) => `Remove ${token} and ask again`,
  removeView: (view: string) => `Remove ${view}, search as text and ask again`,
  editQuery: "Edit",
  editQueryTip: "Change the query and ask again",
  query: "Query",
  askAgain: "Ask again",
  searchAsText: "Search as text",
  searchAsTextTip: "Search your notes for the words of your question, and ask again",
};
