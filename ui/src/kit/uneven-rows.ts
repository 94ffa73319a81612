/** Where rows of different heights stand under each other, and which of them are in view. Heights that
 *  weren't measured yet are guessed. */
export class UnevenRows {
  private readonly measured = new Map<string, number>();
  private tops: number[] = [0];

  constructor(private readonly extra = 400) {}

  /** Lays out the rows with these keys; `guess` is what one is taken to be high. */
  lay(keys: string[], guess: (row: number) => number): void {
    this.tops = [0];
    let top = 0;
    for (const [row, key] of keys.entries()) this.tops.push((top += this.measured.get(key) ?? guess(row)));
  }

  /** Keeps a row's height; whether that is news. */
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

  /** The rows from `first` to before `end` that are in view or near it. */
  inView(scrollTop: number, height: number): { first: number; end: number } {
    const count = this.tops.length - 1;
    const first = Math.max(0, Math.min(count, this.rowAt(scrollTop - this.extra)));
    return { first, end: Math.min(count, this.rowAt(scrollTop + height + this.extra) + 1) };
  }

  /** The row at a height, by halving. */
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
