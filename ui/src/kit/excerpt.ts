import { fold } from "./fuzzy";

/** The part of a passage that best shows why it was found, without Markdown. */
export function excerpt(text: string, words: string[], length = 240): string {
  const readable = withoutFormulas(text);
  const plain = inLine(withoutHeadings(readable).replace(/^(#{1,6} .*[^\s.:!?…])\s*\n(?=\S)/gm, "$1:\n")) || inLine(readable);
  if (plain.length <= length) return plain;
  const places = placesOf(plain, words);
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined) return `${cut(plain, 0, length)} …`;
  let from = Math.min(first, plain.length - length);
  let most = 0;
  for (const [at, place] of places.entries()) {
    const held = places.slice(at).filter((other) => other < place + length - 40).length;
    if (held > most) [most, from] = [held, place];
  }
  // A few words before the first match give context. Text far to the right may be cut off.
  from = Math.max(0, Math.min(from - 30, plain.length - length / 2));
  if (from > 0) from = plain.indexOf(" ", from) + 1;
  const part = cut(plain, from, from + length);
  return `${from > 0 ? "… " : ""}${part}${from + part.length < plain.length ? " …" : ""}`;
}

/** A passage whose formulas have no commands and brackets: "$T_{water}$" becomes "T_water". Amounts of dollars stay. */
const withoutFormulas = (text: string): string =>
  text.replace(/\$\$([\s\S]*?)\$\$|\$(?=\S)([^$\n]*[\\_^{=][^$\n]*|[a-z])(?<=\S)\$(?!\d)/gi, (_, block?: string, inline?: string) =>
    (block ?? inline ?? "")
      .replace(/\\(times|cdot)\b/g, "×")
      .replace(/\\[a-z]+\*?/gi, "")
      .replace(/[{}\\]/g, ""),
  );

/** A passage without its leading headings, which are shown above it. */
export const withoutHeadings = (text: string): string => text.replace(/^(#{1,6} .*\n+)+(?=.)/, "");

function placesOf(text: string, words: string[]): number[] {
  const folded = fold(text);
  // Folding may change lengths, so positions are approximate.
  const places = words.flatMap((word) => {
    const wanted = fold(word);
    const found: number[] = [];
    if (wanted === "") return found;
    for (let at = folded.indexOf(wanted); at >= 0 && found.length < 50; at = folded.indexOf(wanted, at + wanted.length)) found.push(at);
    return found;
  });
  return places.sort((a, b) => a - b);
}

/** Cuts a text between two positions, without a partial word at the end. */
function cut(text: string, from: number, to: number): string {
  if (to >= text.length) return text.slice(from);
  const part = text.slice(from, to);
  const space = part.lastIndexOf(" ");
  // Scripts without spaces are cut at the exact position.
  return space > part.length - 30 ? part.slice(0, space) : part;
}

/** Removes Markdown, and keeps the line breaks. */
export function withoutMarks(text: string): string {
  return (
    text
      .replace(/<!--[\s\S]*?(-->|$)/g, "")
      .replace(/%%[\s\S]*?%%/g, "")
      .replace(/<\/?[a-z][a-z0-9-]*(\s[^<>]*)?\/?>/gi, " ")
      .replace(/^\s*```.*$/gm, "")
      // The kind of a callout.
      .replace(/^(\s*>+)\s*\[![\w-]+\][+-]?/gm, "$1")
      .replace(/^[^\S\n]*(#{1,6}|>+|[-*+]( \[.\])?|\d+[.)])\s+/gm, "")
      .replace(/!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, (_, name: string) => name.replace(/#\^?/g, " › "))
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/(\*\*|__|~~|==|`)/g, "")
      .replace(/(^|[^\w*])\*([^\s*]|[^\s*][^*\n]*[^\s*])\*(?![\w*])/gm, "$1$2")
      .replace(/^\s*(\|?[-:| ]{5,}\|?|([-*_] ?){3,})\s*$/gm, "")
      .replace(
        /^\s*\|(.*)\|\s*$/gm,
        (_, cells: string) =>
          `${cells
            .split("|")
            .map((cell) => cell.trim())
            .join(" · ")};\n`,
      )
      // A table joined into one line.
      .replace(/^.*\|\s*:?-{3,}.*$/gm, (line) =>
        line
          .replace(/\|(\s*:?-{3,}:?\s*\|)+/g, "|")
          .split("|")
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(" · "),
      )
      .replace(/[^\S\n]+/g, " ")
      .replace(/\s*\n\s*\n\s*/g, "\n\n")
      .trim()
  );
}

/** A piece of a note in one line, without Markdown, also of links cut by the piece's ends, and without
 *  footnote numbers. */
export function inLine(text: string): string {
  const whole = text
    .replace(/^[^[\]\n]*?(?:\|([^[\]|\n]*)|([^[\]|\n]*))\]\]/, (_, shown?: string, target?: string) => shown ?? target ?? "")
    .replace(/!?\[\[(?:[^\]|\n]*\|)?([^\]\n]*)$/, "$1")
    .replace(/\[\^[^\]\s]+\]:?/g, "");
  return withoutMarks(whole).replace(/\s+/g, " ").trim();
}

/** The headings over a passage, without repetitions of the title or of the heading above. */
export function headingsBelow(title: string, path: string[]): string[] {
  return path.filter((heading, at) => heading !== title && heading !== path[at - 1]);
}
