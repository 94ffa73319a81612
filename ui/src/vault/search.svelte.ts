import { asFailure, type Backend, type HitView, type Failure, type SearchMode } from "../ipc";

const LIMIT = 30;
/** How long a search waits for the one before it, in milliseconds: a server that makes vectors may not answer. */
const PATIENCE = 200;

/** The conditions that a search is narrowed by, as they are written in it. */
export function filtersIn(query: string): string[] {
  return [...query.matchAll(/(?<![^\s])-?(?:tag|path|type|page|date|after|before):(?:"[^"]+"|[^\s"]+)/gi)].map(([filter]) => filter);
}

/** What the search box asks for, and what was found. */
export class SearchState {
  query = $state("");
  mode: SearchMode = $state("both");
  hits: HitView[] = $state.raw([]);
  /** How many passages match, of which the best are shown, and in how many notes they are. */
  matching: { passages: number; notes: number } = $state.raw({ passages: 0, notes: 0 });
  notices: string[] = $state.raw([]);
  /** Something was looked for. */
  searched = $state(false);
  /** What is shown answers what is asked now. */
  isCurrent = $state(false);
  /** What is asked for was written by a link, and the user hasn't asked for it. */
  filled = $state(false);
  error: Failure | null = $state.raw(null);
  /** Why a note isn't among the hits. */
  missing: { path: string; why: string } | null = $state.raw(null);

  private ticket = 0;
  /** Ends with the search that is under way, if one is. */
  private looking: Promise<void> | null = null;

  constructor(private readonly backend: Backend) {}

  get active(): boolean {
    return this.query.trim() !== "";
  }

  /** Looks for `query`; what was found last stays until there is something newer. */
  async ask(query: string): Promise<void> {
    this.query = query;
    this.filled = false;
    this.ticket += 1;
    const ticket = this.ticket;
    this.missing = null;
    this.isCurrent = false;
    if (!this.active) return this.clear();
    // One at a time: searches of what was typed on the way would only slow down the one that counts.
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

  /** Writes what to look for, without looking. */
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

  /** Looks again, since notes changed. */
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
