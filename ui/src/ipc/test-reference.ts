import type { Reference } from ".";
import { passage } from "./fake-references";

let count = 0;
/** A reference of a test, each with its own id. */
export function reference(path: string | null, more: Partial<Reference> = {}): Reference {
  count += 1;
  const title = path?.replace(/^.*\//, "").replace(".md", "") ?? "Nix";
  return {
    id: `r${count}`,
    number: null,
    kind: "search",
    state: "used",
    wikilink: `[[${title}]]`,
    path,
    title,
    attachment: null,
    anchor: null,
    passage: passage("A passage.", { start: 1, end: 2 }),
    summary: null,
    snippet: "A passage.",
    match_reason: "",
    others: [],
    suggestions: [],
    ...more,
  };
}
