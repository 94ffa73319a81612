import { asFailure, type Backend, type ChangeEntry, type ChangeView, type FootnoteCheck, type RenderedChange, type UnlinkedMention } from "../ipc";
import { words } from "./sentences";

/** A hunk by its place in the change. */
export interface Place {
  note: number;
  hunk: number;
}

export const keyOf = ({ note, hunk }: Place): string => `${note}:${hunk}`;

/** The proposed changes of the vault, and the one that is looked at. */
export class ChangesState {
  open = $state(false);
  entries: ChangeEntry[] = $state.raw([]);
  shown: ChangeView | null = $state.raw(null);
  /** The hunks that are taken. It is replaced and never changed: a thousand members that are watched one by one are slow. */
  taken: ReadonlySet<string> = $state.raw(new Set());
  /** The hunk that the keys work on. */
  at = $state(0);
  /** The hunk that is being put in other words. */
  editing: string | null = $state(null);
  /** What is typed for it. It outlives the hunk's row, which goes when it is scrolled away. */
  draft = $state("");
  isRendered = $state(false);
  busy = $state(false);
  /** What was done, or what went wrong. */
  told: string | null = $state(null);
  error: string | null = $state(null);
  undoBytes = $state(0);
  /** What became of the footnotes of the vault, once that was looked at. */
  footnotes: FootnoteCheck[] | null = $state.raw(null);
  /** The user's own words would go with the change: whether it is refused is asked once more. */
  refusing = $state(false);
  /** The answer that is about to be kept, and what it was asked at. */
  keeping: { answer: string; anchor: Element } | null = $state.raw(null);

  constructor(private readonly backend: Backend) {}

  get waiting(): ChangeEntry[] {
    return this.entries.filter(({ state }) => state === "proposed");
  }

  get refused(): ChangeEntry[] {
    return this.entries.filter(({ state }) => state === "refused");
  }

  get decided(): ChangeEntry[] {
    return this.entries.filter(({ state }) => state !== "proposed" && state !== "refused");
  }

  /** What was proposed in an answer, in the order in which it was made. */
  of(answer: string): ChangeEntry[] {
    return this.entries.filter((entry) => entry.answer === answer).reverse();
  }

  /** All hunks of the change, note by note. */
  readonly places: Place[] = $derived((this.shown?.notes ?? []).flatMap(({ hunks }, note) => hunks.map((_, hunk) => ({ note, hunk }))));

  get isOpenToDecide(): boolean {
    return this.shown?.state === "proposed";
  }

  /** Whether something of it can be written. */
  get canApply(): boolean {
    const { shown } = this;
    if (!shown || !this.isOpenToDecide || this.busy || this.editing !== null) return false;
    return this.takenOf(shown).length > 0;
  }

  async load(): Promise<void> {
    try {
      this.entries = await this.backend.listChanges();
    } catch (thrown) {
      this.error = asFailure(thrown).message;
      return;
    }
    // What is shown may have been decided on elsewhere.
    const entry = this.entries.find(({ id }) => id === this.shown?.id);
    if (!this.busy && entry && this.shown && entry.state !== this.shown.state) await this.show(entry.id);
  }

  /** Opens the list, or the only change that waits. */
  async review(): Promise<void> {
    this.open = true;
    this.leave();
    await this.load();
    this.undoBytes = await this.backend.undoBytes().catch(() => 0);
    const [only, ...others] = this.waiting;
    if (only && others.length === 0) await this.show(only.id);
  }

  /** The conversations of which several changes can be undone. */
  get undoableConversations(): { id: string; title: string; changes: number }[] {
    const counts = new Map<string, { id: string; title: string; changes: number }>();
    for (const { conversation, undoable } of this.entries) {
      if (!conversation || !undoable) continue;
      const [id, title] = conversation;
      counts.set(id, { id, title, changes: (counts.get(id)?.changes ?? 0) + 1 });
    }
    return [...counts.values()].filter(({ changes }) => changes > 1);
  }

  close(): void {
    this.open = false;
    this.footnotes = null;
    this.leave();
  }

  /** Back to the list. */
  leave(): void {
    this.shown = null;
    this.refusing = false;
    this.editing = this.told = this.error = null;
  }

  async show(id: string): Promise<void> {
    await this.doing(async () => this.put(await this.backend.getChange(id)));
  }

  /** Proposes to keep an answer, and opens that proposal. */
  async keep(answer: string, path: string | null): Promise<void> {
    this.keeping = null;
    await this.proposing(() => this.backend.proposeAnswer(answer, path));
  }

  /** Proposes to make links of words, and opens that proposal. */
  link(mentions: UnlinkedMention[]): Promise<void> {
    return this.proposing(() => this.backend.proposeLinks(mentions.map(({ place }) => place)));
  }

  private async proposing(propose: () => Promise<ChangeView>): Promise<void> {
    this.open = true;
    this.leave();
    await this.doing(async () => this.put(await propose()));
  }

