import type { Rank } from "./group";

/** What an answer's cards say. */
export const words = {
  documentNotFound: "Document not found.",
  useThis: "use this",
  theLinkCouldAlsoMean: "The link could also mean",
  whatThisAnswerRestsOn: "What this answer rests on",
  passageOf: (number: number | null, title: string, cited: boolean) => `Passage ${number} of ${title}${cited ? ", cited" : ""}`,
  mayMean: (wikilink: string) => `Notes that ${wikilink} may mean`,
  insteadOf: (wikilink: string, title: string) => ` instead of ${wikilink}: ${title}`,
  showMore: (cards: number) => `Show ${cards} more`,
  considered: (cards: number) => `Considered and left out (${cards})`,
  lines: (start: number, end: number) => (start === end ? `line ${start}` : `lines ${start}–${end}`),
};

/** What `rank` is called on a card. */
export const rankNames: Record<Rank, string> = {
  cited: "Cited",
  used: "Also read",
  linked: "Linked by you",
  changed: "Changed since",
  gone: "Gone",
  broken: "Not found",
  considered: "Considered",
};
