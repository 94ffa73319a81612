// The frame that draws the pages of PDFs. It has its own origin, and gets all data from the window: it can
// load nothing but its own files, and no script of a PDF runs (the part of pdf.js that runs scripts isn't
// included).
import "../../kit/tokens.css";
import "../../kit/scrollbars.css";
import "./frame.css";

import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import worker from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

import { keepMenusToText } from "../../kit/menus";
import type { FromFrame, Spot, ToFrame, Zoom } from "./messages";
import { Search } from "./search";
import { Sheet } from "./sheet";

/** The margin beside a page, in pixels. */
const MARGIN = 12;
/** Distance from the viewport within which pages are drawn. */
const AHEAD = "1000px 0px";
/** Pause in resizing before pages are redrawn, in milliseconds. */
const REST = 150;

keepMenusToText(window);

const tell = (message: FromFrame) => window.parent.postMessage(message, "*");

type Opened = Extract<ToFrame, { type: "open" }>;

/** The pages of a file, one below the other. */
class Pages {
  private sheets: Sheet[] = [];
  private search = new Search([]);
  private readonly seen = new Set<Sheet>();
  private zoom: Zoom = "width";
  private at = 0;
  /** Counts the places that were asked for: pages are drawn in between, and the last one counts. */
  private asked = 0;
  private resting: number | undefined;
  private readonly watch: IntersectionObserver;

  constructor(private readonly root: HTMLElement) {
    this.watch = new IntersectionObserver((entries) => this.look(entries), { rootMargin: AHEAD });
    window.addEventListener("scroll", () => this.tellPlace(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(document.documentElement);
  }

  async open(file: PDFDocumentProxy, { spot, recognised, label, broken }: Opened): Promise<void> {
    const first = await file.getPage(1);
    const { width, height } = first.getViewport({ scale: 1 });
    const around = { file, recognised, label, broken, onpage: (page: number) => this.go(page), onlink: (address: string) => tell({ type: "link", address }) };
    this.sheets = Array.from({ length: file.numPages }, (_, at) => new Sheet(around, at + 1, { width, height }));
    this.search = new Search(this.sheets);
    this.root.replaceChildren(...this.sheets.map(({ element }) => element));
    this.place();
    tell({ type: "opened", pages: file.numPages });
    await this.show(spot);
    for (const { element } of this.sheets) this.watch.observe(element);
  }

  /** Scrolls to a passage and marks it, or to the page if there is no passage. */
  async show(spot: Spot): Promise<void> {
    const pages = new Set(spot.passage.map(({ page }) => page));
    const target = this.sheet(spot.page);
    this.asked += 1;
    const asked = this.asked;
    await this.measure(target);
    if (asked !== this.asked) return;
    this.go(spot.page);
    let first: Element | null = null;
    for (const sheet of this.sheets) {
      if (!pages.has(sheet.number)) {
        void sheet.mark(spot);
        continue;
      }
      await sheet.draw();
      if (asked !== this.asked) return;
      const marked = await sheet.mark(spot);
      const isEvidence = marked?.classList.contains("evidence") ?? false;
      if (!first || (isEvidence && !first.classList.contains("evidence"))) first = marked ?? first;
    }
    if (first) this.bring(first);
    if (pages.size > 0) tell({ type: "marked", found: first !== null });
  }

  find({ search, text, limit }: Extract<ToFrame, { type: "find" }>): void {
    void this.search.find(text, limit, this.at, (all, first, done) => tell({ type: "found", search, all, first, done }));
  }

  /** Scrolls to a match, unless it is in view. */
  async match(match: number): Promise<void> {
    const page = this.search.pageOf(match);
    const sheet = page === null ? undefined : this.sheet(page);
    if (!sheet) return;
    this.asked += 1;
    const asked = this.asked;
    await this.measure(sheet);
    if (asked !== this.asked) return;
    if (!this.seen.has(sheet)) this.go(sheet.number);
    await sheet.draw();
    const mark = await this.search.mark(match);
    if (!mark || asked !== this.asked) return;
    const { top, bottom, left, right } = mark.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight || left < 0 || right > window.innerWidth) this.bring(mark);
  }

  go(page: number): void {
    const sheet = this.sheet(page);
    if (!sheet) return;
    window.scrollTo({ top: sheet.element.offsetTop - MARGIN });
    this.tellPlace();
  }

  step(by: 1 | -1): void {
    this.go(Math.min(this.sheets.length, Math.max(1, this.at + by)));
  }

  set(zoom: Zoom): void {
    this.zoom = zoom;
    this.resized();
  }

  private sheet(page: number): Sheet | undefined {
    return this.sheets[Math.min(Math.max(page, 1), this.sheets.length) - 1];
  }

  /** Scrolls a mark to the upper third, with the preceding text of its page in view. */
  private bring(mark: Element): void {
    const box = mark.getBoundingClientRect();
    const page = mark.closest<HTMLElement>(".sheet")?.offsetTop ?? 0;
    const top = Math.max(page - MARGIN, window.scrollY + box.top - window.innerHeight / 3);
    window.scrollTo({ top, left: Math.max(0, window.scrollX + box.left - window.innerWidth / 2) });
    this.tellPlace();
  }

  private scaleOf({ size }: Sheet): number {
    const width = Math.max(100, document.documentElement.clientWidth - 2 * MARGIN);
    // Points are 1/72 of an inch, and pixels 1/96.
    return this.zoom === "width" ? width / size.width : (this.zoom * 96) / 72;
  }

  private place(): void {
    for (const sheet of this.sheets) sheet.place(this.scaleOf(sheet));
  }

  /** Loads a page's size; the visible page stays in place when a page above it turns out to have another size. */
  private async measure(sheet: Sheet | undefined): Promise<void> {
    if (!sheet) return;
    const before = sheet.element.offsetHeight;
    const isAbove = sheet.element.offsetTop + before < window.scrollY;
    // An unreadable page shows its error when it is drawn.
    await sheet.know().catch(() => null);
    sheet.place(this.scaleOf(sheet));
    const grown = sheet.element.offsetHeight - before;
    if (isAbove && grown !== 0) window.scrollBy(0, grown);
  }

  private look(entries: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const sheet = this.sheet(Number((target as HTMLElement).dataset.page));
      if (!sheet) continue;
      if (isIntersecting) {
        this.seen.add(sheet);
        void this.measure(sheet).then(() => sheet.draw());
      } else if (this.seen.delete(sheet)) sheet.clear();
    }
  }

