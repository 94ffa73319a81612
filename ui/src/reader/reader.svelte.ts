import { asFailure, type Backend, type ByteRange, type CitedPassage, type LineRange, type MarkedSentence, type MovedNote, type NoteView, type RelatedNoteView, type UnlinkedMention, type PassagePiece, type DocumentView, type Reference, type Standing } from "../ipc";
import { words } from "./sentences";

/** A place that was read: a note with a place in it, or a reference's passage. */
type Place =
  | { type: "note"; path: string; anchor: string | null }
  | { type: "lines"; path: string; start: number; end: number }
  | { type: "attachment"; id: string }
  | { type: "reference"; id: string; sentences: ByteRange[]; otherwise: boolean };

interface Visit {
  place: Place;
  /** How far it was scrolled when it was left. */
  scroll: number | null;
}

/** How a note stands in the HTML of another that embeds it. */
const embedOf = (path: string) => `<div class="embed" data-path="${path.replaceAll("&", "&amp;")}"`;

/** Whether a path is that of a note, by its name. */
const isNote = (path: string) => /\.md$/i.test(path);

/** Whether a file that is no note may be shown here, by its name. */
export const isReadable = (path: string) => /\.(pdf|docx|pptx|xlsx|xlsm|xlsb|xls|odt|odp|ods|rtf|epub|html?|xhtml|txt|csv|tsv|canvas|png|jpe?g|jfif|gif|webp|avif|bmp|ico|svg)$/i.test(path);

/** The note that is read, and the way there. */
export class ReaderState {
  note: NoteView | null = $state.raw(null);
  /** What is read that is no note: a file, a page of the web. */
  document: DocumentView | null = $state.raw(null);
  /** What changed in the passage that led here since it was cited. */
  changes: PassagePiece[] = $state.raw([]);
  /** Notes that have to do with it; they come a little later. */
  related: RelatedNoteView[] = $state.raw([]);
  /** Words of it that name other notes, and words of others that name it. */
  mentions: UnlinkedMention[] = $state.raw([]);
  /** What answers cite of it; it comes a little later. */
  cited: CitedPassage[] = $state.raw([]);
  /** What answers cite stands out. */
  showsCited = $state(false);
  /** The reference that led here. */
  reference: Reference | null = $state.raw(null);
  standing: Standing | null = $state(null);
  /** The sentences of its passage that led here. */
  sentences: MarkedSentence[] = $state.raw([]);
  /** They say otherwise than the sentence that cites them. */
  otherwise = $state(false);
  /** The section that a lost passage stood in: shown, not marked. */
  scrollTo: LineRange | null = $state(null);
  notice: string | null = $state(null);
  /** The other notes that the link which led here could mean. */
  also: string[] = $state.raw([]);
  /** The note's file is gone; what is shown is how it was. */
  gone = $state(false);
  loading = $state(false);
  /** Counts the changes on the disk of what is shown: a file's bytes are others then. */
  edition = $state(0);
  /** Counts what was opened: the window scrolls to the mark once for each. */
  arrival = $state(0);
  /** Where to scroll at the next arrival instead of to the mark. */
  restore: number | null = $state(null);
  visits: Visit[] = $state.raw([]);
  at = $state(-1);
  /** Tells how far the note is scrolled now; the component sets it. */
  scrolled: () => number = () => 0;

  private ticket = 0;
  /** Counts what the user wanted to read. */
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

  /** The path of what is read, if it is a note or another file of the vault. */
  get file(): string | null {
    return this.path ?? this.document?.path ?? null;
  }

  /** What was read stays, without the marks of what led there. */
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

  /** `sentences` of the passage (bytes of its text) are marked in it; they carry what cites it, or say `otherwise`. */
  openReference(id: string, sentences: ByteRange[] = [], otherwise = false): Promise<void> {
    return this.visit({ type: "reference", id, sentences, otherwise });
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

  /** Opens a file of the vault that is no note; false, and what is shown stays, if nothing of it can be read. */
  async openFile(path: string, anchor: string | null): Promise<boolean> {
    this.wanted += 1;
    const { wanted } = this;
    const document = await this.backend.openDocument(path, anchor, null).catch(() => null);
    // Who wanted something else meanwhile isn't brought back, nor asked about this file.
    if (wanted !== this.wanted) return true;
    if (document) await this.visit({ type: "note", path, anchor }, document);
    return document !== null;
  }

  /** Shows the note that was read when the vault was left, as far down as it was; nothing if it is gone. */
  async resume(path: string, scroll: number): Promise<void> {
    this.visits = [{ place: { type: "note", path, anchor: null }, scroll }];
    this.at = 0;
    await this.load({ type: "note", path, anchor: null }, scroll);
    if (this.file === null) this.clear();
  }

  /** Notes changed on disk: the one that is read is shown anew, where it was. */
  async changed(paths: string[]): Promise<void> {
    const path = this.note?.path ?? this.document?.path ?? this.reference?.path;
    if (paths.some((changed) => changed === path || this.note?.html.includes(embedOf(changed)))) {
      this.edition += 1;
      await this.again();
    }
    else if (this.mentions.some(({ place }) => paths.includes(place.source))) await this.findMentions(this.ticket);
  }

  /** Reads what is shown anew, where it was. */
  async again(): Promise<void> {
    const place = this.visits[this.at]?.place;
    if (place && (this.note || this.reference || this.document)) await this.load(place, this.scrolled());
  }

  /** Notes have other paths: what was read is there now. The change that follows shows it. */
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
    this.notice = null;
    this.gone = false;
    this.loading = false;
    this.visits = [];
    this.at = -1;
  }

  /** `document` is what stands there, if it was read before. */
  private async visit(place: Place, document: DocumentView | null = null): Promise<void> {
    this.wanted += 1;
    this.leave();
    const current = this.visits[this.at];
    if (!current || JSON.stringify(current.place) !== JSON.stringify(place)) {
      this.visits = [...this.visits.slice(0, this.at + 1), { place, scroll: null }];
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
        this.reference = opened.reference;
        this.standing = opened.standing;
        this.sentences = opened.sentences;
        this.otherwise = place.otherwise;
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
      // What was read stays readable when its file goes.
      if (!same) this.note = null;
      this.gone = error.code === "notFound";
      this.forgetReference();
      this.notice = same && this.gone ? words.gone : error.message;
    } finally {
      if (ticket === this.ticket) this.loading = false;
    }
  }

  /** Nothing of what led here before is shown any more. */
  private forgetReference(): void {
    this.document = null;
    this.reference = null;
    this.standing = null;
    this.sentences = [];
    this.scrollTo = null;
    this.changes = [];
  }

  private relatedTo: string | null = null;

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
    // The note is there to be read whether or not this can be had.
    const related = await this.backend.relatedNotes(path).catch(() => []);
    if (ticket === this.ticket) this.related = related;
  }

  /** Asks anew what answers cite here: there may be another one. */
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
