import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";

import { Letters } from "../../kit/wording";
import { markFound, markPassage } from "./find";
import type { RecognisedLine, Spot } from "./messages";
import { spansOf } from "./recognised";

/** Maximum pixels of a page's picture: above it, some web views draw nothing at all. */
const PIXELS = 16_000_000;
/** Maximum active links of a page. */
const LINKS = 2000;

/** In points. */
export interface Size {
  width: number;
  height: number;
}

/** The parts of the frame that a sheet uses. */
export interface Around {
  file: PDFDocumentProxy;
  /** Text recognised in pages that are images. */
  recognised: RecognisedLine[];
  label: string;
  broken: string;
  /** Goes to another page of the file. */
  onpage: (page: number) => void;
  /** A link leads out of the file. */
  onlink: (address: string) => void;
}

/** A page: its box, and while it is near the viewport, its picture, words and links. */
export class Sheet {
  readonly element = document.createElement("section");
  /** Its size; the first page's size until it is loaded. */
  size: Size;
  private known: Promise<PDFPageProxy> | null = null;
  private scale = 1;
  /** The scale of its picture; 0 without a picture. */
  private painted = 0;
  private task: RenderTask | null = null;
  private words: HTMLElement | null = null;
  private laid: Promise<void> | null = null;
  private spot: Spot | null = null;
  /** Its letters, in the order of its words. */
  private letters: Promise<string> | null = null;
  /** The text to find on it, and which of its places is the current one. */
  private sought: { text: string; now: number | null } | null = null;

  constructor(
    private readonly around: Around,
    readonly number: number,
    size: Size,
  ) {
    this.size = size;
    this.element.className = "sheet";
    this.element.dataset.page = String(number);
    this.element.setAttribute("aria-label", around.label.replace("#", String(number)));
    this.bare();
  }

  /** Loads the page and its own size. */
  async know(): Promise<PDFPageProxy> {
    this.known ??= this.around.file.getPage(this.number);
    const page = await this.known;
    const { width, height } = page.getViewport({ scale: 1 });
    this.size = { width, height };
    return page;
  }

  /** Sets its size on the screen for this scale (pixels per point). */
  place(scale: number): void {
    this.scale = scale;
    const { style } = this.element;
    style.width = `${Math.floor(this.size.width * scale)}px`;
    style.height = `${Math.floor(this.size.height * scale)}px`;
    style.setProperty("--total-scale-factor", String(scale));
    style.setProperty("--scale-factor", String(scale));
    style.setProperty("--scale-round-x", "1px");
    style.setProperty("--scale-round-y", "1px");
  }

  /** Draws the missing parts at its current scale. */
  async draw(): Promise<void> {
    try {
      const page = await this.know();
      this.laid ??= this.layWords(page);
      await Promise.all([this.paint(page), this.laid]);
    } catch (error) {
      if (error instanceof Error && error.name === "RenderingCancelledException") return;
      const told = document.createElement("p");
      told.className = "broken";
      told.textContent = this.around.broken;
      this.element.append(told);
    }
  }

  /** Frees the picture and the words. */
  clear(): void {
    this.task?.cancel();
    this.task = null;
    this.painted = 0;
    this.words = null;
    this.laid = null;
    this.bare();
    void this.known?.then((page) => page.cleanup());
  }

  /** Marks the passage's text on this page. Returns the first mark once the words are there, or null. */
  async mark(spot: Spot): Promise<Element | null> {
    this.spot = spot;
    await this.laid;
    return this.words ? this.markWords(this.words) : null;
  }

  /** The number of places of a text on this page; none if the page is broken. */
  async count(text: string): Promise<number> {
    this.letters ??= this.read().catch(() => "");
    const wanted = Letters.of(text);
    return wanted === "" ? 0 : (await this.letters).split(wanted).length - 1;
  }

  /** Marks a text on this page. Returns the first mark of its place `now` once the words are there, or null. */
  async find(text: string, now: number | null): Promise<Element | null> {
    this.sought = { text, now };
    await this.laid;
    return this.words ? markFound(this.words, text, now) : null;
  }

  private async read(): Promise<string> {
    const { items } = await (await this.know()).getTextContent();
    const texts = [...items.map((item) => ("str" in item ? item.str : "")), ...this.recognised().map(({ text }) => text)];
    return Letters.plain(texts.join(""));
  }

