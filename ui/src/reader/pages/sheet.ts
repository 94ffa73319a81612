import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";

import { markPassage } from "./find";
import type { RecognisedLine, Spot } from "./messages";
import { spansOf } from "./recognised";

/** Most pixels of a picture of a page: beyond it, some web views draw nothing at all. */
const PIXELS = 16_000_000;
/** Most links of a page that can be pressed. */
const LINKS = 2000;

/** A width and a height, in points. */
export interface Size {
  width: number;
  height: number;
}

/** What a sheet asks of the frame that it lies in. */
export interface Around {
  file: PDFDocumentProxy;
  /** What was recognised on pages that are pictures. */
  recognised: RecognisedLine[];
  label: string;
  broken: string;
  /** Another page of the file is to be shown. */
  onpage: (page: number) => void;
  /** A link leads out of the file. */
  onlink: (address: string) => void;
}

/** A page: its place among the others, and while it is near, its picture, its words and its links. */
export class Sheet {
  readonly element = document.createElement("section");
  /** Its size; that of the first page until it is known. */
  size: Size;
  private known: Promise<PDFPageProxy> | null = null;
  private scale = 1;
  /** The scale of its picture, or 0 if it has none. */
  private painted = 0;
  private task: RenderTask | null = null;
  private words: HTMLElement | null = null;
  private laid: Promise<void> | null = null;
  private spot: Spot | null = null;

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

  /** Learns the page's own size. */
  async know(): Promise<PDFPageProxy> {
    this.known ??= this.around.file.getPage(this.number);
    const page = await this.known;
    const { width, height } = page.getViewport({ scale: 1 });
    this.size = { width, height };
    return page;
  }

  /** Takes the room that it has at this scale (pixels for each point). */
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

  /** Draws what isn't drawn yet at the scale that it has. */
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

  /** Gives back what drawing took. */
  clear(): void {
    this.task?.cancel();
    this.task = null;
    this.painted = 0;
    this.words = null;
    this.laid = null;
    this.bare();
    void this.known?.then((page) => page.cleanup());
  }

  /** Marks what of a passage stands here. Gives the first mark once its words are there, or null. */
  async mark(spot: Spot): Promise<Element | null> {
    this.spot = spot;
    await this.laid;
    return this.words ? this.markWords(this.words) : null;
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
    // What a form or a note in the file looks like is part of the picture; nothing of it can be filled in.
    this.task = page.render({ canvas, viewport: page.getViewport({ scale: scale * ratio }), annotationMode: AnnotationMode.ENABLE });
    await this.task.promise;
    // The picture of another scale is shown until there is this one.
    this.element.querySelector("canvas")?.remove();
    this.element.prepend(canvas);
  }

  private async layWords(page: PDFPageProxy): Promise<void> {
    const viewport = page.getViewport({ scale: this.scale });
    const words = document.createElement("div");
    words.className = "words";
    const [content, annotations] = await Promise.all([page.getTextContent(), page.getAnnotations()]);
    await new TextLayer({ textContentSource: content, container: words, viewport }).render();
    words.append(...spansOf(this.around.recognised.filter(({ page }) => page === this.number), this.size));
    const links = document.createElement("div");
    links.className = "links";
    links.append(...annotations.slice(0, LINKS).flatMap((annotation: unknown) => this.link(annotation as Record<string, unknown>, page) ?? []));
    // What was cleared meanwhile stays so.
    if (this.laid === null) return;
    this.words = words;
    this.element.append(words, links);
    if (this.spot) this.markWords(words);
  }

  private markWords(words: HTMLElement): Element | null {
    const { spot } = this;
    if (!spot) return null;
    const text = spot.passage.filter(({ page }) => page === this.number).map((passage) => passage.text);
    return markPassage(words, text.join("\n"), spot.sentences, spot.otherwise);
  }

  /** What can be pressed of a link in the file: a place in it, or an address to be asked about. Nothing else leads anywhere. */
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

  /** The page that a link in the file means; this one if it means none. */
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
