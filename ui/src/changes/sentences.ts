import type { ChangeState, Deed, FootnoteStanding, Unit } from "../ipc";
import { count, counted } from "../kit/figures";

export const units: Record<Unit, string> = {
  words: "Words",
  heading: "Heading",
  row: "Row of a table",
  item: "Item of a list",
  property: "Property",
  lines: "Lines",
  link: "Link",
  note: "Whole note",
};

export const states: Record<ChangeState, string> = {
  proposed: "Waiting for you",
  applied: "Written",
  partly: "Written in part",
  refused: "Refused",
  undone: "Undone",
};

export const standings: Record<FootnoteStanding, string> = {
  unchanged: "As it was",
  changed: "Changed since",
  gone: "Its note is gone",
  unchecked: "Not checked: of a file",
};

export const words = {
  /** The action on a note. */
  deed: (deed: Deed) => {
    switch (deed.type) {
      case "create":
        return "New note";
      case "edit":
        return "Changed";
      case "rename":
        return `Becomes ${deed.to}`;
      case "delete":
        return "Goes to the vault’s trash";
    }
  },
  changes: "Changes to your notes",
  waiting: "Waiting for you",
  nothingWaits: "Nothing waits for you. What an answer would change in your notes is shown here first; nothing is written before you say so.",
  written: "Written by Marginalia",
  nothingWritten: "Nothing has been written yet.",
  by: (isModel: boolean, when: string) => (isModel ? `Proposed by the model, ${when}` : `Made by you, ${when}`),
  fromConversation: (title: string) => `From “${title}”`,
  openConversation: "Open the conversation",
  notes: (notes: number) => counted(notes, "note"),
  back: "All changes",
  undo: "Undo",
  undoTip: "Puts the notes back as they were before this change",
  cannotUndo: "Can’t be undone any more: the old text was cleared",
  kept: (megabytes: string) =>
    `${megabytes} of replaced texts are kept for undoing; the oldest go when there are more than 512 MB, but never the newest change.`,
  clear: "Clear",
  reallyClear: "Clear all of it?",
  clearHint: "Your notes stay as they are, but changes made so far can’t be undone any more.",
  keepThem: "Keep them",
  source: "As text",
  rendered: "As it will look",
  view: "How the change is shown",
  before: "Before",
  after: "After",
  take: "Take",
  taken: "Taken",
  left: "Left as it is",
  takeAll: "Take all",
  leaveAll: "Leave all",
  crowdsOut: (changes: number) =>
    changes === 1
      ? "If you write this, one older change can no longer be undone: the undo history is full."
      : `If you write this, ${count(changes)} older changes can no longer be undone: the undo history is full.`,
  takenWhole: "This change is written whole or not at all, so that no link breaks.",
  hunk: (unit: string, line: number) => `${unit}, line ${count(line)}`,
  edit: "Edit",
  keepWords: "Keep these words",
  cancel: "Cancel",
  yourWords: "In your own words",
  restsOn: "Rests on",
  collided: "Doesn’t fit any more",
  removed: "Removed",
  added: "Added",
  apply: (taken: number, all: number) => (taken === all ? `Write ${counted(all, "change")}` : `Write ${count(taken)} of ${counted(all, "change")}`),
  refuse: "Refuse",
  reallyRefuse: "Your own words in it won’t be written.",
  refused: (changes: number) => `Refused (${count(changes)})`,
  applied: "Written.",
  undone: "Undone.",
  madeAnew: "The notes changed in the meantime, so this was made anew. Look at it once more.",
  keys: "J and K go through the changes, A takes one, X leaves it, E edits it, Ctrl+Enter writes what is taken.",
  pieces: "Pieces of the change",
  cannotLook: "This note can’t be shown as it will look. V shows its changes as text.",
  undoneAll: (changes: number) => `${counted(changes, "change")} undone.`,
  undoAllOf: (changes: number, title: string) => (changes === 1 ? `Undo the change from “${title}”` : `Undo all ${count(changes)} changes from “${title}”`),
  reallyUndoAll: (changes: number, title: string) =>
    changes === 1 ? `The change from “${title}” is undone.` : `All ${count(changes)} changes from “${title}” are undone, the last first.`,
  undoAll: "Undo them",
  commit: "Commit each change with git",
  commitHint:
    "Only if the vault is in a git repository. The commit has the changed notes and nothing else; programs that the repository names, such as hooks, don’t run.",
  footnotes: "Footnotes of kept answers",
  footnotesHint: "Answers that you keep have footnotes. If a passage behind one changes later, this finds it.",
  checkFootnotes: "Check all notes",
  noFootnotes: "No note has footnotes of a kept answer.",
  changedSince: (changed: number, all: number, unchecked: number) =>
    `${count(changed)} of ${counted(all, "footnote")} changed since${unchecked > 0 ? `, ${count(unchecked)} of files not checked` : ""}`,
  keepAnswer: "Keep this answer in a note",
  newNote: "As a new note",
  addTo: "At the end of a note",
  findNote: "Note",
  noSuchNote: "No note by that name",
};
