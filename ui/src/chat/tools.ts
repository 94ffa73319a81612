import type { Call, ChangeEntry } from "../ipc";
import { calls, proposals, toolNames } from "./sentences";

/** The arguments that best describe a call, in order of preference. */
const telling = ["query", "note", "link", "wikilink", "image", "path", "folder", "tag", "title", "url", "text"];

const LONGEST = 60;

/** A call's arguments by name; null if they aren't an object, as when a model writes them wrongly. */
export function argumentsOf(call: Call): [string, string][] | null {
  try {
    const given: unknown = JSON.parse(call.arguments || "{}");
    if (typeof given !== "object" || given === null || Array.isArray(given)) return null;
    return Object.entries(given).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
  } catch {
    return null;
  }
}

function aboutOf(call: Call): string {
  const given = argumentsOf(call) ?? [];
  const about = telling.map((key) => given.find(([name]) => name === key)?.[1]?.trim()).find((value) => value) ?? "";
  const characters = [...about];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : about;
}

/** The memory that a call proposes; null for another call, or one that still runs. */
export function proposedMemory(call: Call): string | null {
  if (call.name !== "store_memory" || call.state !== "done") return null;
  const [, text = ""] = argumentsOf(call)?.find(([name]) => ["text", "memory", "content", "fact", "note", "value"].includes(name)) ?? [];
  return text.trim() || null;
}

/** The changes that calls proposed, by the calls' ids. A call's result names its change; of two changes with
 *  the same title, the first belongs to the first call. */
export function proposalsOf(calls: Call[], changes: ChangeEntry[]): Map<string, ChangeEntry> {
  const left = [...changes];
  const found = new Map<string, ChangeEntry>();
  for (const { id, state, told } of calls) {
    const at = state === "done" ? left.findIndex(({ title }) => told.endsWith(`: ${title}`)) : -1;
    const [change] = at < 0 ? [] : left.splice(at, 1);
    if (change) found.set(id, change);
  }
  return found;
}

/** A call in one line, with the state of the change that it proposed. */
export function callWords(call: Call, change?: ChangeEntry): string {
  if (change) return proposals[change.state](change.title);
  const about = aboutOf(call);
  const names: Partial<Record<string, [string, string]>> = toolNames;
  const [doing, did] = names[call.name] ?? [calls.using(call.name), calls.used(call.name)];
  const named = (name: string, what: string) =>
    name.replace(/\[([^|\]]*)(?:\|([^\]]*))?\]/, (_, known: string, unknown = "") => (what ? known.replace("~", () => calls.quoted(what)) : unknown));
  if (call.state === "running") return `${named(doing, about)}…`;
  const told = call.told.replace(/\.$/, "");
  if (told === "") return call.state === "failed" ? calls.failed(named(did, about)) : named(did, about);
  // A whole sentence is shown alone; a count follows the action.
  const counts = /^\d/.test(told);
  if (!counts && call.state !== "failed") return told;
  if (!counts && (call.name.startsWith("read") || /^No /.test(told))) return told;
  return `${named(did, told.includes(about) ? "" : about)} · ${told}`;
}
