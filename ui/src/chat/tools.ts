import type { WireCall } from "../ipc";

/** What a tool does, in plain words: while it runs, and once it has. The names of the seeds' tools stand in
 *  conversations that were imported. */
const names: Record<string, [running: string, name: string]> = {
  read_note: ["Reading a note", "Read a note"],
  read_zk_document: ["Reading a note", "Read a note"],
  find_excerpts: ["Searching your notes", "Searched your notes"],
  find_notes: ["Looking for notes", "Looked for notes"],
  find_zk_documents: ["Looking for notes", "Looked for notes"],
  list_notes: ["Listing notes", "Listed notes"],
  resolve_wikilink: ["Following a link", "Followed a link"],
  find_backlinks: ["Looking which notes link there", "Looked which notes link there"],
  find_forward_links: ["Looking where a note links to", "Looked where a note links to"],
  list_images: ["Listing images", "Listed images"],
  look_at_image: ["Looking at an image", "Looked at an image"],
  store_memory: ["Remembering something", "Remembered something"],
  retrieve_memory: ["Recalling something", "Recalled something"],
  web_search: ["Searching the web", "Searched the web"],
  open_url: ["Opening a page", "Opened a page"],
  current_datetime: ["Looking at the clock", "Looked at the clock"],
  create_note: ["Writing a new note", "Wrote a new note"],
  edit_note: ["Changing a note", "Changed a note"],
  rename_note: ["Renaming a note", "Renamed a note"],
  delete_note: ["Deleting a note", "Deleted a note"],
};

/** The arguments that say best what a call is about, in this order. */
const telling = ["query", "note", "link", "wikilink", "path", "title", "image", "url", "text"];

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

/** A call in one line. */
export function callWords(call: WireCall): string {
  if (call.state !== "running" && call.told) return call.told;
  const [running, name] = names[call.name] ?? [`Using ${call.name}`, `Used ${call.name}`];
  const given = argumentsOf(call);
  const about = telling.map((key) => given?.find(([name]) => name === key)?.[1]).find((value) => value);
  const what = about === undefined ? "" : `: ${about.length > 60 ? `${about.slice(0, 59)}…` : about}`;
  if (call.state === "running") return `${running}${what}…`;
  return `${name}${what}${call.state === "failed" ? ", in vain" : ""}`;
}
