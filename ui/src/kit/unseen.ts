/** A part of a text; `unseen` is the code of an invisible character. */
export interface Part {
  text: string;
  unseen: string | null;
}

/** Ranges of characters that reverse text, stand for other letters, or are invisible; the same as
 *  `conversation::is_unseen`. */
const UNSEEN: [number, number][] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xe000, 0xf8ff],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0x10ffff],
];
/** Characters that join letters and emoji: they count as invisible only after another invisible one, because
 *  a series of them can hide a text. */
const JOINING: [number, number][] = [
  [0x200c, 0x200d],
  [0xfe00, 0xfe0f],
];

const isIn = (ranges: [number, number][], code: number) => ranges.some(([from, to]) => from <= code && code <= to);

/** Splits off the invisible characters of a text for the user's approval. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let plain = "";
  let isBehindUnseen = false;
  const keep = () => {
    if (plain) parts.push({ text: plain, unseen: null });
    plain = "";
  };
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const joins = isIn(JOINING, code);
    const unseen = isIn(UNSEEN, code);
    if (unseen || (joins && isBehindUnseen)) {
      keep();
      parts.push({ text: letter, unseen: `U+${code.toString(16).toUpperCase().padStart(4, "0")}` });
    } else plain += letter;
    isBehindUnseen = unseen || joins;
  }
  keep();
  return parts;
}
