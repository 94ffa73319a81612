import {
  asFailure,
  type Backend,
  type BaseView,
  type ByteRange,
  type CitedPassage,
  type LineRange,
  type MarkedSentence,
  type MovedNote,
  type NoteView,
  type RelatedNoteView,
  type UnlinkedMention,
  type PassagePiece,
  type DocumentView,
  type Reference,
  type Standing,
  type Table,
  type TableSource,
} from "../ipc";
import { nameOf, paged } from "../kit/records";
import { words } from "./sentences";

/** An entry of the history: a note or another file of the vault, at an anchor or at lines; an attached file; a table; or
 *  a reference's passage. */
type Place =
  | { type: "note"; path: string; anchor: string | null }
  | { type: "lines"; path: string; start: number; end: number }
  | { type: "attachment"; id: string }
  | { type: "table"; key: string }
  | { type: "reference"; id: string; sentences: ByteRange[]; contradicts: boolean };

interface Visit {
  place: Place;
  /** The scroll position in pixels when the user left it. */
  scroll: number | null;
}

/** The open table: of an answer, of a search, or of a `.base` file. */
export interface OpenTable {
  /** Differs between tables, not between editions of one. */
  key: string;
  title: string;
  table: Table;
  /** The reference of an answer. */
  reference: Reference | null;
  /** The `.base` file and its view. */
  base: (BaseView & { path: string }) | null;
}

/** The beginning of the HTML tag around a note embedded in another note. */
const embedOf = (path: string) => `<div class="embed" data-path="${path.replaceAll("&", "&amp;")}"`;

/** True for a note's path, by its extension. */
const isNote = (path: string) => /\.md$/i.test(path);

/** True for a file with views of notes as tables, by its extension. */
export const isBase = (path: string) => /\.base$/i.test(path);

/** A table of notes on a page: an embedded `.base` file, or a Dataview query. */
const TABLE_OF_NOTES = /data-path="[^"]*\.base"|class="language-dataview"/i;

/** True for a file other than a note that the reader may be able to show, by its extension. */
export const isReadable = (path: string) =>
  /\.(pdf|docx|pptx|xlsx|xlsm|xlsb|xls|odt|odp|ods|rtf|epub|html?|xhtml|txt|csv|tsv|canvas|png|jpe?g|jfif|gif|webp|avif|bmp|ico|svg|base)$/i.test(path);

/** The reader's state: the open note, document or table, the marks in it, and the history. */
export class ReaderState {
  note: NoteView | null = $state.raw(null);
  /** The open document other than a note: a file, or a web page. */
  document: DocumentView | null = $state.raw(null);
  /** The open table, shown instead of a note. */
  table: OpenTable | null = $state.raw(null);
  /** Changes in the opened passage since it was cited. */
  changes: PassagePiece[] = $state.raw([]);
  /** Related notes, loaded a little later. */
  related: RelatedNoteView[] = $state.raw([]);
  /** Words of the note that name other notes without a link, and words of others that name it; loaded a little later. */
  mentions: UnlinkedMention[] = $state.raw([]);
  /** Passages that answers cite, loaded a little later. */
  cited: CitedPassage[] = $state.raw([]);
  /** Cited passages are highlighted. */
  showsCited = $state(false);
  /** The reference that was opened, if the user opened one. */
  reference: Reference | null = $state.raw(null);
  standing: Standing | null = $state(null);
  /** The highlighted sentences of the reference's passage. */
  sentences: MarkedSentence[] = $state.raw([]);
  /** The highlighted sentences contradict the sentence that cites them. */
  contradicts = $state(false);
  /** The sentences of a reference to highlight instead, while the card of its number quotes them. */
  pointed: { reference: string; sentences: { text: string }[]; contradicts: boolean } | null = $state.raw(null);
  /** The section that had a passage that is gone: scrolled to, not marked. */
  scrollTo: LineRange | null = $state(null);
  notice: string | null = $state(null);
  /** Other notes that the opened link could mean. */
  also: string[] = $state.raw([]);
  /** The note's file is gone; the reader shows its last content. */
  gone = $state(false);
  loading = $state(false);
  /** Counts changes on disk to the open file, whose content is then outdated. */
  edition = $state(0);
  /** Counts openings: the window scrolls to the mark once for each. */
  arrival = $state(0);
  /** The scroll position for the next arrival instead of the mark. */
  restore: number | null = $state(null);
  visits: Visit[] = $state.raw([]);
  at = $state(-1);
  /** Returns the current scroll position; the component sets it. */
  scrolled: () => number = () => 0;

