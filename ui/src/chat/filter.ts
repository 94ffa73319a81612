import type { ConversationFilter, Mode } from "../ipc";
import { modeNames, words } from "./sentences";

/** Maximum age of a conversation's last use. */
export type Period = "day" | "week" | "month" | "year";

const days: Record<Period, number> = { day: 1, week: 7, month: 30, year: 365 };
export const periods = Object.keys(days) as Period[];

/** The filter of the list of conversations. */
export interface Filter {
  pinned: boolean;
  period: Period | null;
  note: { path: string; title: string } | null;
  mode: Mode | null;
  model: string | null;
}

export const noFilter: Filter = { pinned: false, period: null, note: null, mode: null, model: null };

export function isNarrow(filter: Filter): boolean {
  return partsOf(filter).length > 0;
}

/** The filter for the backend, relative to `now`. */
export function asked({ pinned, period, note, mode, model }: Filter, now: Date): ConversationFilter {
  const since = period && new Date(now.getTime() - days[period] * 86_400_000).toISOString();
  return { pinned, since, note: note?.path ?? null, mode, model };
}

/** The parts of a filter in words, each with the filter without it. */
export function partsOf(filter: Filter): { name: string; without: Filter }[] {
  const { pinned, period, note, mode, model } = filter;
  return [
    pinned && { name: words.onlyPinned, without: { ...filter, pinned: false } },
    period && { name: words.periods[period], without: { ...filter, period: null } },
    note && { name: words.cites(note.title), without: { ...filter, note: null } },
    mode && { name: words.lookedIn(modeNames[mode].label), without: { ...filter, mode: null } },
    model !== null && { name: model, without: { ...filter, model: null } },
  ].filter((part) => part !== false && part !== null);
}