  /** Proposes to keep the page of the web that a reference is to, and opens that proposal. */
  keepPage(reference: string): Promise<void> {
    return this.proposing(() => this.backend.proposePage(reference));
  }

  /** Nothing of another vault. */
  clear(): void {
    this.close();
    this.entries = [];
  }

  /** What is typed for a hunk isn't kept. */
  get isUnsaved(): boolean {
    const { editing, places, shown } = this;
    const place = places.find((place) => keyOf(place) === editing);
    return place !== undefined && this.draft !== shown?.notes[place.note]?.hunks[place.hunk]?.after;
  }

  private put(change: ChangeView, keepsChoice = false): void {
    this.shown = change;
    this.editing = null;
    this.refusing = false;
    if (!keepsChoice) {
      this.taken = new Set(this.places.map(keyOf));
      this.at = 0;
    }
  }

  toggle(place: Place, takes = !this.taken.has(keyOf(place))): void {
    if (!this.isOpenToDecide || this.shown?.whole) return;
    const taken = new Set(this.taken);
    if (takes) taken.add(keyOf(place));
    else taken.delete(keyOf(place));
    this.taken = taken;
  }

  toggleAll(takes: boolean): void {
    if (!this.isOpenToDecide || this.shown?.whole) return;
    this.taken = new Set(takes ? this.places.map(keyOf) : []);
  }

  move(step: number): void {
    this.at = Math.max(0, Math.min(this.places.length - 1, this.at + step));
  }

  /** A note as it will look with what is taken, or null if it can't be shown so. */
  async looksOf(note: number): Promise<RenderedChange | null> {
    const { shown } = this;
    if (!shown) return null;
    const hunks = (shown.notes[note]?.hunks ?? []).flatMap((_, hunk) => (this.taken.has(keyOf({ note, hunk })) ? [hunk] : []));
    return this.backend.renderChange(shown.id, note, hunks).catch(() => null);
  }

  /** Begins to put a hunk in other words, or stops that. */
  edit(place: Place | null): void {
    this.editing = place && keyOf(place);
    this.draft = (place && this.shown?.notes[place.note]?.hunks[place.hunk]?.after) ?? "";
  }

  async reword(place: Place, text: string): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    await this.doing(async () => this.put(await this.backend.rewordChange(shown.id, shown.revision, place.note, place.hunk, text), true));
  }

  async apply(): Promise<void> {
    const { shown } = this;
    if (!shown || !this.canApply) return;
    await this.doing(async () => {
      try {
        const written = await this.backend.applyChange(shown.id, shown.revision, this.takenOf(shown));
        this.put(written, true);
        this.told = written.notice ?? words.applied;
      } catch (thrown) {
        const failure = asFailure(thrown);
        if (failure.code !== "changed") throw thrown;
        this.put(await this.backend.getChange(shown.id));
        this.error = this.isOpenToDecide ? words.madeAnew : failure.message;
      }
    });
    await this.load();
  }

  async refuse(): Promise<void> {
    const { shown } = this;
    if (!shown || !this.isOpenToDecide) return;
    if (shown.edited && !this.refusing) return void (this.refusing = true);
    await this.doing(async () => {
      await this.backend.refuseChange(shown.id);
      this.leave();
    });
    await this.load();
  }

  async undo(id: string): Promise<void> {
    await this.doing(async () => {
      const notice = await this.backend.undoChange(id);
      if (this.shown?.id === id) this.put(await this.backend.getChange(id), true);
      this.told = notice ?? words.undone;
    });
    await this.load();
  }

  /** Undoes all that a conversation changed. */
  async undoConversation(id: string): Promise<void> {
    await this.doing(async () => {
      this.told = words.undoneAll(await this.backend.undoConversation(id));
    });
    await this.load();
  }

  /** Looks which footnotes of the vault have other passages by now. */
  async checkFootnotes(): Promise<void> {
    await this.doing(async () => {
      this.footnotes = await this.backend.footnotes(null);
    });
  }

  async forgetUndo(): Promise<void> {
    await this.doing(async () => {
      await this.backend.forgetUndo();
      this.undoBytes = 0;
    });
    await this.load();
  }

  private takenOf(change: ChangeView): { note: number; hunks: number[] }[] {
    return change.notes.flatMap(({ hunks }, note) => {
      const chosen = hunks.flatMap((_, hunk) => (this.taken.has(keyOf({ note, hunk })) ? [hunk] : []));
      // Of what is taken whole, a note may have nothing to change in its text.
      return change.whole || chosen.length > 0 ? [{ note, hunks: chosen }] : [];
    });
  }

  private async doing(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = this.told = null;
    try {
      await work();
    } catch (thrown) {
      this.error = asFailure(thrown).message;
    } finally {
      this.busy = false;
    }
  }
}
