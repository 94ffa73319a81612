import type { WireCall } from "../ipc";

/** What a tool does in plain words: while it runs, and once it has. `[a ~|b]` is `a` with what the call is
 *  about for `~`, or `b` where that isn't known. The names of the seeds' tools stand in conversations that
 *  were imported. */
const names: Record<string, [doing: string, did: string]> = {
  read_note: ["Reading [~|a note]", "Read [~|a note]"],
  read_zk_document: ["Reading [~|a note]", "Read [~|a note]"],
  find_excerpts: ["Searching your notes[ for ~]", "Searched your notes[ for ~]"],
  find_notes: ["Looking for notes[ about ~]", "Looked for notes[ about ~]"],
  find_zk_documents: ["Looking for notes[ about ~]", "Looked for notes[ about ~]"],
  list_notes: ["Listing notes[ in ~]", "Listed notes[ in ~]"],
  resolve_wikilink: ["Following [~|a link]", "Followed [~|a link]"],
  find_backlinks: ["Looking what links to [~|a note]", "Looked what links there[: ~]"],
  find_forward_links: ["Looking what [~|a note] links to", "Looked what it links to[: ~]"],
  list_images: ["Listing images[ of ~]", "Listed images[ of ~]"],
  look_at_image: ["Looking at [~|an image]", "Looked at [~|an image]"],
  store_memory: ["Remembering[ ~| something]", "Remembered[ ~| something]"],
  retrieve_memory: ["Recalling what was remembered[ about ~]", "Recalled what was remembered[ about ~]"],
  web_search: ["Searching the web[ for ~]", "Searched the web[ for ~]"],
  open_url: ["Opening [~|a page]", "Opened [~|a page]"],
  current_datetime: ["Looking at the clock", "Looked at the clock"],
  create_note: ["Writing [~|a new note]", "Wrote [~|a new note]"],
  edit_note: ["Changing [~|a note]", "Changed [~|a note]"],
  rename_note: ["Renaming [~|a note]", "Renamed [~|a note]"],
  delete_note: ["Deleting [~|a note]", "Deleted [~|a note]"],
};

/** The arguments that say best what a call is about, in this order. */
const telling = ["query", "note", "link", "wikilink", "image", "path", "folder", "tag", "title", "url", "text"];

const LONGEST = 60;

/** A call's arguments by name; null if they aren't an object, as when a model writes them wrongly. */
export function argumentsOf(call: WireCall): [string, string][] | null {
  try {
    const given: unknown = JSON.parse(call.arguments || "{}");
    if (typeof given !== "object" || given === null || Array.isArray(given)) return null;
    return Object.entries(given).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
  } catch {
    return null;
  }
}

function aboutOf(call: WireCall): string {
  const given = argumentsOf(call) ?? [];
  const about = telling.map((key) => given.find(([name]) => name === key)?.[1]?.trim()).find((value) => value) ?? "";
  const characters = [...about];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : about;
}

/** A call in one line. */
export function callWords(call: WireCall): string {
  const about = aboutOf(call);
  const [doing, did] = names[call.name] ?? [`Using ${call.name}`, `Used ${call.name}`];
  const named = (name: string, what: string) =>
    name.replace(/\[([^|\]]*)(?:\|([^\]]*))?\]/, (_, known: string, unknown = "") => (what ? known.replace("~", () => `“${what}”`) : unknown));
  if (call.state === "running") return `${named(doing, about)}…`;
  const told = call.told.replace(/\.$/, "");
  if (told === "") return call.state === "failed" ? `${named(did, about)}, in vain` : named(did, about);
  // A sentence of its own stands alone; a count follows what was done.
  const counts = /^\d/.test(told);
  if (!counts && call.state !== "failed") return told;
  if (!counts && (call.name.startsWith("read") || /^No /.test(told))) return told;
  return `${named(did, told.includes(about) ? "" : about)} · ${told}`;
}
