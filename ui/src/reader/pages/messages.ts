/**
 * What the window and the frame that draws PDFs say to each other. The frame reads what anybody may have made, so
 * what it says is looked at before it is believed, and can't do more than a reader who clicks in it.
 */

/** How large pages are: as wide as the pane, or so many times their size on paper. */
export type Zoom = "width" | number;

/** What to show of a file. */
export interface Spot {
  /** The page, from 1. */
  page: number;
  /** The passage, as far as it stands on each page, in the lines of the page. */
  passage: { page: number; text: string }[];
  /** The sentences of the passage that are marked in it; its rest fades then. */
  sentences: string[];
  /** They say otherwise than what cites them. */
  otherwise: boolean;
}

/** A line that was recognised on a page that is a picture. */
export interface RecognisedLine {
  page: number;
  text: string;
  /** In ten-thousandths of the page's width and height. */
  place: { x: number; y: number; width: number; height: number };
}

/** What the frame is told. */
export type ToFrame =
  | { type: "look"; theme: string }
  /** `label` is what a page is called, with a `#` for its number; `broken` stands where one can't be drawn. */
  | { type: "open"; bytes: ArrayBuffer; spot: Spot; recognised: RecognisedLine[]; label: string; broken: string }
  | { type: "show"; spot: Spot }
  | { type: "go"; page: number }
  | { type: "zoom"; zoom: Zoom };

/** What the frame tells. */
export type FromFrame =
  | { type: "ready" }
  | { type: "opened"; pages: number }
  | { type: "failed" }
  | { type: "at"; page: number }
  /** Whether the words of the passage were found on their pages. */
  | { type: "marked"; found: boolean }
  | { type: "link"; address: string }
  /** A key that is the window's business. */
  | { type: "key"; key: string; ctrl: boolean; meta: boolean; alt: boolean; shift: boolean };

const isPage = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** What the frame said, or null if it makes no sense. */
export function heard(data: unknown): FromFrame | null {
  if (typeof data !== "object" || data === null) return null;
  const said = data as Record<string, unknown>;
  const { type } = said;
  if (type === "ready" || type === "failed") return { type };
  if (type === "opened" && isPage(said.pages)) return { type, pages: said.pages };
  if (type === "at" && isPage(said.page)) return { type, page: said.page };
  if (type === "marked") return { type, found: said.found === true };
  if (type === "link" && typeof said.address === "string" && /^(https?|mailto):/i.test(said.address)) {
    return { type, address: said.address.slice(0, 4000) };
  }
  if (type === "key" && typeof said.key === "string") {
    const { ctrl, meta, alt, shift } = said;
    return { type, key: said.key.slice(0, 20), ctrl: ctrl === true, meta: meta === true, alt: alt === true, shift: shift === true };
  }
  return null;
}
