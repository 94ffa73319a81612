import { count, counted } from "../kit/figures";

/** What the reader says. */
export const words = {
  back: "Back",
  backAlt: "Back (Alt+←)",
  forward: "Forward",
  forwardAlt: "Forward (Alt+→)",
  askAboutNote: "Ask about this note",
  intoTheQuestion: "Put into the question",
  openInYourEditor: "Open in your editor",
  thePassageAsItWas: "The passage as it was",
  theLinkCouldAlsoMean: "The link could also mean",
  backlinks: "Backlinks",
  relatedNotes: "Related notes",
  textOfTheNote: "Text of the note",
  note: "Note",
  opening: "Opening…",
  empty: "Choose a note, or a number in an answer, to read it here.",
  linksHere: (links: number) => `${counted(links, "note links", "links lead")} here`,
  warning: (line: number, message: string) => `Line ${line}: ${message}`,
  line: (line: number) => `line ${count(line)}`,
  gone: "This note was deleted or moved. This is how it was.",
};