  private resized(): void {
    const sheet = this.sheets[this.at - 1];
    const before = sheet ? (window.scrollY - sheet.element.offsetTop) / Math.max(1, sheet.element.offsetHeight) : 0;
    this.place();
    if (sheet) window.scrollTo({ top: sheet.element.offsetTop + before * sheet.element.offsetHeight });
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => {
      for (const one of this.seen) void one.draw();
    }, REST);
  }

  /** Reports the current page: the one at a third of the height. */
  private tellPlace(): void {
    const line = window.scrollY + window.innerHeight / 3;
    let [low, high] = [0, this.sheets.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.sheets[middle]?.element.offsetTop ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    if (this.sheets.length === 0 || low + 1 === this.at) return;
    this.at = low + 1;
    tell({ type: "at", page: this.at });
  }
}

async function load(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  // pdf.js takes a worker of this scheme for a foreign one, and would work in this thread instead.
  GlobalWorkerOptions.workerPort = new Worker(worker, { type: "module" });
  const own = (folder: string) => new URL(`/${folder}/`, window.location.href).href;
  return getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: own("cmaps"),
    standardFontDataUrl: own("standard_fonts"),
    wasmUrl: own("wasm"),
    enableXfa: false,
    disableWorkerRendering: true,
    maxImageSize: 100_000_000,
    verbosity: 0,
  }).promise;
}

const pages = new Pages(document.querySelector<HTMLElement>("#pages") ?? document.body);

window.addEventListener("message", ({ source, data }: MessageEvent<ToFrame>) => {
  if (source !== window.parent) return;
  if (data.type === "look") document.documentElement.dataset.theme = data.theme;
  else if (data.type === "go") pages.go(data.page);
  else if (data.type === "zoom") pages.set(data.zoom);
  else if (data.type === "show") void pages.show(data.spot);
  else if (data.type === "find") pages.find(data);
  else if (data.type === "match") void pages.match(data.match);
  else if (data.type === "open") {
    load(data.bytes)
      .then((file) => pages.open(file, data))
      .catch(() => tell({ type: "failed" }));
  }
});

window.addEventListener("keydown", (event) => {
  const { key, ctrlKey: ctrl, metaKey: meta, altKey: alt, shiftKey: shift } = event;
  const isOwn = (ctrl || meta) && /^[acx]$/i.test(key);
  if (ctrl || meta || alt || key === "Escape" || /^F\d+$/.test(key)) {
    if (!isOwn) tell({ type: "key", key, ctrl, meta, alt, shift });
  } else if (key === "ArrowLeft" || key === "ArrowRight") {
    if (document.documentElement.scrollWidth > window.innerWidth) return;
    event.preventDefault();
    pages.step(key === "ArrowRight" ? 1 : -1);
  }
});

tell({ type: "ready" });
