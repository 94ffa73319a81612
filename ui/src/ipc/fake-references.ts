import type { AskRequest, ByteRange, LineRange, MarkedSentence, Passage, SearchView, Reference, SearchMode } from "./bindings";
import { stem } from "./fake-search";

type Given = Partial<Reference> & Pick<Reference, "kind" | "state" | "wikilink" | "title">;

/** A passage with this text. */
export const passage = (text: string, lines: LineRange, heading_path: string[] = []): Passage => ({
  lines,
  range: { start: 0, end: text.length },
  hash: text,
  text,
  heading_path,
  tokens: Math.ceil(text.length / 4),
});

/** Sentences of a passage that stand in their note as they were. */
export const fakeSentences = ({ text, lines }: Passage, sentences: ByteRange[]): MarkedSentence[] =>
  sentences.map(({ start, end }) => ({ text: text.slice(start, end), lines }));

/** The passages that questions find, with one ledger for all conversations: a passage keeps its number. */
export class FakeReferences {
  private readonly ledger = new Map<string, number>();
  private readonly known = new Map<string, Reference>();

  constructor(
    private readonly notes: ReadonlyMap<string, string>,
    private readonly find: (name: string) => string | null,
    private readonly titleOf: (path: string) => string,
    private readonly search: (query: string, limit: number, mode: SearchMode) => Promise<SearchView>,
  ) {}

  get(id: string): Reference | undefined {
    return this.known.get(id);
  }

  /** References follow their note to its new place. */
  move(from: string, to: string): void {
    for (const reference of this.known.values()) if (reference.path === from) reference.path = to;
  }

  /** What a question links, and what is found for it. */
  async for(request: AskRequest): Promise<Reference[]> {
    const direct = this.linkedIn(request.text);
    if (request.mode === "none") return direct;
    const { hits: all } = await this.search(request.text, 9, "both");
    const places = request.scope?.places ?? [];
    const hits = all.filter(({ path }) => places.length === 0 || places.some((place) => path === place || path.startsWith(`${place}/`)));
    const found = hits.map((hit, at) =>
      this.keep({
        path: hit.path,
        title: hit.title,
        passage: passage(hit.text, hit.lines, hit.heading_path),
        kind: "search",
        state: at < 3 ? "cited" : at < 6 ? "used" : "considered",
        wikilink: `[[${stem(hit.path)}]]`,
        match_reason: hit.why,
      }),
    );
    return [...direct, ...found.filter(({ id }) => !direct.some((other) => other.id === id))];
  }

  /** What a text links. */
  linkedIn(text: string): Reference[] {
    return [...text.matchAll(/\[\[([^\]|#]+)[^\]]*\]\]/g)].map(([wikilink, name = ""]) => this.linked(wikilink, name));
  }

  private linked(wikilink: string, name: string): Reference {
    const path = this.find(name);
    if (path === null) {
      const like = [...this.notes.keys()].filter((other) => stem(other)[0]?.toLowerCase() === name[0]?.toLowerCase());
      return this.keep({ kind: "direct", state: "broken", wikilink, title: name, suggestions: like.slice(0, 3) });
    }
    const lines = (this.notes.get(path) ?? "").split("\n");
    const at = lines.findIndex((line) => line.length > 40);
    const found = passage(lines[at] ?? "", { start: at + 1, end: at + 1 });
    return this.keep({ path, title: this.titleOf(path), passage: found, kind: "direct", state: "used", wikilink, match_reason: "you linked it" });
  }

  private keep(given: Given): Reference {
    const key = `${given.path ?? given.wikilink}:${given.passage?.lines.start ?? 0}`;
    if (given.path && given.state !== "considered" && !this.ledger.has(key)) this.ledger.set(key, this.ledger.size + 1);
    const text = given.passage?.text ?? "";
    const reference: Reference = {
      path: null,
      attachment: null,
      anchor: null,
      passage: null,
      summary: null,
      match_reason: "",
      others: [],
      suggestions: [],
      ...given,
      id: `reference-${key}`,
      number: this.ledger.get(key) ?? null,
      snippet: text.length > 100 ? `${text.slice(0, 96).replace(/\s\S*$/, "")} …` : text,
    };
    this.known.set(reference.id, reference);
    return reference;
  }
}
