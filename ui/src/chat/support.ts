import type { Answer, AnswerView, ByteRange, Check, CitationMark, Disagreement, PassageSpan, Support } from "../ipc";
import { withoutMarks } from "../kit/excerpt";
import { fold } from "../kit/fuzzy";
import { supportSentences } from "./support-sentences";

/** A sentence of an answer, and the related sentences of its passage. */
export interface Beside {
  /** The sentence, without its citations. */
  claim: string;
  /** Words of the sentence that none of its passages has. */
  missing: string[];
  /** The passage's sentences that support it. */
  evidence: string[];
  /** The passage's sentences that contradict it. */
  contradicts: string[];
  /** The passage's closest sentences, where something is missing. */
  nearest: string[];
  /** The words in which the sentence and its contradiction differ, folded. */
  differing: string[];
  /** Headings of the two sides, where the first isn't the answer. */
  names?: [string, string];
}

/** A sentence of an answer that has a verdict. */
export interface RatedSentence {
  /** Its first byte. */
  start: number;
  /** The user found the verdict right or wrong. */
  rating: boolean | null;
}

/** A citation with the result of its sentence's check. */
export interface CheckedMark extends CitationMark, Beside {
  /** The sentences that its card quotes and its passage highlights, in bytes. */
  sentences: ByteRange[];
  /** The model that judged it, where the check itself couldn't decide. */
  judgedBy: string | null;
  /** Its passage is in another language than the sentence, so the check compares their figures at most. */
  otherLanguage: boolean;
  /** Its sentence, if the user can rate the check's verdict on it. */
  rated: RatedSentence | null;
}

type Checked = Pick<Answer, "text" | "citations" | "checks" | "probably" | "references">;

/** The citations of an answer with the results of their sentences' checks. */
export function checkedMarks(answer: Checked): CheckedMark[] {
  const { citations, checks, probably } = answer;
  return citations.map((mark) => {
    const check = checks.find((one) => contains(one, mark));
    // A citation corrected by the user relies on the check's proposal.
    const proposed = mark.instead_of ? probably.find((one) => contains(one, mark)) : undefined;
    const evidence = (proposed ?? check)?.evidence ?? [];
    const own = proposed || !check ? { contradicts: [], nearest: [] } : check;
    const beside = besideOf(answer, mark.number, check ?? mark, { evidence, ...own });
    const spans = [own.contradicts, evidence, own.nearest].map((found = []) => found.filter(({ number }) => number === mark.number));
    const sentences = spans.find((found) => found.length > 0)?.map(({ start, end }) => ({ start, end })) ?? [];
    const { missing, differing } = proposed ? { missing: [], differing: [] } : { missing: check?.missing ?? [], differing: check?.differing ?? [] };
    const judgedBy = (!proposed && check?.judged_by) || null;
    const otherLanguage = !proposed && !!check?.other_language?.includes(mark.number);
    const rated = check && mark.support && !proposed ? { start: check.start, rating: check.rating ?? null } : null;
    return { ...mark, ...beside, missing, differing, sentences, judgedBy, otherLanguage, rated };
  });
}

/** The passage's sentences beside a sentence: those that contradict it, otherwise support it, otherwise are closest. */
export const quoted = ({ contradicts, evidence, nearest }: Beside) => [contradicts, evidence, nearest].find((texts) => texts.length > 0) ?? [];

const contains = (sentence: ByteRange, mark: ByteRange) => sentence.start <= mark.start && mark.end <= sentence.end;

function besideOf(
  { text, citations, references }: Checked,
  number: number,
  sentence: ByteRange,
  found: Pick<Check, "evidence" | "contradicts" | "nearest">,
): Omit<Beside, "missing" | "differing"> {
  const passage = references.find((reference) => reference.number === number)?.passage?.text ?? "";
  const texts = (spans: PassageSpan[] = []) =>
    spans
      .filter((span) => span.number === number)
      .map(({ start, end }) => withoutMarks(bytesOf(passage, start, end)))
      .filter(Boolean);
  return {
    claim: claimOf(text, citations, sentence),
    evidence: texts(found.evidence),
    contradicts: texts(found.contradicts),
    nearest: texts(found.nearest),
  };
}

/** The text of an answer's sentence, without its citations. */
function claimOf(text: string, citations: CitationMark[], { start, end }: ByteRange): string {
  let claim = "";
  let at = start;
  for (const mark of citations.filter((mark) => contains({ start, end }, mark))) {
    claim += bytesOf(text, at, mark.start);
    at = mark.end;
  }
  return withoutMarks(claim + bytesOf(text, at, end)).replace(/\s+([.,;:!?…])/g, "$1");
}

