import type { Failure, PullEvent } from "../ipc";

/** A model's download, and its last event. */
export interface Pull {
  model: string;
  running: boolean;
  /** The progress; an error of the app itself has more detail than a server's. */
  event: PullEvent | { type: "failed"; detail: Failure } | null;
}

/** True if the model is downloaded and answers its test questions. */
export function isTesting(pull: Pull | null): boolean {
  return pull?.running === true && pull.event?.type === "progress" && pull.event.detail.status === "testing";
}

/** The progress of a download, in whole percent; null before its size is known. */
export function percentOf(pull: Pull | null): number | null {
  if (!pull?.running || pull.event?.type !== "progress") return null;
  const { completed, total } = pull.event.detail;
  return total > 0 ? Math.floor((100 * Math.min(completed, total)) / total) : null;
}
