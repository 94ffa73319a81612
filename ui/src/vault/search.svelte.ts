import { asFailure, type Backend, type HitView, type Failure, type SearchMode, type Table } from "../ipc";
import { paged, tokensOf } from "../kit/records";

const LIMIT = 30;
/** Maximum wait for the previous search, in milliseconds: an embedding server may not answer. */
const PATIENCE = 200;

/** The filters in a query, as written. */
export function filtersIn(query: string): string[] {
  return [...query.matchAll(/(?<![^\s])-?(?:tag|path|type|page|date|after|before):(?:"[^"]+"|[^\s"]+)/gi)].map(([filter]) => filter);
}

/** The conditions in a query, as written. */
export const conditionsIn = (query: string): string[] => tokensOf(query).filter(isCondition);

/** True for a word written as a condition: `status=open`, `due<2026`, `task:open`. */
const isCondition = (word: string) => !/^["“„]/.test(word) && /[:=<>~]/.test(word);

/** True for a text that may be a query over properties, tasks and dates. Words with the filters of passages are none. */
export function mayBeQuery(text: string): boolean {
  const tokens = tokensOf(text);
  const conditions = conditionsIn(text);
  const isFiltered = conditions.length < tokens.length && conditions.every((word) => filtersIn(word).length > 0);
  return conditions.length > 0 && !isFiltered;
}

/** True if the last word of a text can be completed: a condition, or the beginning of a word. */
const canBeCompleted = (text: string) => /\S{2}$/.test(text) || /[:=<>~]$/.test(text);

/** The search query, and its results. */
export class SearchState {
  /** The search is shown. */
  open = $state(false);
  query = $state("");
  mode: SearchMode = $state("both");
  hits: HitView[] = $state.raw([]);
  /** The rows that a query found, in the place of passages. */
  table: Table | null = $state.raw(null);
  /** The text was read as a query that finds nothing, and searched as text. */
  foundNoRows = $state(false);
  /** The reason why a query can't be read. */
  unread = $state("");
  /** The results before the query in writing, which finds nothing yet. */
  earlier: { hits: HitView[]; table: Table | null } = $state.raw({ hits: [], table: null });
  /** Queries that complete the last word. */
  completions: string[] = $state.raw([]);
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
  /** Completions are wanted: the user is typing, and hasn't closed them. */
  private completes = false;
  /** Resolves when the running search ends; null without one. */
  private looking: Promise<void> | null = null;

  constructor(
    private readonly backend: Backend,
    /** Queries are answered with tables. */
    private readonly queries = false,
  ) {}

  /** The number of results. */
  get found(): number {
    return this.table?.rows.length ?? this.hits.length;
  }

  get active(): boolean {
    return this.query.trim() !== "";
  }

  /** A query in writing finds nothing yet. */
  get isCompleting(): boolean {
    return this.hits.length === 0 && this.completions.length > 0;
  }

  /** The query ends with a condition that has no value yet. */
  get isBegun(): boolean {
    return /[:=<>~]$/.test(this.query);
  }

  /** True while the results of an earlier text are shown. */
  get isBusy(): boolean {
    return this.active && !this.isCurrent && !this.filled && this.error === null;
  }

  /** Searches for `query`; the previous results stay until there are new ones. A typed query is completed. */
  async ask(query: string, typed = false): Promise<void> {
    this.query = query;
    this.completes = typed;
    const before = query.toLowerCase();
    this.completions = typed ? this.completions.filter((whole) => whole !== query && whole.toLowerCase().startsWith(before)) : [];
    this.filled = false;
    this.ticket += 1;
    const ticket = this.ticket;
    this.missing = null;
    this.isCurrent = false;
    if (!this.active) return this.clear();
    // One at a time: searches for intermediate text would delay the last one.
    if (this.looking) await Promise.race([this.looking, new Promise((done) => setTimeout(done, PATIENCE))]);
    if (ticket !== this.ticket) return;
    if (typed) void this.complete(query, ticket);
    const looking = this.look(query, ticket).finally(() => {
      if (this.looking === looking) this.looking = null;
    });
    this.looking = looking;
    await looking;
  }

  private async look(query: string, ticket: number): Promise<void> {
    // Words are searched at once.
    const { table, unread } = this.queries && mayBeQuery(query) ? await this.read(query) : { table: null, unread: "" };
    if (ticket !== this.ticket) return;
    this.unread = unread;
    this.foundNoRows = table !== null && table.rows.length === 0;
    if (table && table.rows.length > 0) {
      this.table = table;
      this.hits = [];
      this.earlier = { hits: [], table };
      this.notices = [];
      this.error = null;
      this.searched = this.isCurrent = true;
      return;
    }
    try {
      const found = await this.backend.searchNotes(query, LIMIT, this.mode);
      if (ticket !== this.ticket) return;
      this.table = null;
      this.hits = found.hits;
      if (found.hits.length > 0) this.earlier = { hits: found.hits, table: null };
      this.matching = { passages: found.matching_passages, notes: found.matching_notes };
      this.notices = found.notices;
      this.error = null;
      this.searched = this.isCurrent = true;
    } catch (thrown) {
      if (ticket !== this.ticket) return;
      this.table = null;
      this.hits = [];
      this.matching = { passages: 0, notes: 0 };
      this.error = asFailure(thrown);
    }
  }

  /** The table of a query, or the reason why it can't be read. */
  private async read(query: string): Promise<{ table: Table | null; unread: string }> {
    try {
      const page = (from: number) => this.backend.queryNotes(query, from);
      const first = await page(0);
      return { table: first && paged(first, page), unread: "" };
    } catch (thrown) {
      return { table: null, unread: asFailure(thrown).message };
    }
  }

  closeCompletions(): void {
    this.completes = false;
    this.completions = [];
  }

  /** Convenience: a failure isn't told. */
  private async complete(query: string, ticket: number): Promise<void> {
    const completions = this.queries && canBeCompleted(query) ? await this.backend.queryCompletions(query).catch(() => []) : [];
    if (ticket === this.ticket) this.completions = completions.filter((whole) => whole !== query);
  }

  /** Shows the search with a query filled in, without searching. */
  fill(query: string): void {
    this.clear();
    this.open = true;
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
    if (this.active && !this.filled) await this.ask(this.query, this.completes);
  }

  /** Adds the beginning of a condition, and offers its values. */
  add(beginning: string): void {
    this.query = `${this.query.trimEnd()} ${beginning}`.trimStart();
    this.completes = true;
    this.isCurrent = false;
    this.ticket += 1;
    void this.complete(this.query, this.ticket);
  }

  remove(condition: string): void {
    void this.ask(
      tokensOf(this.query)
        .filter((token) => token !== condition)
        .join(" "),
    );
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

  close(): void {
    this.clear();
    this.open = false;
  }

  clear(): void {
    this.ticket += 1;
    this.query = "";
    this.hits = [];
    this.table = null;
    this.earlier = { hits: [], table: null };
    this.closeCompletions();
    this.foundNoRows = false;
    this.unread = "";
    this.notices = [];
    this.matching = { passages: 0, notes: 0 };
    this.missing = null;
    this.error = null;
    this.searched = this.isCurrent = false;
    this.filled = false;
  }
}