  /** Counts loads. The result of an older one is dropped. */
  private ticket = 0;
  /** The tables of the history, by `key`: the app can't load them again. */
  private readonly tables = new Map<string, OpenTable>();
  /** Counts the user's requests to open something. A slow file of an older request doesn't open. */
  private wanted = 0;

  constructor(private readonly backend: Backend) {}

  get canGoBack(): boolean {
    return this.at > 0;
  }
  get canGoForward(): boolean {
    return this.at < this.visits.length - 1;
  }
  get path(): string | null {
    return this.note?.path ?? null;
  }

  /** The path of the open note, or of another file of the vault. */
  get file(): string | null {
    return this.path ?? this.document?.path ?? this.table?.base?.path ?? null;
  }

  get isEmpty(): boolean {
    return !this.note && !this.document && !this.table && this.notice === null && !this.loading;
  }

  /** The user opened the shown file or table without a reference: from a list, a link or a search. */
  get isOwn(): boolean {
    return this.reference === null && (this.file !== null || this.table !== null);
  }

  /** Removes the marks, and keeps the content. */
  unmark(): void {
    const target = this.note?.target ?? this.document?.target;
    if (!target && this.sentences.length === 0) return;
    this.sentences = [];
    this.scrollTo = null;
    if (this.note) this.note = { ...this.note, target: null };
    if (this.document) this.document = { ...this.document, target: null };
    this.restore = this.scrolled();
    this.arrival += 1;
  }

  async open(path: string, anchor: string | null = null, also: string[] = []): Promise<void> {
    await this.visit({ type: "note", path, anchor });
    if (this.note?.path === path) this.also = also;
  }

  openLines(path: string, lines: { start: number; end: number }): Promise<void> {
    return this.visit({ type: "lines", path, ...lines });
  }

  /** Highlights `sentences` of the passage (byte ranges of its text), which support the citing sentence, or
   *  contradict it if `contradicts`. */
  openReference(id: string, sentences: ByteRange[] = [], contradicts = false): Promise<void> {
    return this.visit({ type: "reference", id, sentences, contradicts });
  }

  /** Opens a reference: its passage, or its table. With `instead` it replaces the open entry of the history. */
  show(reference: Reference, sentences: ByteRange[], contradicts: boolean, instead = false): Promise<void> {
    const { id, title, table } = reference;
    return table ? this.openTable(table, title, reference, instead) : this.visit({ type: "reference", id, sentences, contradicts }, null, instead);
  }

  /** Opens a table: a reference's, or a search's. */
  openTable(table: Table, title: string, reference: Reference | null = null, instead = false): Promise<void> {
    const key = reference?.id ?? `query ${table.query}`;
    this.tables.set(key, { key, title, table, reference, base: null });
    return this.visit({ type: "table", key }, null, instead);
  }

  /** A view of a `.base` file, the named one or the first; or a Dataview query's result. `note` is the note that
   *  contains it. */
  async baseTable(source: TableSource, view: string | null, note: string | null): Promise<BaseView> {
    const page = (from: number) => this.backend.baseTable(source, view, note, from);
    const first = await page(0);
    return { ...first, table: paged(first, page) };
  }

  openAttachment(id: string): Promise<void> {
    return this.visit({ type: "attachment", id });
  }

  back(): Promise<void> {
    return this.canGoBack ? this.goTo(this.at - 1) : Promise.resolve();
  }

  forward(): Promise<void> {
    return this.canGoForward ? this.goTo(this.at + 1) : Promise.resolve();
  }

