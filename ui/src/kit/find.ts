/** Elements within a line. Text around any other element isn't joined. */
const INLINE = "a, abbr, b, bdi, button, code, del, em, i, kbd, mark, s, small, span, strong, sub, sup, u, wbr";
/** Elements whose text isn't shown. */
const UNSEEN = "[hidden], .hidden-text, script, style, select, textarea, details:not([open]) > :not(summary)";
/** Separates blocks. No query contains it. */
const BREAK = "\0";

/** Finds text in an element that shows another document, such as a frame. */
export interface Finder {
  /**
   * Marks a text, at most `limit` times; an empty one removes the marks. Reports the number of matches so far and the first one in view or
   * behind it, which is that number until there is one; `done` ends it.
   */
  find: (text: string, limit: number, report: (all: number, first: number, done: boolean) => void) => void;
  /** Goes to a match, from 0. */
  show: (match: number) => void;
}

/** The elements that find text in themselves. */
export const finders = new WeakMap<Element, Finder>();

/** The shown text under `root` that equals `query`, in order, at most `limit` ranges. Case and line breaks don't count. */
export function findText(root: Element, query: string, limit: number): Range[] {
  const words = query.trim().split(/\s+/);
  if (words[0] === "") return [];
  const nodes: { node: Text; from: number }[] = [];
  let text = "";
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(UNSEEN) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) {
      nodes.push({ node, from: text.length });
      text += node.data;
    } else if (node instanceof Element && !node.matches(INLINE)) text += BREAK;
  }
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"), "giu");
  const ranges: Range[] = [];
  let at = 0;
  /** The node and offset of a place in the text; places come in order. */
  const placeOf = (place: number): [Text, number] | null => {
    while (at + 1 < nodes.length && (nodes[at + 1]?.from ?? 0) <= place) at += 1;
    const found = nodes[at];
    return found ? [found.node, place - found.from] : null;
  };
  for (const match of text.matchAll(pattern)) {
    if (ranges.length === limit) break;
    const start = placeOf(match.index);
    const end = placeOf(match.index + match[0].length - 1);
    if (!start || !end) continue;
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(end[0], end[1] + 1);
    ranges.push(range);
  }
  return ranges;
}

/** Scrolls the nearest scrolling element, and none around it, until a range is in view. */
export function reveal(range: Range): void {
  const box = range.getBoundingClientRect();
  for (let up = range.startContainer.parentElement; up; up = up.parentElement) {
    if (up.scrollHeight <= up.clientHeight || !/auto|scroll/.test(getComputedStyle(up).overflowY)) continue;
    const around = up.getBoundingClientRect();
    if (box.top < around.top || box.bottom > around.bottom) up.scrollTop += box.top - around.top - up.clientHeight / 3;
    return;
  }
}
