import type { Failure, PullEvent } from "../ipc";

/** A download of a model, and the last that was heard of it. */
export interface Pull {
  model: string;
  running: boolean;
  /** How far it is; a failure of the app itself has more than a server's. */
  event: PullEvent | { type: "failed"; detail: Failure } | null;
}

/** How much of a download is here, in whole percent; null before its size is known. */
export function percentOf(pull: Pull | null): number | null {
  if (!pull?.running || pull.event?.type !== "progress") return null;
  const { completed, total } = pull.event.detail;
  return total > 0 ? Math.floor((100 * Math.min(completed, total)) / total) : null;
}
