/** Elements compared as one block. */
const BLOCKS = "p, li, h1, h2, h3, h4, h5, h6, pre, td, th, dt, dd, summary, figcaption";

/** Maximum pairs of blocks compared. In a longer change all blocks between the equal ends count as different. */
const PAIRS = 1_000_000;

/** A block's content other than text. */
function shownOf(element: Element): string {
  if (element instanceof HTMLImageElement) return element.src;
  if (element instanceof HTMLInputElement) return String(element.checked);
  return element.getAttribute("href") ?? "";
}

/** The blocks of an element with their own content, without nested blocks. */
function blocksOf(root: Element): { element: Element; shows: string }[] {
  const blocks = new Map<Element, string>();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const shows = (node instanceof Element ? shownOf(node) : (node.textContent ?? "")).replace(/\s+/g, " ");
    const block = node.parentElement?.closest(BLOCKS);
    if (shows.trim() === "" || !block || !root.contains(block)) continue;
    blocks.set(block, `${blocks.get(block) ?? ""}${shows}`);
  }
  return [...blocks].map(([element, shows]) => ({ element, shows: shows.trim() }));
}

/** For each of two lists, marks the items that aren't in the longest common subsequence. */
function different(before: string[], after: string[]): [boolean[], boolean[]] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [rows, columns] = [before.length - start - end, after.length - start - end];
  const inside = (length: number) => (_: string, at: number) => at >= start && at < start + length;
  const lists: [boolean[], boolean[]] = [before.map(inside(rows)), after.map(inside(columns))];
  if (rows * columns === 0 || rows * columns > PAIRS) return lists;
  /** The length of the longest common subsequence from a row and a column on. */
  const common = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  const isEqual = (row: number, column: number) => before[start + row] === after[start + column];
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const longest = isEqual(row, column) ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      common[row]?.fill(longest, column, column + 1);
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (isEqual(row, column)) {
      lists[0][start + row] = lists[1][start + column] = false;
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return lists;
}

/** Adds this class to blocks that only one of the two elements has, and removes it from the others. */
export function markDifferences(before: Element, after: Element, className: string): void {
  const blocks = [blocksOf(before), blocksOf(after)] as const;
  const differs = different(...(blocks.map((list) => list.map(({ shows }) => shows)) as [string[], string[]]));
  blocks.forEach((list, side) => list.forEach(({ element }, at) => element.classList.toggle(className, differs[side]?.[at] ?? false)));
}
