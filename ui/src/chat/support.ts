import type { WireMark } from "../ipc";

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Whether a thing is quoted already: what an answer quotes comes with its quotation marks. */
const quoted = (text: string) => (/^[“"«]/.test(text) ? text : `“${text}”`);

/** What the check of a citation found, in a sentence; null where there is nothing to tell. */
export function supportWords(mark: WireMark | undefined): string | null {
  if (!mark || mark.support === null || mark.support === "supported") return null;
  const missing = mark.missing.map(quoted);
  if (missing.length > 0) return `${list.format(missing)} ${missing.length > 1 ? "aren’t" : "isn’t"} in this passage.`;
  if (mark.support === "weak") return "This passage says only some of it.";
  return "This passage doesn’t say that.";
}

/** What follows a citation's name where its passage carries the sentence badly or not at all. */
export function supportName(mark: WireMark | undefined): string {
  const words = supportWords(mark);
  if (words === null) return "";
  return `. ${mark?.support === "weak" ? "Weakly supported" : "Not supported"}: ${words}`;
}
