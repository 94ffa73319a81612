import type { LeftOff } from "../ipc";

/** Vaults whose place is kept; the ones that were used last. */
const MOST = 20;
/** Nothing is written while somebody scrolls. */
const QUIET = 400;

/** Remembers where the user was in each vault, a moment after anything of it changed. */
export class Places {
  private kept: Record<string, LeftOff> = {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly keep: (places: Record<string, LeftOff>) => void) {}

  /** What was kept for next time. */
  begin(kept: Record<string, LeftOff>): void {
    this.kept = kept;
  }

  of(root: string): LeftOff | null {
    return this.kept[root] ?? null;
  }

  /** `look` says where the user is, if that can be said, once nothing has changed for a moment. */
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
