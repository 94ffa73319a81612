import { withoutMarks } from "./excerpt";

const counts = /[\p{L}\p{N}]/u;

/** A letter or digit without case, accents and ligatures; "" for any other character. */
const folded = (letter: string) => [...letter.normalize("NFKD").toLowerCase()].filter((one) => counts.test(one)).join("");

/** A range of letters in some elements, the end excluded. */
export interface Found {
  from: number;
  to: number;
}

/** The letters and digits of some elements, in which texts are found and marked. Other characters are
 *  ignored: a page renders a note's Markdown differently, and a file breaks lines and words anywhere. */
export class Letters {
  private text = "";
  private readonly places: { node: Text; start: number; end: number }[] = [];

  constructor(blocks: Element[]) {
    for (const block of blocks) {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node as Text;
        // A citation's number isn't part of the sentence.
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

  /** The compared letters of a text in Markdown. */
  static of(text: string): string {
    return Letters.plain(withoutMarks(text));
  }

  /** The compared letters of a plain text. */
  static plain(text: string): string {
    return [...text].map(folded).join("");
  }

  /** The first occurrence of a text. */
  find(text: string): Found | null {
    return this.findAll(text)[0] ?? null;
  }

  /** All occurrences of a text. */
  findAll(text: string): Found[] {
    const wanted = Letters.of(text);
    const found: Found[] = [];
    if (wanted === "") return found;
    for (let from = this.text.indexOf(wanted); from >= 0; from = this.text.indexOf(wanted, from + wanted.length)) {
      found.push({ from, to: from + wanted.length });
    }
    return found;
  }

  /** Wraps ranges in `<mark>` elements of this class, in the order of the page. Afterwards, positions in
   *  these letters are invalid. */
  mark(found: Found[], className: string): HTMLElement[] {
    let behind = this.places.length;
    // From the end, so that earlier positions stay valid when a text node is split.
    const marks = [...found]
      .sort((a, b) => b.from - a.from)
      .flatMap(({ from, to }) => {
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
      // Includes the punctuation at the end.
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

/** Marks the first occurrence of a sentence in these elements. Returns the marks, or none. */
export function markSentence(blocks: Element[], sentence: string, className: string): HTMLElement[] {
  const letters = new Letters(blocks);
  const found = letters.find(sentence);
  return found ? letters.mark([found], className) : [];
}

/** Removes the marks of this class. */
export function unmark(root: Element, className: string): void {
  for (const mark of root.querySelectorAll(`mark.${className}`)) {
    const parent = mark.parentElement;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
}
