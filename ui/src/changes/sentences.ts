import type { ChangeState, Deed, FootnoteStanding, Unit } from "../ipc";
import { count, counted } from "../kit/figures";

export const units: Record<Unit, string> = {
  words: "Words",
  heading: "Heading",
  row: "Table row",
  item: "List item",
  property: "Property",
  lines: "Lines",
  link: "Link",
  note: "Whole note",
};

export const states: Record<ChangeState, string> = {
  proposed: "To review",
  applied: "Applied",
  partly: "Partly applied",
  refused: "Discarded",
  undone: "Undone",
};

export const standings: Record<FootnoteStanding, string> = {
  unchanged: "Unchanged",
  changed: "Changed",
  gone: "Note not found",
  unchecked: "Not checked (file)",
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
        return `New name: ${deed.to}`;
      case "delete":
        return "Moves to the vault’s trash";
    }
  },
  changes: "Changes to your notes",
  waiting: "To review",
  nothingWaits: "Nothing to review. Changes that an answer proposes wait here until you apply them.",
  written: "Applied changes",
  by: (isModel: boolean, when: string) => (isModel ? `Proposed by the model, ${when}` : `Made by you, ${when}`),
  fromConversation: (title: string) => `From “${title}”`,
  openConversation: "Open the conversation",
  notes: (notes: number) => counted(notes, "note"),
  back: "All changes",
  undo: "Undo",
  undoTip: "Restores the notes as they were before this change",
  cannotUndo: "Can’t be undone: the old text was deleted",
  kept: (megabytes: string) => `Undo uses ${megabytes}. Above 512 MB, the oldest changes can’t be undone any more.`,
  clear: "Clear",
  reallyClear: "Clear all",
  clearHint: "Your notes stay as they are, but earlier changes can’t be undone.",
  keepThem: "Keep them",
  source: "Text",
  rendered: "Preview",
  view: "View",
  before: "Before",
  after: "After",
  taken: "Included",
  left: "Skipped",
  showAll: "Show all",
  showLess: "Show less",
  takeAll: "Include all",
  leaveAll: "Skip all",
  crowdsOut: (changes: number) =>
    changes === 1
      ? "If you apply this, one older change can no longer be undone: the undo history is full."
      : `If you apply this, ${count(changes)} older changes can no longer be undone: the undo history is full.`,
  takenWhole: "This change can only be applied as a whole, so that no link breaks.",
  hunk: (unit: string, line: number) => `${unit}, line ${count(line)}`,
  edit: "Edit",
  keepWords: "Use this text",
  cancel: "Cancel",
  yourWords: "Your wording",
  restsOn: "Based on",
  collided: "Doesn’t fit any more",
  removed: "Removed",
  added: "Added",
  apply: (taken: number, all: number) => (taken === all ? `Apply ${counted(all, "change")}` : `Apply ${count(taken)} of ${counted(all, "change")}`),
  applyIt: "Apply",
  create: "Create note",
  review: "Review",
  reviewAll: (changes: number) => `Review all ${count(changes)}`,
  proposal: (title: string) => `Proposed change: ${title}`,
  refuse: "Discard",
  reallyRefuse: "Your own wording will be discarded, too.",
  refused: (changes: number) => `Discarded (${count(changes)})`,
  applied: "Saved to your vault.",
  undone: "Undone.",
  madeAnew: "The notes changed in the meantime, so this change was updated. Review it again.",
  keys: "J, K: next, previous · A: include · X: skip · E: edit · Ctrl+Enter: apply",
  pieces: "Parts of the change",
  cannotLook: "This note has no preview. Press V to see its changes as text.",
  undoneAll: (changes: number) => `${counted(changes, "change")} undone.`,
  undoAllOf: (changes: number, title: string) => (changes === 1 ? `Undo the change from “${title}”` : `Undo all ${count(changes)} changes from “${title}”`),
  reallyUndoAll: (changes: number, title: string) =>
    changes === 1 ? `This undoes the change from “${title}”.` : `This undoes all ${count(changes)} changes from “${title}”, newest first.`,
  undoAll: "Undo them",
  footnotes: "Footnotes of saved answers",
  footnotesHint: (notes: number) =>
    `Answers saved to notes have footnotes. This reads ${counted(notes, "note")} and lists the footnotes whose passages have changed. It takes seconds, asks no model and changes nothing.`,
  checkFootnotes: "Check all notes",
  noFootnotes: "No note has footnotes of a saved answer.",
  changedSince: (changed: number, all: number, unchecked: number) =>
    `${count(changed)} of ${counted(all, "footnote")} changed${unchecked > 0 ? ` (${count(unchecked)} not checked)` : ""}`,
  keeping: {
    answer: "Save this answer to a note",
    reference: "Save as a note",
    proposal: "Name and folder of the new note",
  },
  newNote: "New note, as Name or Folder/Name",
  nameTaken: "A note with this name exists.",
  saveNew: "Save…",
  useName: "Use this name",
  nameIt: "Name and folder…",
  addTo: "Or at the end of a note",
  findNote: "Find a note…",
  noSuchNote: "No matching note",
};
