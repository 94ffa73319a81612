import { asFailure, type Backend, type HitView, type Failure, type SearchMode } from "../ipc";

const LIMIT = 30;
/** Maximum wait for the previous search, in milliseconds: an embedding server may not answer. */
const PATIENCE = 200;

/** The filters in a query, as written. */
export function filtersIn(query: string): string[] {
  return [...query.matchAll(/(?<![^\s])-?(?:tag|path|type|page|date|after|before):(?:"[^"]+"|[^\s"]+)/gi)].map(([filter]) => filter);
}

/** The search query, and its results. */
export class SearchState {
  query = $state("");
  mode: SearchMode = $state("both");
  hits: HitView[] = $state.raw([]);
  /** The number of matching passages, of which the best are shown, and of their notes. */
  matching: { passages: number; notes: number } = $state.raw({ passages: 0, notes: 0 });
  notices: string[] = $state.raw([]);
  /** A search was made. */
  searched = $state(false);
  /** The results match the current query. */
  isCurrent = $state(false);
  /** The query was filled in by a link, and the user hasn't confirmed it. */
  filled = $state(false);
  error: Failure | null = $state.raw(null);
  /** The reason why a note isn't among the hits. */
  missing: { path: string; why: string } | null = $state.raw(null);

  private ticket = 0;
  /** Resolves when the running search ends; null without one. */
  private looking: Promise<void> | null = null;

  constructor(private readonly backend: Backend) {}

  get active(): boolean {
    return this.query.trim() !== "";
  }

  /** Searches for `query`; the previous results stay until there are new ones. */
  async ask(query: string): Promise<void> {
    this.query = query;
    this.filled = false;
    this.ticket += 1;
    const ticket = this.ticket;
    this.missing = null;
    this.isCurrent = false;
    if (!this.active) return this.clear();
    // One at a time: searches for intermediate text would delay the last one.
    if (this.looking) await Promise.race([this.looking, new Promise((done) => setTimeout(done, PATIENCE))]);
    if (ticket !== this.ticket) return;
    const looking = this.look(query, ticket).finally(() => {
      if (this.looking === looking) this.looking = null;
    });
    this.looking = looking;
    await looking;
  }

  private async look(query: string, ticket: number): Promise<void> {
    try {
      const found = await this.backend.searchNotes(query, LIMIT, this.mode);
      if (ticket !== this.ticket) return;
      this.hits = found.hits;
      this.matching = { passages: found.matching_passages, notes: found.matching_notes };
      this.notices = found.notices;
      this.error = null;
      this.searched = this.isCurrent = true;
    } catch (thrown) {
      if (ticket !== this.ticket) return;
      this.hits = [];
      this.matching = { passages: 0, notes: 0 };
      this.error = asFailure(thrown);
    }
  }

  /** Fills in the query without searching. */
  fill(query: string): void {
    this.clear();
    this.query = query;
    this.filled = true;
  }

  async setMode(mode: SearchMode): Promise<void> {
    this.mode = mode;
    void this.backend.keepPreference("search", mode).catch(() => {});
    if (this.active) await this.ask(this.query);
  }

  /** Searches again, because notes changed. */
  async again(): Promise<void> {
    if (this.active && !this.filled) await this.ask(this.query);
  }

  async whyNot(path: string): Promise<void> {
    const ticket = this.ticket;
    try {
      const why = await this.backend.whyNot(this.query, path, LIMIT, this.mode);
      if (ticket === this.ticket) this.missing = { path, why };
    } catch (thrown) {
      if (ticket === this.ticket) this.missing = { path, why: asFailure(thrown).message };
    }
  }

  clear(): void {
    this.ticket += 1;
    this.query = "";
    this.hits = [];
    this.notices = [];
    this.matching = { passages: 0, notes: 0 };
    this.missing = null;
    this.error = null;
    this.searched = this.isCurrent = false;
    this.filled = false;
  }
}
