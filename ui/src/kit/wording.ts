import { withoutMarks } from "./excerpt";

const counts = /[\p{L}\p{N}]/u;

/** A letter or digit as it is compared: without case, accents and ligatures; nothing if it is neither. */
const folded = (letter: string) => [...letter.normalize("NFKD").toLowerCase()].filter((one) => counts.test(one)).join("");

/** Where words were found: letters of some elements, the end excluded. */
export interface Found {
  from: number;
  to: number;
}

/**
 * The letters and digits of some elements, in which words are found and marked. They alone are compared: a page shows a
 * note's Markdown as something else, and a file has its lines and hyphens where it likes.
 */
export class Letters {
  private text = "";
  private readonly places: { node: Text; start: number; end: number }[] = [];

  constructor(blocks: Element[]) {
    for (const block of blocks) {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node as Text;
        // A citation's number is no word of its sentence.
        if (text.parentElement?.closest("button")) continue;
        let at = 0;
        for (const letter of text.data) {
          const low = folded(letter);
          this.text += low;
          for (let unit = 0; unit < low.length; unit += 1) this.places.push({ node: text, start: at, end: at + letter.length });
          at += letter.length;
        }
      }
    }
  }

  /** What of a text in Markdown is compared. */
  static of(text: string): string {
    return [...withoutMarks(text)].map(folded).join("");
  }

  /** Where a text stands first. */
  find(text: string): Found | null {
    return this.findAll(text)[0] ?? null;
  }

  /** All places where a text stands. */
  findAll(text: string): Found[] {
    const wanted = Letters.of(text);
    const found: Found[] = [];
    if (wanted === "") return found;
    for (let from = this.text.indexOf(wanted); from >= 0; from = this.text.indexOf(wanted, from + wanted.length)) {
      found.push({ from, to: from + wanted.length });
    }
    return found;
  }

  /** Wraps what was found in `<mark>` elements of this class, in the order of the page. No place is found in the same letters afterwards. */
  mark(found: Found[], className: string): HTMLElement[] {
    let behind = this.places.length;
    // From behind, so that what stands before keeps its place in a text that is split.
    const marks = [...found].sort((a, b) => b.from - a.from).flatMap(({ from, to }) => {
      const places = this.places.slice(from, Math.min(to, behind));
      behind = from;
      return this.wrap(places, className).reverse();
    });
    return marks.reverse();
  }

  private wrap(places: { node: Text; start: number; end: number }[], className: string): HTMLElement[] {
    const [first, last] = [places[0], places.at(-1)];
    if (!first || !last) return [];
    return [...new Set(places.map(({ node }) => node))].map((node) => {
      const start = node === first.node ? first.start : 0;
      // The signs that end it belong to it.
      const end = node === last.node ? last.end + (/^\p{M}*[.!?…)”"»。！？]*/u.exec(node.data.slice(last.end))?.[0].length ?? 0) : node.data.length;
      const part = start > 0 ? node.splitText(start) : node;
      if (end - start < part.data.length) part.splitText(end - start);
      const mark = document.createElement("mark");
      mark.className = className;
      part.replaceWith(mark);
      mark.append(part);
      return mark;
    });
  }
}

/** Marks a sentence where it stands first in these elements. Gives the marks; none if it isn't there. */
export function markSentence(blocks: Element[], sentence: string, className: string): HTMLElement[] {
  const letters = new Letters(blocks);
  const found = letters.find(sentence);
  return found ? letters.mark([found], className) : [];
}

/** Takes marks of this class away again. */
export function unmark(root: Element, className: string): void {
  for (const mark of root.querySelectorAll(`mark.${className}`)) {
    const parent = mark.parentElement;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
}
