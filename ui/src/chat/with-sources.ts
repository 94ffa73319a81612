import type { MessageView } from "../ipc";
import { headingsBelow } from "../kit/excerpt";

/** An answer's text to be copied, with its numbers as footnotes and below it what each stands for. */
export function withSources({ text, references, citations }: Pick<MessageView, "text" | "references" | "citations">): string {
  const cited = [...new Set(citations.map(({ number }) => number))].sort((a, b) => a - b);
  const notes = cited.flatMap((number) => {
    const reference = references.find((one) => one.number === number);
    if (!reference) return [];
    const place = [reference.title, ...headingsBelow(reference.title, reference.passage?.heading_path ?? [])].join(" › ");
    const where = reference.path ?? reference.url;
    return [`[^${number}]: ${place}${where ? ` (${where})` : ""}`];
  });
  if (notes.length === 0) return text;
  // By their places in bytes, from the end, so that brackets that are no citation stay as they are.
  const bytes = new TextEncoder().encode(text);
  const decode = (from: number, to?: number) => new TextDecoder().decode(bytes.slice(from, to));
  let marked = "";
  let end = bytes.length;
  for (const mark of [...citations].sort((a, b) => b.start - a.start)) {
    marked = `[^${mark.number}]${decode(mark.end, end)}${marked}`;
    end = mark.start;
  }
  return `${decode(0, end)}${marked}\n\n${notes.join("\n")}`;
}
