import type { Failure, PullEvent } from "../ipc";

/** A model's download, and its last event. */
export interface Pull {
  model: string;
  running: boolean;
  /** The progress; an error of the app itself has more detail than a server's. */
  event: PullEvent | { type: "failed"; detail: Failure } | null;
  /** The first progress, at a time in milliseconds: what was downloaded earlier says nothing about the speed. */
  since?: { at: number; completed: number } | undefined;
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

/** Seconds before an estimate of the remaining time is steady. */
const STEADY = 5;

/** The minutes that a download still takes at its speed so far; null before the speed is known. */
export function minutesLeft(pull: Pull | null, now: number): number | null {
  if (!pull?.running || pull.event?.type !== "progress" || !pull.since) return null;
  const { completed, total } = pull.event.detail;
  const [seconds, bytes] = [(now - pull.since.at) / 1000, completed - pull.since.completed];
  if (seconds < STEADY || bytes <= 0 || total <= completed) return null;
  return Math.max(1, Math.round(((total - completed) / bytes) * (seconds / 60)));
}
