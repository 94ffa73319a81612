/** Positions of rows with different heights, and the visible range. Heights that aren't measured yet are
 *  estimated. */
export class UnevenRows {
  private readonly measured = new Map<string, number>();
  private tops: number[] = [0];

  constructor(private readonly extra = 400) {}

  /** Lays out the rows with these keys; `guess` estimates a row's height. */
  lay(keys: string[], guess: (row: number) => number): void {
    this.tops = [0];
    let top = 0;
    for (const [row, key] of keys.entries()) this.tops.push((top += this.measured.get(key) ?? guess(row)));
  }

  /** Stores a row's height; true if it changed. */
  measure(key: string, height: number): boolean {
    if (height <= 0 || this.measured.get(key) === height) return false;
    this.measured.set(key, height);
    return true;
  }

  get height(): number {
    return this.tops.at(-1) ?? 0;
  }

  top(row: number): number {
    return this.tops[Math.min(row, this.tops.length - 1)] ?? 0;
  }

  /** The visible rows and some around them, from `first` to before `end`. */
  inView(scrollTop: number, height: number): { first: number; end: number } {
    const count = this.tops.length - 1;
    const first = Math.max(0, Math.min(count, this.rowAt(scrollTop - this.extra)));
    return { first, end: Math.min(count, this.rowAt(scrollTop + height + this.extra) + 1) };
  }

  /** The row at a vertical position, by binary search. */
  rowAt(height: number): number {
    let [low, high] = [0, this.tops.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.tops[middle] ?? 0) <= height) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
