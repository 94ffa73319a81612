import type { CitedPassage, LineRange, MarkedSentence } from "../ipc";
import { markSentence, unmark } from "../kit/wording";

function linesOf(element: Element): LineRange | null {
  const [first, last] = (element.getAttribute("data-lines") ?? "").split("-").map(Number);
  if (first === undefined || Number.isNaN(first)) return null;
  return { start: first, end: last === undefined || Number.isNaN(last) ? first : last };
}

/** Marks the innermost blocks under `root` that overlap the lines of `target`, and unmarks all others.
 *  Returns the first one to scroll to, or null without marking anything. */
export function markLines(root: Element, target: LineRange | null): Element | null {
  for (const old of root.querySelectorAll(".passage-mark")) old.classList.remove("passage-mark", "joined");
  if (!target) return null;
  const blocks = innermost(root, target);
  for (const [at, block] of blocks.entries()) {
    block.classList.add("passage-mark");
    const next = blocks[at + 1];
    block.classList.toggle("joined", next !== undefined && follows(block, root) === next);
  }
  return blocks[0] ?? null;
}

/** Highlights cited passages, with `say` for the number of answers; an empty list removes the highlights. */
export function markCited(root: Element, cited: CitedPassage[], say: (answers: number) => string): void {
  for (const old of root.querySelectorAll(".cited-mark")) {
    old.classList.remove("cited-mark");
    old.removeAttribute("title");
  }
  for (const { lines, answers } of cited) {
    for (const block of innermost(root, lines)) {
      block.classList.add("cited-mark");
      block.setAttribute("title", say(answers));
    }
  }
}

/** The innermost blocks under `root` that overlap the lines of `target`, in order. */
function innermost(root: Element, target: LineRange): Element[] {
  const touched = new Set<Element>();
  for (const block of root.querySelectorAll("[data-lines]")) {
    const lines = linesOf(block);
    if (lines && lines.start <= target.end && lines.end >= target.start) touched.add(block);
  }
  const outer = new Set<Element>();
  for (const block of touched) {
    for (let up = block.parentElement; up && up !== root; up = up.parentElement) {
      if (outer.has(up)) break;
      if (touched.has(up)) outer.add(up);
    }
  }
  return [...touched].filter((block) => !outer.has(block));
}

/** The block right after this one, at its level or first within another. */
function follows(block: Element, root: Element): Element | null {
  let last: Element | null = block;
  while (last && last !== root && !last.nextElementSibling) last = last.parentElement;
  let next = last === root ? null : (last?.nextElementSibling ?? null);
  for (let inner = next; inner; inner = inner.firstElementChild) if (inner.hasAttribute("data-lines")) next = inner;
  return next;
}

/** The first block under `root` that overlaps the lines of `target`, without marking. */
export function findLines(root: Element, target: LineRange | null): Element | null {
  if (!target) return null;
  for (const block of root.querySelectorAll("[data-lines]")) {
    const lines = linesOf(block);
    if (lines && lines.start <= target.end && lines.end >= target.start) return block;
  }
  return null;
}

/** Marks sentences in the marked blocks, and fades the rest. Returns the first mark to scroll to; null if
 *  none of the sentences is found, and then the blocks stay as they are. */
export function markSentences(root: Element, sentences: MarkedSentence[], contradicts: boolean): Element | null {
  unmark(root, "evidence");
  for (const old of root.querySelectorAll(".faded")) old.classList.remove("faded");
  const blocks = [...root.querySelectorAll(".passage-mark")];
  const marks = sentences.flatMap(({ text, lines }) => {
    const around = blocks.filter((block) => {
      const own = linesOf(block);
      return own && own.start <= lines.end && own.end >= lines.start;
    });
    return markSentence(around, text, contradicts ? "evidence contradicting" : "evidence");
  });
  if (marks.length > 0) for (const block of blocks) block.classList.add("faded");
  return marks[0] ?? null;
}
