import { count, counted } from "../kit/figures";
import type { Rank } from "./group";

export const words = {
  summaryBy: (model: string) => `described by ${model}`,
  summaryByTip: "A model wrote what this note is about. Show what it was sent",
  pictureOf: (title: string) => `The image ${title}`,
  aboutTheNote: "About: ",
  noteChanged: (when: string) => `note of ${when}`,
  documentNotFound: "Document not found.",
  useThis: "use this",
  theLinkCouldAlsoMean: "The link could also mean",
  whatThisAnswerRestsOn: "What this answer rests on",
  passageOf: (number: number | null, title: string, cited: boolean) => `Passage ${number} of ${title}${cited ? ", cited" : ""}`,
  mayMean: (wikilink: string) => `Notes that ${wikilink} may mean`,
  insteadOf: (wikilink: string, title: string) => ` instead of ${wikilink}: ${title}`,
  restsOn: "Rests on",
  alsoRead: (passages: number) => `${count(passages)} also read`,
  read: (passages: number) => `${counted(passages, "passage")} read, none cited`,
  seen: (images: number) => `${counted(images, "image")} seen`,
  sentAlong: (passages: number) => `${counted(passages, "passage")} sent along`,
  alsoFound: (passages: number) => `${counted(passages, "passage")} found`,
  consideredToo: (passages: number) => `${count(passages)} considered`,
  changedSince: (passages: number) => `${count(passages)} changed since`,
  goneSince: (passages: number) => `${count(passages)} gone`,
  moreCited: (passages: number) => `and ${count(passages)} more`,
  coverage: (passages: number, matching: number) => `from ${count(passages)} of ${counted(matching, "matching passage")}`,
  coverageTip: (notes: number) => `They are in ${counted(notes, "note")}`,
  details: "details",
  showAllTip: "Show all sources beside the chat",
  notChecked: "not checked",
  showMore: (cards: number) => `Show ${count(cards)} more`,
  considered: (passages: number) => `Considered and left out (${counted(passages, "passage")})`,
  whyConsidered: "They were found too and left out; the cards say why.",
  lines: (start: number, end: number) => (start === end ? `line ${start}` : `lines ${start}–${end}`),
};

/** The names of `rank` on a card. */
export const rankNames: Record<Rank, string> = {
  cited: "Cited",
  used: "Also read",
  linked: "Linked by you",
  changed: "Changed since",
  gone: "Gone",
  broken: "Not found",
  considered: "Considered",
};
