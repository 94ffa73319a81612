/** The messages between the window and the frame that draws PDFs. The frame reads untrusted files, so its
 *  messages are validated, and can do no more than a reader who clicks in it. */

/** The zoom of pages: fitted to the pane's width, or a factor of their size on paper. */
export type Zoom = "width" | number;

/** A place in a file. */
export interface Spot {
  /** The page, from 1. */
  page: number;
  /** The passage's text on each of its pages, in the lines of the page. */
  passage: { page: number; text: string }[];
  /** The sentences of the passage to mark; the rest fades. */
  sentences: string[];
  /** They contradict the citing sentence. */
  contradicts: boolean;
}

/** A line of text recognised in a page that is an image. */
export interface RecognisedLine {
  page: number;
  text: string;
  /** In ten-thousandths of the page's width and height. */
  place: { x: number; y: number; width: number; height: number };
}

/** Messages to the frame. */
export type ToFrame =
  | { type: "look"; theme: string }
  /** `label` is the name of a page, with `#` for its number; `broken` replaces a page that can't be drawn. */
  | { type: "open"; bytes: ArrayBuffer; spot: Spot; recognised: RecognisedLine[]; label: string; broken: string }
  | { type: "show"; spot: Spot }
  | { type: "go"; page: number }
  | { type: "zoom"; zoom: Zoom }
  /** Marks a text on all pages, at most `limit` times. Its reports have the same `search`. */
  | { type: "find"; search: number; text: string; limit: number }
  /** Goes to a match of the last text. */
  | { type: "match"; match: number };

/** Messages from the frame. */
export type FromFrame =
  | { type: "ready" }
  | { type: "opened"; pages: number }
  | { type: "failed" }
  | { type: "at"; page: number }
  /** The words of the passage were found on their pages, or not. */
  | { type: "marked"; found: boolean }
  /** The matches so far, and the first one in view or behind it. */
  | { type: "found"; search: number; all: number; first: number; done: boolean }
  | { type: "link"; address: string }
  /** A key press for the window. */
  | { type: "key"; key: string; ctrl: boolean; meta: boolean; alt: boolean; shift: boolean };

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isPage = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Validates a message of the frame; null if it is invalid. */
export function heard(data: unknown): FromFrame | null {
  if (typeof data !== "object" || data === null) return null;
  const said = data as Record<string, unknown>;
  const { type } = said;
  if (type === "ready" || type === "failed") return { type };
  if (type === "opened" && isPage(said.pages)) return { type, pages: said.pages };
  if (type === "at" && isPage(said.page)) return { type, page: said.page };
  if (type === "marked") return { type, found: said.found === true };
  if (type === "found" && isCount(said.search) && isCount(said.all) && isCount(said.first)) {
    return { type, search: said.search, all: said.all, first: said.first, done: said.done === true };
  }
  if (type === "link" && typeof said.address === "string" && /^(https?|mailto):/i.test(said.address)) {
    return { type, address: said.address.slice(0, 4000) };
  }
  if (type === "key" && typeof said.key === "string") {
    const { ctrl, meta, alt, shift } = said;
    return { type, key: said.key.slice(0, 20), ctrl: ctrl === true, meta: meta === true, alt: alt === true, shift: shift === true };
  }
  return null;
}
