import { Letters, unmark } from "../../kit/wording";

/** Shorter lines occur everywhere, so they count only near their expected place. */
const FEW = 12;
const NEAR = 250;

/** Marks a passage among the words of a page, and some of its sentences. The page has its words in the order
 *  of printing, so the passage is searched for as a whole first, and then line by line. Returns the first
 *  mark to look at; null if nothing is found. */
export function markPassage(page: HTMLElement, passage: string, sentences: string[], contradicts: boolean): Element | null {
  unmark(page, "evidence");
  unmark(page, "passage");
  const marks = mark([page], passage, "passage");
  const told = sentences.flatMap((sentence) => mark(marks, sentence, contradicts ? "evidence contradicting" : "evidence"));
  page.classList.toggle("told", told.length > 0);
  return told[0] ?? marks[0] ?? null;
}

/** Marks each place of a text on a page, and the place `now` as the current one. Returns the first mark of that. */
export function markFound(page: HTMLElement, text: string, now: number | null): Element | null {
  unmark(page, "found");
  const letters = new Letters([page]);
  letters.mark(
    letters.findAll(text).filter((_, at) => at !== now),
    "found",
  );
  if (now === null) return null;
  const left = new Letters([page]);
  return left.mark(left.findAll(text).slice(now, now + 1), "found now")[0] ?? null;
}

/** Marks the parts of a text that are found, in the order of the page. */
function mark(blocks: Element[], text: string, className: string): HTMLElement[] {
  const letters = new Letters(blocks);
  const whole = letters.find(text);
  return letters.mark(whole ? [whole] : linesIn(letters, text), className);
}

/** The places of a text's lines: for each line, the occurrence that best fits the longest line's place. */
function linesIn(letters: Letters, text: string): { from: number; to: number }[] {
  let before = 0;
  const lines = text.split("\n").map((line) => {
    const own = { line, length: Letters.of(line).length, at: before };
    before += own.length;
    return own;
  });
  const found = (line: string) => letters.findAll(line);
  const longest = [...lines].sort((a, b) => b.length - a.length).find(({ line }) => found(line).length > 0);
  if (!longest || longest.length < FEW) return [];
  const base = (found(longest.line)[0]?.from ?? 0) - longest.at;
  return lines.flatMap(({ line, length, at }) => {
    const far = ({ from }: { from: number }) => Math.abs(from - base - at);
    const best = found(line).sort((a, b) => far(a) - far(b))[0];
    return best && (length >= FEW || far(best) <= NEAR) ? [best] : [];
  });
}
