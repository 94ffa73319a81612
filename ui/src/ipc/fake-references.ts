import type { Ask, Found, WireReference, WireSearchMode } from "./bindings";
import { stem } from "./fake-search";

type Given = Partial<WireReference> & Pick<WireReference, "kind" | "state" | "wikilink" | "title">;

/** The passages that questions find, with one ledger for all conversations: a passage keeps its number. */
export class FakeReferences {
  private readonly ledger = new Map<string, number>();
  private readonly known = new Map<string, WireReference>();

  constructor(
    private readonly notes: ReadonlyMap<string, string>,
    private readonly find: (name: string) => string | null,
    private readonly titleOf: (path: string) => string,
    private readonly search: (query: string, limit: number, mode: WireSearchMode) => Promise<Found>,
  ) {}

  get(id: string): WireReference | undefined {
    return this.known.get(id);
  }

  /** References follow their note to its new place. */
  move(from: string, to: string): void {
    for (const reference of this.known.values()) if (reference.path === from) reference.path = to;
  }

  /** What a question links, and what is found for it. */
  async for(request: Ask): Promise<WireReference[]> {
    const direct = [...request.text.matchAll(/\[\[([^\]|#]+)[^\]]*\]\]/g)].map(([wikilink, name = ""]) => this.linked(wikilink, name));
    if (request.mode === "none") return direct;
    const { hits } = await this.search(request.text, 9, "both");
    const found = hits.map((hit, at) =>
      this.keep({
        ...hit,
        kind: "search",
        state: at < 3 ? "cited" : at < 6 ? "used" : "considered",
        wikilink: `[[${stem(hit.path)}]]`,
        matchReason: hit.why,
      }),
    );
    return [...direct, ...found.filter(({ id }) => !direct.some((other) => other.id === id))];
  }

  private linked(wikilink: string, name: string): WireReference {
    const path = this.find(name);
    if (path === null) {
      const like = [...this.notes.keys()].filter((other) => stem(other)[0]?.toLowerCase() === name[0]?.toLowerCase());
      return this.keep({ kind: "direct", state: "broken", wikilink, title: name, suggestions: like.slice(0, 3) });
    }
    const lines = (this.notes.get(path) ?? "").split("\n");
    const at = lines.findIndex((line) => line.length > 40);
    const place = { path, title: this.titleOf(path), headingPath: [], lines: { start: at + 1, end: at + 1 } };
    return this.keep({ ...place, kind: "direct", state: "used", wikilink, text: lines[at] ?? "", matchReason: "you linked it" });
  }

  private keep(given: Given): WireReference {
    const key = `${given.path ?? given.wikilink}:${given.lines?.start ?? 0}`;
    if (given.path && given.state !== "considered" && !this.ledger.has(key)) this.ledger.set(key, this.ledger.size + 1);
    const text = given.text ?? null;
    const reference: WireReference = {
      path: null,
      url: null,
      call: null,
      headingPath: [],
      lines: null,
      summary: null,
      matchReason: "",
      others: [],
      suggestions: [],
      ...given,
      id: `reference-${key}`,
      number: this.ledger.get(key) ?? null,
      text,
      snippet: text && text.length > 100 ? `${text.slice(0, 96).replace(/\s\S*$/, "")} …` : (text ?? ""),
    };
    this.known.set(reference.id, reference);
    return reference;
  }
}
