import type { Support } from "../ipc";
import { counted } from "../kit/figures";
import { list } from "../kit/language";

/** Adds quotation marks unless the text has them, as text quoted by an answer does. */
const quoted = (text: string) => (/^[“"«]/.test(text) ? text : `“${text}”`);

/** Verdicts in a citation's name. On some measured sets fewer than four in five supported ones are right, hence "likely". */
const verdictNames: Record<Support | "unchecked", string> = {
  supported: "likely supported",
  weak: "partly supported",
  unsupported: "not supported",
  contradicted: "contradicted",
  unchecked: "not checked",
};

/** Sentences about the checks of citations. */
export const supportSentences = {
  missing: (things: string[]) => `${list.format(things.map(quoted))} ${things.length > 1 ? "aren’t" : "isn’t"} in this passage.`,
  supports: "This passage likely supports this sentence.",
  weak: "This passage says only part of it.",
  none: "This passage doesn’t say that.",
  otherwise: (sentences: string[]) => `This passage says otherwise${sentences.length > 0 ? `: ${sentences.map(quoted).join(" ")}` : "."}`,
  judged: (sentence: string | null, model: string) => `${sentence ?? "This passage says that."} Judged by ${model}.`,
  unchecked: "This citation wasn’t checked.",
  otherLanguage: "In another language: not checked.",
  verdictRight: "Is this check right?",
  right: "Yes",
  wrong: "No",
  byKey: (name: string, key: string) => `${name} (key ${key})`,
  ratedRight: "You found this check right.",
  ratedWrong: "You found this check wrong.",
  undoRating: "Undo",
  translate: "Translate",
  translateTip: (model: string) => `Ask ${model}`,
  translating: "Translating…",
  translatedBy: (model: string) => `Translated by ${model}`,
  name: (support: Support | null, sentence: string | null, corrected: boolean) =>
    `, ${verdictNames[support ?? "unchecked"]}${corrected ? ", corrected by you" : ""}${sentence === null ? "" : `: ${sentence}`}`,
  /** In place of a model’s words that the notes don’t answer. */
  notFound: (passages: number) => `I couldn’t find an answer in ${passages === 1 ? "the closest passage" : `the ${counted(passages, "closest passage")}`}.`,
  /** The name of the mark after a sentence that cites nothing. */
  noSource: "No source",
  answerSays: "The answer says",
  passageSays: "The passage says",
  passageNearest: "Closest in the passage",
  /** Above the passage sentence, where the answer says that the notes don't answer. */
  nearestToQuestion: "Closest sentence to your question",
  /** Above a passage that contradicts another one. */
  says: (number: number) => `${number} says`,
  disagree: "Your notes disagree:",
  changed: "Your notes changed:",
  /** The name of a passage's number in that line. */
  disagreeing: (number: number, place: string, other: number) => `${number}, ${place}, contradicts ${other}`,
  /** The number after a sentence whose citation is proposed. */
  maybe: (number: number) => `maybe ${number}`,
  /** The name of the number after a sentence that this passage supports, but that doesn't cite it. */
  rather: (number: number, cites: boolean) => (cites ? `Better source: ${number}` : `Source: ${number}`),
  ratherTip: (number: number, place: string) => `Cite ${number}, ${place}, here. This passage supports the sentence, but the model didn’t cite it.`,
  takeBack: "Corrected · undo",
  takeBackTip: (cited: number | null) =>
    cited === null
      ? "You added this citation; the model cited nothing. Click to remove it."
      : `You corrected this citation; the model cited ${cited}. Click to undo.`,
  corrected: (written: number | null) =>
    written === null
      ? "You added this citation, as Marginalia proposed. The model cited nothing."
      : `You corrected this citation, as Marginalia proposed. The model cited ${written}.`,
  /** A part of the summary under an answer. */
  count: (verdict: Support | "unchecked" | "uncited", count: number, all: number) =>
    ({
      supported: `${count} of ${counted(all, "sentence")} likely supported`,
      contradicted: `${count} contradicted`,
      unsupported: `${count} not supported`,
      weak: `${count} only partly supported`,
      uncited: `${count} without source`,
      unchecked: `${count === all ? counted(count, "sentence") : count} not checked`,
    })[verdict],
  seekDoubtful: "Show the next sentence that isn’t fully supported",
  seek: (verdict: Support | "unchecked" | "uncited") => `Show the next sentence that is ${verdict === "uncited" ? "without source" : verdictNames[verdict]}`,
};
