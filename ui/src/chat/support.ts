import type { WireMark } from "../ipc";
import { supportSentences } from "./sentences";

/** What the check of a citation found, in a sentence; null where there is nothing to tell. */
export function supportWords(mark: WireMark | undefined): string | null {
  if (!mark || mark.support === null || mark.support === "supported") return null;
  if (mark.missing.length > 0) return supportSentences.missing(mark.missing);
  return mark.support === "weak" ? supportSentences.weak : supportSentences.none;
}

/** What follows a citation's name where its passage carries the sentence badly or not at all. */
export function supportName(mark: WireMark | undefined): string {
  const words = supportWords(mark);
  if (words === null) return "";
  return supportSentences.name(mark?.support === "weak", words);
}
