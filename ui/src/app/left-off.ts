import type { LeftOff } from "../ipc";

/** Maximum vaults whose place is kept, most recently used first. */
const MOST = 20;
/** Delay before saving, in milliseconds, so that nothing is written during scrolling. */
const QUIET = 400;

/** Remembers where the user was in each vault, shortly after each change. */
export class Places {
  private kept: Record<string, LeftOff> = {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly keep: (places: Record<string, LeftOff>) => void) {}

  /** Starts from the stored places. */
  begin(kept: Record<string, LeftOff>): void {
    this.kept = kept;
  }

  of(root: string): LeftOff | null {
    return this.kept[root] ?? null;
  }

  /** Calls `look` once nothing has changed for a moment, and saves the place that it returns. */
  later(look: () => [root: string, place: LeftOff] | null): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const now = look();
      if (!now) return;
      const [root, place] = now;
      const { [root]: before, ...others } = this.kept;
      if (JSON.stringify(before) === JSON.stringify(place)) return;
      const recent = Object.entries(others).slice(-MOST + 1);
      this.kept = { ...Object.fromEntries(recent), [root]: place };
      this.keep(this.kept);
    }, QUIET);
  }
}
