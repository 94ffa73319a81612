import { Letters, unmark } from "../../kit/wording";

/** Fewer letters than these are everywhere, and count only near where they are expected. */
const FEW = 12;
const NEAR = 250;

/**
 * Marks a passage among the words of a page, and in it some of its sentences. The page has the words in the order in which
 * they were printed, so that the passage is looked for as a whole first and then line by line. Gives the first mark to
 * look at; null if nothing of it stands here.
 */
export function markPassage(page: HTMLElement, passage: string, sentences: string[], otherwise: boolean): Element | null {
  unmark(page, "evidence");
  unmark(page, "passage");
  const marks = mark([page], passage, "passage");
  const told = sentences.flatMap((sentence) => mark(marks, sentence, otherwise ? "evidence otherwise" : "evidence"));
  page.classList.toggle("told", told.length > 0);
  return told[0] ?? marks[0] ?? null;
}

/** Wraps what is found of a text in marks, in the order of the page. */
function mark(blocks: Element[], text: string, className: string): HTMLElement[] {
  const letters = new Letters(blocks);
  const whole = letters.find(text);
  return letters.mark(whole ? [whole] : linesIn(letters, text), className);
}

/** Where the lines of a text stand: each where it fits best with the longest. */
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
