import type { Sheet } from "./sheet";

/** A text to find on all pages. */
export class Search {
  private text = "";
  /** The matches of each page. */
  private counts: number[] = [];
  /** The page with the current match. */
  private current: SearchedSheet | null = null;
  /** Counts the searches: pages are read in between, and the last one counts. */
  private asked = 0;

  constructor(private readonly sheets: SearchedSheet[]) {}

  /** Marks a text, at most `limit` times, and reports its matches and the first one from page `from` on. */
  async find(text: string, limit: number, from: number, report: (all: number, first: number, done: boolean) => void): Promise<void> {
    this.asked += 1;
    const asked = this.asked;
    [this.text, this.counts, this.current] = [text, [], null];
    for (const sheet of this.sheets) void sheet.find(text, null);
    let all = 0;
    let first: number | null = null;
    for (const sheet of this.sheets) {
      if (all === limit || text.trim() === "") break;
      const count = Math.min(await sheet.count(text), limit - all);
      if (asked !== this.asked) return;
      this.counts.push(count);
      if (count === 0) continue;
      if (sheet.number >= from) first ??= all;
      all += count;
      report(all, first ?? all, false);
    }
    report(all, first ?? 0, true);
  }

  /** The number of a match's page. */
  pageOf(match: number): number | null {
    return this.placeOf(match)?.sheet.number ?? null;
  }

  /** Marks a match as the current one. Returns its first mark if its page has its words. */
  async mark(match: number): Promise<Element | null> {
    const place = this.placeOf(match);
    if (!place) return null;
    if (this.current !== place.sheet) void this.current?.find(this.text, null);
    this.current = place.sheet;
    return place.sheet.find(this.text, place.nth);
  }

  private placeOf(match: number): { sheet: SearchedSheet; nth: number } | null {
    let before = 0;
    for (const [at, count] of this.counts.entries()) {
      const sheet = this.sheets[at];
      if (sheet && match < before + count) return { sheet, nth: match - before };
      before += count;
    }
    return null;
  }
}

/** The parts of a page that a search uses. */
type SearchedSheet = Pick<Sheet, "number" | "count" | "find">;