  /** Opens a file of the vault that isn't a note. If it can't be read, returns false and changes nothing; the caller then
   *  offers another program. */
  async openFile(path: string, anchor: string | null): Promise<boolean> {
    this.wanted += 1;
    const { wanted } = this;
    if (isBase(path)) {
      await this.open(path, anchor);
      return true;
    }
    const document = await this.backend.openDocument(path, anchor, null).catch(() => null);
    // The user opened something else meanwhile: this file isn't opened, and no other program is offered.
    if (wanted !== this.wanted) return true;
    if (document) await this.visit({ type: "note", path, anchor }, document);
    return document !== null;
  }

  /** Restores the file that was open when the vault was last used, and its scroll position. If it is gone, the reader
   *  stays empty. */
  async resume(path: string, scroll: number): Promise<void> {
    this.visits = [{ place: { type: "note", path, anchor: null }, scroll }];
    this.at = 0;
    await this.load({ type: "note", path, anchor: null }, scroll);
    if (this.file === null) this.clear();
  }

  /** Files changed on disk: reloads the open one, or one with an embedded changed note, at its scroll position. */
  async changed(paths: string[]): Promise<void> {
    const path = this.note?.path ?? this.document?.path ?? this.reference?.path;
    // The rows of such a table can come from any note.
    if (this.table?.base || TABLE_OF_NOTES.test(this.note?.html ?? "")) await this.reload();
    else if (paths.some((changed) => changed === path || this.note?.html.includes(embedOf(changed)))) {
      this.edition += 1;
      await this.reload();
    } else if (this.mentions.some(({ place }) => paths.includes(place.source))) await this.findMentions(this.ticket);
  }

  /** Reloads the open note or document at its scroll position. */
  async reload(): Promise<void> {
    const place = this.visits[this.at]?.place;
    if (place && (this.note || this.reference || this.document || this.table)) await this.load(place, this.scrolled());
  }

  /** Notes were moved: updates the history's paths. The change event that follows reloads the note. */
  moved(moved: MovedNote[]): void {
    const places = new Map(moved.map(({ from, to }) => [from, to]));
    this.visits = this.visits.map((visit) => {
      const { place } = visit;
      const path = "path" in place ? places.get(place.path) : undefined;
      return path === undefined || !("path" in place) ? visit : { ...visit, place: { ...place, path } };
    });
  }

  clear(): void {
    this.ticket += 1;
    this.wanted += 1;
    this.note = null;
    this.related = this.mentions = [];
    this.cited = [];
    this.forgetReference();
    this.tables.clear();
    this.notice = null;
    this.gone = false;
    this.loading = false;
    this.visits = [];
    this.at = -1;
  }

  /** `document` is the content, if it is loaded already; `instead` replaces the open entry of the history. */
  private async visit(place: Place, document: DocumentView | null = null, instead = false): Promise<void> {
    this.wanted += 1;
    this.leave();
    const current = this.visits[this.at];
    if (!current || JSON.stringify(current.place) !== JSON.stringify(place)) {
      this.visits = [...this.visits.slice(0, instead ? this.at : this.at + 1), { place, scroll: null }];
      this.at = this.visits.length - 1;
    }
    await this.load(place, null, document);
  }

  private async goTo(at: number): Promise<void> {
    this.wanted += 1;
    this.leave();
    const visit = this.visits[at];
    if (!visit) return;
    this.at = at;
    await this.load(visit.place, visit.scroll);
  }

  private leave() {
    const visit = this.visits[this.at];
    if (visit) visit.scroll = this.scrolled();
  }

