import type { HeadingEntry, LinkingLine, SearchView, HitView, RelatedNoteView, SearchMode } from "./bindings";

type Notes = ReadonlyMap<string, string>;

export const stem = (path: string) => (path.split("/").at(-1) ?? path).replace(/\.md$/, "");

/** Passages by their words; what would be found by meaning is made up. */
export function fakeSearch(notes: Notes, titleOf: (path: string) => string, query: string, limit: number, mode: SearchMode): SearchView {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const hits: (HitView & { points: number })[] = [];
  for (const [path, text] of notes) {
    let headings: string[] = [];
    const title = titleOf(path);
    const inTitle = words.filter((word) => title.toLowerCase().includes(word)).length;
    text.split("\n").forEach((line, at) => {
      const [, heading] = /^##+ (.*)/.exec(line) ?? [];
      if (heading) headings = [heading];
      if (line.length < 40) return;
      const lower = `${line} ${title}`.toLowerCase();
      const matched = words.filter((word) => lower.includes(word));
      if (matched.length === 0) return;
      const why =
        mode === "meaning" ? "Close in meaning" : `Mentions ${matched.join(" and ")}`;
      const lines = { start: at + 1, end: at + 1 };
      const hit = { path, title, heading_path: headings, part: null, lines, text: line, matched: mode === "meaning" ? [] : matched, why };
      hits.push({ ...hit, points: matched.length + 2 * inTitle });
    });
  }
  hits.sort((a, b) => b.points - a.points);
  return { hits: hits.slice(0, limit), matching_passages: hits.length, matching_notes: new Set(hits.map(({ path }) => path)).size, notices: [] };
}

/** Headings that have what was typed. */
export function fakeHeadings(notes: Notes, typed: string, limit: number): HeadingEntry[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  const all = [...notes].flatMap(([path, text]) => [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading = ""]) => ({ path, text: heading })));
  return all.filter(({ text }) => text.toLowerCase().includes(wanted)).slice(0, limit);
}

/** The notes that a note links to. */
export function fakeRelated(notes: Notes, titleOf: (path: string) => string, path: string): RelatedNoteView[] {
  const text = notes.get(path) ?? "";
  return [...notes.keys()]
    .filter((other) => other !== path && text.includes(`[[${titleOf(other)}`))
    .slice(0, 5)
    .map((other) => ({ path: other, title: titleOf(other), why: "Linked · close in meaning" }));
}

/** The notes that link to a note. */
export function fakeBacklinks(notes: Notes, titleOf: (path: string) => string, path: string): LinkingLine[] {
  const links = new RegExp(`\\[\\[${stem(path)}(\\||#|\\]\\])`, "i");
  return [...notes].flatMap(([from, text]) =>
    from === path
      ? []
      : text
          .split("\n")
          .flatMap((text, at) => (links.test(text) ? [{ source: from, title: titleOf(from), line: at + 1, text }] : [])),
  );
}