/** A part of a text, by its bytes in UTF-8. */
function bytesOf(text: string, start: number, end: number): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(start, end));
}

/** The verdict on a sentence: the best of its citations' verdicts, unless one contradicts it. */
export type Verdict = Support | "unchecked" | "uncited";

/** A checked sentence of an answer. */
export interface CheckedSentence extends ByteRange {
  verdict: Verdict;
  /** The sentence, without its citations. */
  claim: string;
  /** The indexes of its citations. */
  marks: number[];
  /** A passage that supports it better than the cited ones, with the sentences of both. */
  rather: ({ number: number } & Beside) | null;
  /** The user corrected its citation. */
  corrected: boolean;
}

/** The sentences of an answer in the order of its checks. */
export function checkedSentences(answer: Checked): CheckedSentence[] {
  const { text, citations, checks, probably } = answer;
  return checks.map((check) => {
    const { start, end } = check;
    const marks = citations.flatMap((mark, at) => (contains(check, mark) ? [at] : []));
    const found = marks.flatMap((at) => citations[at] ?? []);
    const proposed = probably.find((one) => one.start === start);
    const rather = proposed && {
      number: proposed.number,
      ...besideOf(answer, proposed.number, check, { evidence: proposed.evidence ?? [] }),
      missing: [],
      differing: [],
    };
    const corrected = found.some((mark) => mark.instead_of);
    return { start, end, verdict: verdictOf(found), claim: claimOf(text, citations, check), marks, rather: rather ?? null, corrected };
  });
}

/** The passage sentence closest to the question, where the answer says that the notes don't answer it. */
export interface NearestSentence {
  span: PassageSpan;
  text: string;
}

/** The closest sentence for an answer that says that the notes don't answer; null for any other answer. */
export function nearestSentence({ citations, checks, references }: Checked): NearestSentence | null {
  const untold = checks.filter((check) => !citations.some((mark) => contains(check, mark)));
  const span = untold.flatMap((check) => check.nearest ?? [])[0];
  const passage = references.find(({ number }) => span && number === span.number)?.passage?.text;
  if (!span || passage === undefined) return null;
  const text = withoutMarks(bytesOf(passage, span.start, span.end)).trim();
  return text ? { span, text } : null;
}

/** An answer’s HTML. A model’s words that the notes don’t answer give way to the window’s own, which count the passages. */
export function drawnBlocks({ abstains, blocks, references }: Pick<AnswerView, "abstains" | "blocks" | "references">): string[] {
  const read = references.filter(({ passage, state }) => passage && state !== "considered").length;
  return abstains && read > 0 ? [`<p>${supportSentences.notFound(read)}</p>`] : blocks;
}

/** Two passages that contradict each other, with the sentences in which they do. */
export interface AtOdds {
  spans: [PassageSpan, PassageSpan];
  beside: Beside;
}

/** The passages of an answer that contradict each other. */
export function passagesAtOdds({ checks, references }: Checked): AtOdds[] {
  const said = ({ number, start, end }: PassageSpan) => {
    const text = references.find((reference) => reference.number === number)?.passage?.text ?? "";
    return withoutMarks(bytesOf(text, start, end)).trim();
  };
  const atOdds = ({ one, other, differing }: Disagreement): AtOdds => ({
    spans: [one, other],
    beside: {
      claim: said(one),
      contradicts: [said(other)],
      differing,
      missing: [],
      evidence: [],
      nearest: [],
      names: [supportSentences.says(one.number), supportSentences.says(other.number)],
    },
  });
  return checks.flatMap(({ disagreements }) => disagreements ?? []).map(atOdds);
}

/** The verdict on several citations. */
export function verdictOf(marks: CitationMark[]): Verdict {
  if (marks.length === 0) return "uncited";
  const order: Verdict[] = ["contradicted", "supported", "weak", "unsupported"];
  return order.find((verdict) => marks.some(({ support }) => support === verdict)) ?? "unchecked";
}

/** The number of sentences with a verdict. */
export interface VerdictCount {
  verdict: Verdict;
  count: number;
}

/** The number of an answer's sentences for each verdict; null if nothing was checked, or only by an earlier
 *  version that didn't store all sentences. */