  private async load(place: Place, scroll: number | null, read: DocumentView | null = null): Promise<void> {
    this.ticket += 1;
    const ticket = this.ticket;
    this.loading = true;
    this.also = [];
    try {
      if (place.type === "reference") {
        const opened = await this.backend.openReference(place.id, place.sentences);
        if (ticket !== this.ticket) return;
        this.table = null;
        this.reference = opened.reference;
        this.standing = opened.standing;
        this.sentences = opened.sentences;
        this.contradicts = place.contradicts;
        this.scrollTo = opened.scroll_to;
        this.changes = opened.changes;
        this.document = opened.document;
        this.note = opened.note;
        this.notice = opened.notice ?? opened.note?.notice ?? null;
        this.gone = opened.standing === "noteGone";
      } else if (place.type === "attachment") {
        const document = await this.backend.openAttachment(place.id);
        if (ticket !== this.ticket) return;
        this.forgetReference();
        this.document = document;
        this.note = null;
        this.notice = null;
        this.gone = false;
      } else if (place.type === "table" || isBase(place.path)) {
        const table = place.type === "table" ? (this.tables.get(place.key) ?? null) : await this.readBase(place);
        if (ticket !== this.ticket) return;
        this.forgetReference();
        this.table = table;
        this.reference = table?.reference ?? null;
        this.note = null;
        this.notice = null;
        this.gone = false;
      } else if (!isNote(place.path)) {
        const { path } = place;
        const document =
          read ??
          (await (place.type === "lines"
            ? this.backend.openDocument(path, null, { start: place.start, end: place.end })
            : this.backend.openDocument(path, place.anchor, null)));
        if (ticket !== this.ticket) return;
        this.forgetReference();
        this.document = document;
        this.note = null;
        this.notice = null;
        this.gone = false;
      } else {
        const anchor = place.type === "note" ? place.anchor : null;
        const note = await this.backend.openNote(place.path, anchor);
        if (ticket !== this.ticket) return;
        const target = place.type === "lines" ? { start: place.start, end: place.end } : note.target;
        this.note = { ...note, target };
        this.forgetReference();
        this.notice = note.notice;
        this.gone = false;
      }
      this.restore = scroll;
      this.arrival += 1;
      void this.findRelated(ticket);
    } catch (thrown) {
      if (ticket !== this.ticket) return;
      const error = asFailure(thrown);
      const same = "path" in place && this.note?.path === place.path;
      // An open note stays readable when its file is deleted.
      if (!same) this.note = null;
      this.gone = error.code === "notFound";
      this.forgetReference();
      this.notice = same && this.gone ? words.gone : error.message;
    } finally {
      if (ticket === this.ticket) this.loading = false;
    }
  }

  private async readBase(place: Place & { path: string }): Promise<OpenTable> {
    const { path } = place;
    const base = await this.baseTable({ type: "base", path }, place.type === "note" ? place.anchor : null, null);
    return { key: `${path}#${base.view}`, title: nameOf(path).replace(/\.base$/i, ""), table: base.table, reference: null, base: { ...base, path } };
  }

  /** Clears the reference with its marks, the document and the table. */
  private forgetReference(): void {
    this.document = null;
    this.table = null;
    this.reference = null;
    this.standing = null;
    this.sentences = [];
    this.scrollTo = null;
    this.changes = [];
  }

  /** The note of `related`, `mentions` and `cited`. */
  private relatedTo: string | null = null;

  /** Loads the related notes, the mentions and the cited passages. */
  private async findRelated(ticket: number): Promise<void> {
    const path = this.gone ? null : this.path;
    if (path !== this.relatedTo) {
      this.related = this.mentions = [];
      this.cited = [];
    }
    this.relatedTo = path;
    if (path === null) return;
    void this.findMentions(ticket);
    void this.findCited(ticket);
    // The note is readable even if this fails.
    const related = await this.backend.relatedNotes(path).catch(() => []);
    if (ticket === this.ticket) this.related = related;
  }

  /** Reloads the cited passages: there may be a new answer. */
  citesChanged(): void {
    void this.findCited(this.ticket);
  }

  private async findCited(ticket: number): Promise<void> {
    if (this.path === null) return;
    const cited = await this.backend.citedPassages(this.path).catch(() => []);
    if (ticket === this.ticket) this.cited = cited;
  }

  private async findMentions(ticket: number): Promise<void> {
    if (this.path === null) return;
    const mentions = await this.backend.unlinkedMentions(this.path).catch(() => []);
    if (ticket === this.ticket) this.mentions = mentions;
  }
}
