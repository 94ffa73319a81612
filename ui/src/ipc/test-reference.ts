import type { Attachment, DocumentView, LineRange, Passage, Reference, Table } from ".";

/** A passage with this text. */
export const passage = (text: string, lines: LineRange, heading_path: string[] = []): Passage => ({
  lines,
  range: { start: 0, end: text.length },
  hash: text,
  text,
  heading_path,
  tokens: Math.ceil(text.length / 4),
});

/** An attached passage of a note, in the lines 3 to 5. */
export function excerpt(path: string, id: string): Attachment {
  const name = path.replace(/^.*\//, "").replace(".md", "");
  const place = { path, wikilink: `[[${name}]]`, lines: { start: 3, end: 5 }, range: { start: 8, end: 48 }, heading_path: [name] };
  return { id, name, hash: "1", bytes: 40, tokens: 41, extent: { type: "excerpt", place } };
}

/** Something to read that is no note, in one piece. */
export const documentOf = (title: string, html: string): DocumentView => ({
  title,
  parts: [{ part: null, html }],
  picture: null,
  recognised: null,
  url: null,
  fetched: null,
  path: null,
  target: null,
  backlinks: [],
  pages: null,
});

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

/** A table of films with their ratings. */
export const films = (more: Partial<Table> = {}): Table => ({
  query: "has:rating status=seen",
  columns: ["Note", "rating"],
  rows: [
    { path: "Films/Alien.md", line: 1, values: ["Alien", "9"] },
    { path: "Films/Brazil.md", line: 4, values: ["Brazil", "10"] },
  ],
  total: 2,
  result: { label: "sum of rating", value: "19", of: 2 },
  ...more,
});

/** A reference to that table. */
export const tableReference = (more: Partial<Reference> = {}): Reference =>
  reference(null, {
    kind: "table",
    state: "cited",
    number: 1,
    title: "Table of your notes",
    snippet: "2 entries",
    match_reason: "has:rating status=seen",
    passage: passage("Computed from all notes.\n\n| Note | rating |", { start: 1, end: 3 }),
    table: films(),
    ...more,
  });
