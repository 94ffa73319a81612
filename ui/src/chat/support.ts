import type { CitationMark, Message } from "../ipc";
import { supportSentences } from "./sentences";

/** A citation, and what its sentence says that none of the sentence's passages does. */
export interface CheckedMark extends CitationMark {
  missing: string[];
  /** The sentences of its passage that say otherwise. */
  contradicts: string[];
  /** The model that decided it, where the check itself couldn't. */
  judgedBy: string | null;
}

/** The citations of an answer with what the checks of their sentences found. */
export function checkedMarks({ citations, checks, references }: Pick<Message, "citations" | "checks" | "references">): CheckedMark[] {
  return citations.map((mark) => {
    const check = checks.find(({ start, end }) => start <= mark.start && mark.end <= end);
    const text = references.find(({ number }) => number === mark.number)?.passage?.text ?? "";
    const spans = (check?.contradicts ?? []).filter(({ number }) => number === mark.number);
    const contradicts = spans.map(({ start, end }) => bytesOf(text, start, end).trim()).filter(Boolean);
    return { ...mark, missing: check?.missing ?? [], contradicts, judgedBy: check?.judged_by ?? null };
  });
}

/** A part of a text, by its bytes in UTF-8. */
function bytesOf(text: string, start: number, end: number): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(start, end));
}

/** What the check of a citation found, in a sentence; null where there is nothing to tell. */
export function supportWords(mark: CheckedMark | undefined): string | null {
  const words = verdictWords(mark);
  return mark?.judgedBy ? supportSentences.judged(words, mark.judgedBy) : words;
}

function verdictWords(mark: CheckedMark | undefined): string | null {
  if (!mark || mark.support === "supported") return null;
  if (mark.support === null) return supportSentences.unchecked;
  if (mark.support === "contradicted") return supportSentences.otherwise(mark.contradicts);
  if (mark.missing.length > 0) return supportSentences.missing(mark.missing);
  return mark.support === "weak" ? supportSentences.weak : supportSentences.none;
}

/** What follows a citation's name where its passage carries the sentence badly or not at all. */
export function supportName(mark: CheckedMark | undefined): string {
  const words = supportWords(mark);
  if (words === null) return "";
  return supportSentences.name(mark?.support ?? null, words);
}
