import type { DateSource } from "../ipc";
import { count, counted } from "../kit/figures";
import type { Rank } from "./group";

export const words = {
  summaryBy: (model: string) => `summarised by ${model}`,
  summaryByTip: "A model wrote this summary. Show what was sent",
  pictureOf: (title: string) => `The image ${title}`,
  whyTip: "More about this source",
  aboutTheNote: "About: ",
  dated: (when: string, source: DateSource): string =>
    ({
      property: `${when}, from a property`,
      periodic: `${when}, from the format of daily notes`,
      name: `${when}, from the name`,
      file: `changed ${when}`,
    })[source],
  noNote: (name: string) => `No note named “${name}”.`,
  useThis: "use this",
  theLinkCouldAlsoMean: "The link could also mean",
  whatThisAnswerRestsOn: "Sources of this answer",
  passageOf: (number: number | null, title: string, cited: boolean) => `Passage ${number} of ${title}${cited ? ", cited" : ""}`,
  mayMean: (wikilink: string) => `Possible notes for ${wikilink}`,
  insteadOf: (wikilink: string, title: string) => ` instead of ${wikilink}: ${title}`,
  restsOn: "Based on",
  alsoRead: (passages: number) => `${count(passages)} also read`,
  alsoFound: (passages: number) => `${count(passages)} also found`,
  noneCited: (passages: number) => `Read ${counted(passages, "passage")}, cited none`,
  seen: (images: number) => `${counted(images, "image")} seen`,
  sentAlong: (passages: number) => `${counted(passages, "passage")} sent`,
  found: (passages: number) => `${counted(passages, "passage")} found`,
  consideredToo: (passages: number) => `${count(passages)} not used`,
  changedSince: (passages: number) => `${count(passages)} changed`,
  goneSince: (passages: number) => `${count(passages)} gone`,
  moreCited: (passages: number) => `and ${count(passages)} more`,
  coverage: (passages: number, matching: number) => `${count(passages)} of ${counted(matching, "match", "matches")} used`,
  allSources: "All sources",
  showAllTip: "Show all sources beside the chat",
  notChecked: "not checked",
  showMore: (cards: number) => `Show ${count(cards)} more`,
  considered: (passages: number) => `Not used (${count(passages)})`,
  intoTheQuestion: (title: string, place: string) => `Add the passage of ${title}, ${place}, to the question`,
};

/** The names of `rank` on a card. */
export const rankNames: Record<Rank, string> = {
  cited: "Cited",
  used: "Also read",
  linked: "Linked by you",
  changed: "Changed",
  gone: "Gone",
  broken: "Not found",
  considered: "Not used",
};
