import type { ContextView, CountKind, PartView, Segment } from "../ipc";
import { percent } from "../kit/figures";
import { segmentNames, type SegmentKey, words } from "./sentences";

export interface BarSegment {
  key: SegmentKey;
  name: string;
  tokens: number;
  /** Of the room for what is sent. */
  percent: number;
}

/** A segment of the bar, where a tool's call and its result count as one. */
export type BarKey = Exclude<Segment, "calls">;

const keyOf = (segment: Segment): BarKey => (segment === "calls" ? "results" : segment);

const said: BarKey[] = ["summary", "messages", "agent", "project", "documents", "attachments", "results", "reminder"];
const sent: BarKey[] = ["system", "tools", ...said];

/** The room for what is sent: the window without the reserve for the answer. */
export const roomOf = ({ window, reserve }: ContextView) => Math.max(0, window - reserve);

/** From this share of the room on, older messages are left out or summarised. */
const NEARLY_FULL = 80;

export const isNearlyFull = (context: ContextView) => percent(context.total, roomOf(context)) >= NEARLY_FULL;

/** The bar's segments in order: the sent parts, the cost of the message format, and the free rest. Shares are of
 *  the room, or of the total where that is larger. Empty segments are left out, and all shares of an empty window
 *  are 0%. B28 */
export function segmentsOf(context: ContextView): BarSegment[] {
  const tokensOf = new Map<SegmentKey, number>();
  for (const part of context.parts) {
    const key = keyOf(part.segment);
    tokensOf.set(key, (tokensOf.get(key) ?? 0) + part.tokens);
  }
  const parts = [...tokensOf.values()].reduce((sum, tokens) => sum + tokens, 0);
  tokensOf.set("format", Math.max(0, context.total - parts));
  tokensOf.set("free", context.free);
  const whole = Math.max(roomOf(context), context.total);
  const keys: SegmentKey[] = [...sent, "format", "free"];
  return keys
    .map((key) => {
      const tokens = tokensOf.get(key) ?? 0;
      return { key, name: segmentNames[key], tokens, percent: context.window > 0 ? percent(tokens, whole) : 0 };
    })
    .filter(({ key, tokens }) => tokens > 0 || key === "free");
}

export function passagesOf(context: ContextView): number {
  return context.parts.filter(({ segment, number }) => segment === "documents" && number !== null).length;
}

/** The most common way in which the parts were counted; null if there are none. */
export function countOf(parts: PartView[]): CountKind | null {
  const tally = new Map<CountKind, number>();
  for (const { count } of parts) tally.set(count, (tally.get(count) ?? 0) + 1);
  const [most] = [...tally].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}

/** The parts grouped by segment, in the order of sending. */
export function partsBySegment(parts: PartView[]): { segment: BarKey; parts: PartView[] }[] {
  return sent.map((segment) => ({ segment, parts: parts.filter((part) => keyOf(part.segment) === segment) })).filter((group) => group.parts.length > 0);
}

/** The budgets and their use. B28 */
export function budgetsOf(context: ContextView): { name: string; used: number; budget: number; percent: number }[] {
  const sum = (segments: BarKey[]) => context.parts.filter((part) => segments.includes(keyOf(part.segment))).reduce((all, part) => all + part.tokens, 0);
  const row = (name: string, used: number, budget: number) => ({ name, used, budget, percent: percent(used, budget) });
  return [
    row(segmentNames.system, sum(["system"]), context.budgets.system),
    row(segmentNames.tools, sum(["tools"]), context.budgets.tools),
    row(words.budgetOfMessages, sum(said), context.budgets.messages),
  ];
}