export function summaryOf(answer: Checked, sentences: CheckedSentence[]): VerdictCount[] | null {
  const { citations, checks, probably } = answer;
  const isWhole = citations.every((mark) => checks.some((check) => contains(check, mark)));
  if (sentences.length === 0 || !isWhole || (citations.length === 0 && probably.length === 0)) return null;
  const order: Verdict[] = ["supported", "contradicted", "unsupported", "weak", "uncited", "unchecked"];
  const counts = order.map((verdict) => ({ verdict, count: sentences.filter((sentence) => sentence.verdict === verdict).length }));
  const isChecked = sentences.some(({ verdict }) => verdict !== "unchecked");
  return counts.filter(({ verdict, count }) => count > 0 || (verdict === "supported" && isChecked));
}

/** The result of a citation's check in a sentence; null if there is nothing to say. */
export function supportWords(mark: CheckedMark | undefined): string | null {
  const words = verdictWords(mark);
  return mark?.judgedBy ? supportSentences.judged(words, mark.judgedBy) : words;
}

function verdictWords(mark: CheckedMark | undefined): string | null {
  if (!mark || mark.support === "supported") return null;
  if (!mark.support) return mark.otherLanguage ? supportSentences.otherLanguage : supportSentences.unchecked;
  if (mark.support === "contradicted") return supportSentences.otherwise(mark.contradicts);
  if (mark.missing.length > 0) return supportSentences.missing(mark.missing);
  return mark.support === "weak" ? supportSentences.weak : supportSentences.none;
}

/** The suffix of a citation's name after its check. */
export function supportName(mark: CheckedMark | undefined): string {
  if (!mark) return supportSentences.name(null, null, false);
  if (mark.otherLanguage && !mark.support) return `, ${supportSentences.otherLanguage}`;
  return supportSentences.name(mark.support ?? null, supportWords(mark), !!mark.instead_of);
}

/** A piece of a text; `differs` marks differences. */
export interface Piece {
  text: string;
  differs: boolean;
}

const word = /[\p{L}\p{M}\p{N}]+(?:[.,:'’][\p{L}\p{M}\p{N}]+)*/gu;
const isDense = (text: string) => /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(text);

/** The sentence in pieces, marking the parts that its passages lack or contradict. */
export function claimPieces({ claim, missing, differing }: Beside): Piece[] {
  const things = missing.filter((thing) => claim.includes(thing));
  return pieces(claim, [...things.map((thing) => ({ thing, whole: true })), ...differing.map((thing) => ({ thing, whole: false }))]);
}

/** A passage's sentence in pieces, marking contradictions, and where the claim differs, the numbers and names
 *  that the claim lacks. */
export function passagePieces(sentence: string, { claim, missing, differing }: Beside): Piece[] {
  const said = (claim.match(word) ?? []).map(fold);
  const found = [...sentence.matchAll(word)].map(([text]) => text);
  const others = found.flatMap((text, at) => (said.includes(fold(text)) ? [] : [at]));
  const lacksName = missing.some((thing) => /^\p{Lu}\p{L}+$/u.test(thing));
  const names = lacksName ? others.filter((at) => at > 0 && /^\p{Lu}/u.test(found[at] ?? "")) : [];
  const figures = others.filter((at) => /\d/.test(found[at] ?? ""));
  // For each missing number, those between the same words: of "about 6 g, or only 3 g", the 6 for "about 9 g".
  const numbers = missing
    .filter((thing) => /\d/.test(thing))
    .flatMap((thing) => {
      const place = said.indexOf(fold(thing));
      const alike = (at: number) => [-1, 1].filter((step) => found[at + step] && said[place + step] === fold(found[at + step] ?? "")).length;
      const most = Math.max(...figures.map(alike));
      return figures.filter((at) => place < 0 || alike(at) === most);
    });
  const instead = [...names, ...numbers].map((at) => ({ thing: found[at] ?? "", whole: true }));
  return pieces(sentence, [...instead, ...differing.map((thing) => ({ thing, whole: false }))]);
}

function pieces(text: string, things: { thing: string; whole: boolean }[]): Piece[] {
  const ranges: [number, number][] = [];
  for (const { thing, whole } of things) {
    if (whole || isDense(thing)) {
      const at = text.indexOf(thing);
      if (at >= 0 && thing !== "") ranges.push([at, at + thing.length]);
    } else {
      for (const { 0: found, index } of text.matchAll(word)) if (fold(found) === thing) ranges.push([index, index + found.length]);
    }
  }
  ranges.sort(([a], [b]) => a - b);
  const all: Piece[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start < at) continue;
    if (start > at) all.push({ text: text.slice(at, start), differs: false });
    all.push({ text: text.slice(start, end), differs: true });
    at = end;
  }
  if (at < text.length) all.push({ text: text.slice(at), differs: false });
  return all;
}
