import type { AnswerView, Reference } from "../ipc";
import { headingsBelow } from "../kit/excerpt";
import { partName, placesBelow } from "../kit/place";

type Cited = Pick<AnswerView, "text" | "references" | "citations">;

/** An answer's text for copying, with its numbers as footnotes and their sources below. */
export function withFootnotes(answer: Cited): string {
  const known = cited(answer);
  if (known.size === 0) return answer.text;
  const notes = [...known].map(([number, reference]) => {
    const where = reference.path ?? reference.url;
    return `[^${number}]: ${placeOf(reference)}${where ? ` (${where})` : ""}`;
  });
  return `${marked(answer, (number) => `[^${number}]`)}\n\n${notes.join("\n")}`;
}

/** An answer's text for copying, with links to the notes instead of numbers. */
export function withLinks(answer: Cited): string {
  const known = cited(answer);
  return marked(answer, (number) => {
    const reference = known.get(number);
    return reference ? `(${linkOf(reference)})` : `[${number}]`;
  });
}

/** An answer's text for copying, without its numbers. */
export function withoutSources(answer: Cited): string {
  // Removes the space before a number too.
  return marked(
    answer,
    () => "",
    (text) => text.replace(/[ \u00a0]$/, ""),
  );
}

/** The cited references, by number. */
function cited({ references, citations }: Cited): Map<number, Reference> {
  const numbers = [...new Set(citations.map(({ number }) => number))].sort((a, b) => a - b);
  return new Map(
    numbers.flatMap((number) => {
      const reference = references.find((one) => one.number === number);
      return reference ? [[number, reference] as const] : [];
    }),
  );
}

const placeOf = (reference: Reference) => [reference.title, ...placesBelow(reference)].join(" › ");

/** A wikilink to a passage's place. */
function linkOf(reference: Reference): string {
  if (reference.url) return `[${reference.title.replace(/[[\]]/g, "")}](${reference.url})`;
  const part = reference.passage?.part;
  if (reference.path === null) return [reference.title, ...(part ? [partName(part)] : [])].join(", ");
  const [target = ""] = reference.wikilink.replace(/^\[\[|\]\]$/g, "").split(/[#|]/);
  if (part) return `[[${target}#${part.unit}=${part.number}|${reference.title}, ${partName(part)}]]`;
  const heading = headingsBelow(reference.title, reference.passage?.heading_path ?? [])
    .at(-1)
    ?.replace(/[#|^[\]:]+/g, " ")
    .trim();
  return heading ? `[[${target}#${heading}|${reference.title}]]` : `[[${target}]]`;
}

/** Replaces the text's citation numbers. */
function marked({ text, citations }: Cited, instead: (number: number) => string, before = (text: string) => text): string {
  // The citations' positions are in bytes. Brackets that aren't citations stay.
  const bytes = new TextEncoder().encode(text);
  const decode = (from: number, to?: number) => new TextDecoder().decode(bytes.slice(from, to));
  let done = "";
  let from = 0;
  for (const mark of [...citations].sort((a, b) => a.start - b.start)) {
    done += before(decode(from, mark.start)) + instead(mark.number);
    from = mark.end;
  }
  return done + decode(from);
}
