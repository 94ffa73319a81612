import { withoutMarks } from "./excerpt";

const counts = /[\p{L}\p{N}]/u;

/**
 * Wraps a sentence in `<mark>` elements of this class, wherever it stands in these elements. Letters and digits alone are
 * compared: the page shows a note's Markdown as something else. Gives the marks; none if the sentence isn't there.
 */
export function markSentence(blocks: Element[], sentence: string, className: string): HTMLElement[] {
  const wanted = [...withoutMarks(sentence)].filter((letter) => counts.test(letter)).join("").toLowerCase();
  let letters = "";
  const places: { node: Text; start: number; end: number }[] = [];
  for (const block of blocks) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text;
      // A citation's number is no word of its sentence.
      if (text.parentElement?.closest("button")) continue;
      let at = 0;
      for (const letter of text.data) {
        if (counts.test(letter)) {
          const low = letter.toLowerCase();
          letters += low;
          for (let unit = 0; unit < low.length; unit += 1) places.push({ node: text, start: at, end: at + letter.length });
        }
        at += letter.length;
      }
    }
  }
  const from = wanted === "" ? -1 : letters.indexOf(wanted);
  const first = places[from];
  const last = places[from + wanted.length - 1];
  if (!first || !last) return [];
  const nodes = [...new Set(places.slice(from, from + wanted.length).map(({ node }) => node))];
  return nodes.map((node) => {
    const start = node === first.node ? first.start : 0;
    // The signs that end it belong to it.
    const rest = node === last.node ? last.end + (/^[.!?…)”"»。！？]+/.exec(node.data.slice(last.end))?.[0].length ?? 0) : node.data.length;
    const part = start > 0 ? node.splitText(start) : node;
    if (rest - start < part.data.length) part.splitText(rest - start);
    const mark = document.createElement("mark");
    mark.className = className;
    part.replaceWith(mark);
    mark.append(part);
    return mark;
  });
}

/** Takes marks of this class away again. */
export function unmark(root: Element, className: string): void {
  for (const mark of root.querySelectorAll(`mark.${className}`)) {
    const parent = mark.parentElement;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
}
