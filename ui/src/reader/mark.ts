import type { CitedPassage, LineRange } from "../ipc";
import { markSentence, unmark } from "../kit/wording";

function linesOf(element: Element): LineRange | null {
  const [first, last] = (element.getAttribute("data-lines") ?? "").split("-").map(Number);
  if (first === undefined || Number.isNaN(first)) return null;
  return { start: first, end: last === undefined || Number.isNaN(last) ? first : last };
}

/** Marks the innermost blocks under `root` that overlap the lines of `target`, and unmarks all others.
 *  Returns the first one to scroll to, or null without marking anything. */
export function markLines(root: Element, target: LineRange | null): Element | null {
  for (const old of root.querySelectorAll(".passage-mark")) old.classList.remove("passage-mark");
  if (!target) return null;
  const blocks = innermost(root, target);
  for (const block of blocks) block.classList.add("passage-mark");
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

/** The first block under `root` that overlaps the lines of `target`, without marking. */
export function findLines(root: Element, target: LineRange | null): Element | null {
  if (!target) return null;
  for (const block of root.querySelectorAll("[data-lines]")) {
    const lines = linesOf(block);
    if (lines && lines.start <= target.end && lines.end >= target.start) return block;
  }
  return null;
}

/** Marks sentences in the marked blocks. Returns the first mark to scroll to; null if none of the sentences is found. */
export function markSentences(root: Element, sentences: { text: string; lines?: LineRange }[], contradicts: boolean): Element | null {
  unmark(root, "evidence");
  const blocks = [...root.querySelectorAll(".passage-mark")];
  const marks = sentences.flatMap(({ text, lines }) => {
    const around = blocks.filter((block) => {
      const own = linesOf(block);
      return !lines || (own && own.start <= lines.end && own.end >= lines.start);
    });
    return markSentence(around, text, contradicts ? "evidence contradicting" : "evidence");
  });
  return marks[0] ?? null;
}

/** Where a marked passage is on its page, in pixels. */
export interface Ground {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The place of the marked blocks and of all that is between them, from the corner of `around`; null without a mark. */
export function groundOf(root: Element, around: Element): Ground | null {
  const blocks = [...root.querySelectorAll(".prose .passage-mark")];
  const column = blocks[0]?.closest(".prose")?.getBoundingClientRect();
  if (!column) return null;
  const boxes = blocks.map((block) => block.getBoundingClientRect());
  const corner = around.getBoundingClientRect();
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left: column.left - corner.left, top: top - corner.top, width: column.width, height: bottom - top };
}