  private recognised(): RecognisedLine[] {
    return this.around.recognised.filter(({ page }) => page === this.number);
  }

  private bare(): void {
    const number = document.createElement("span");
    number.className = "number";
    number.textContent = String(this.number);
    number.ariaHidden = "true";
    this.element.replaceChildren(number);
  }

  private async paint(page: PDFPageProxy): Promise<void> {
    const { scale } = this;
    if (this.painted === scale) return;
    this.task?.cancel();
    this.painted = scale;
    const viewport = page.getViewport({ scale });
    const ratio = Math.min(window.devicePixelRatio || 1, Math.sqrt(PIXELS / (viewport.width * viewport.height)));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.floor(viewport.width * ratio));
    canvas.height = Math.max(1, Math.floor(viewport.height * ratio));
    canvas.ariaHidden = "true";
    // The look of forms and comments is part of the picture; forms can't be filled in.
    this.task = page.render({ canvas, viewport: page.getViewport({ scale: scale * ratio }), annotationMode: AnnotationMode.ENABLE });
    await this.task.promise;
    // The picture of the previous scale is shown until this one is ready.
    this.element.querySelector("canvas")?.remove();
    this.element.prepend(canvas);
  }

  private async layWords(page: PDFPageProxy): Promise<void> {
    const viewport = page.getViewport({ scale: this.scale });
    const words = document.createElement("div");
    words.className = "words";
    const [content, annotations] = await Promise.all([page.getTextContent(), page.getAnnotations()]);
    await new TextLayer({ textContentSource: content, container: words, viewport }).render();
    words.append(...spansOf(this.recognised(), this.size));
    const links = document.createElement("div");
    links.className = "links";
    links.append(...annotations.slice(0, LINKS).flatMap((annotation: unknown) => this.link(annotation as Record<string, unknown>, page) ?? []));
    // The page was cleared meanwhile.
    if (this.laid === null) return;
    this.words = words;
    this.element.append(words, links);
    if (this.spot) this.markWords(words);
    if (this.sought) markFound(words, this.sought.text, this.sought.now);
  }

  private markWords(words: HTMLElement): Element | null {
    const { spot } = this;
    if (!spot) return null;
    const text = spot.passage.filter(({ page }) => page === this.number).map((passage) => passage.text);
    return markPassage(words, text.join("\n"), spot.sentences, spot.contradicts);
  }

  /** The clickable area of a link in the file: to a place in it, or to an address that the user must confirm.
   *  Other links are ignored. */
  private link({ subtype, rect, dest, url }: Record<string, unknown>, page: PDFPageProxy): HTMLElement | null {
    if (subtype !== "Link" || !Array.isArray(rect) || (!dest && typeof url !== "string")) return null;
    const viewport = page.getViewport({ scale: 1 });
    const [left = 0, bottom = 0, right = 0, top = 0] = rect.map(Number);
    const [x1, y1]: number[] = viewport.convertToViewportPoint(left, bottom);
    const [x2, y2]: number[] = viewport.convertToViewportPoint(right, top);
    if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
    const anchor = document.createElement("a");
    anchor.tabIndex = 0;
    anchor.setAttribute("role", "link");
    const { style } = anchor;
    const part = (value: number, of: number) => `${((100 * value) / of).toFixed(3)}%`;
    style.left = part(Math.min(x1, x2), viewport.width);
    style.top = part(Math.min(y1, y2), viewport.height);
    style.width = part(Math.abs(x2 - x1), viewport.width);
    style.height = part(Math.abs(y2 - y1), viewport.height);
    const press = async () => {
      if (typeof url === "string") this.around.onlink(url);
      else this.around.onpage(await this.pageOf(dest));
    };
    if (typeof url === "string") anchor.title = url;
    anchor.addEventListener("click", () => void press());
    anchor.addEventListener("keydown", (event) => {
      if (event.key === "Enter") void press();
    });
    return anchor;
  }

  /** The target page of a link in the file; this page if it has none. */
  private async pageOf(dest: unknown): Promise<number> {
    const { file } = this.around;
    try {
      const place: unknown = typeof dest === "string" ? await file.getDestination(dest) : dest;
      const target: unknown = Array.isArray(place) ? place[0] : null;
      if (typeof target === "number") return target + 1;
      return typeof target === "object" && target !== null ? (await file.getPageIndex(target as never)) + 1 : this.number;
    } catch {
      return this.number;
    }
  }
}
