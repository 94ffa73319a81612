import { asFailure, type Backend, type ChangeEntry, type ChangeView, type FootnoteCheck, type RenderedChange, type UnlinkedMention } from "../ipc";
import { words } from "./sentences";

export interface Place {
  note: number;
  hunk: number;
}

/** What becomes a note: an answer, the web page or the table of a reference, or a proposal of a new note. */
export type Kept =
  { type: "answer"; answer: string } | { type: "reference"; reference: string } | { type: "proposal"; path: string; move: (path: string) => Promise<void> };

export const keyOf = ({ note, hunk }: Place): string => `${note}:${hunk}`;

/** The proposed changes of the vault, and the open one. */
export class ChangesState {
  open = $state(false);
  entries: ChangeEntry[] = $state.raw([]);
  shown: ChangeView | null = $state.raw(null);
  /** The selected hunks. The set is replaced, never mutated: watching a thousand members one by one is slow. */
  taken: ReadonlySet<string> = $state.raw(new Set());
  /** The index of the current hunk for the keyboard. */
  at = $state(0);
  /** The hunk whose text is being edited. */
  editing: string | null = $state(null);
  /** The edited text. It is stored here because the hunk's row unmounts when it scrolls away. */
  draft = $state("");
  isRendered = $state(false);
  busy = $state(false);
  /** The outcome of the last action, or its error. */
  told: string | null = $state(null);
  error: string | null = $state(null);
  undoBytes = $state(0);
  /** The states of the vault's footnotes, once checked. */
  footnotes: FootnoteCheck[] | null = $state.raw(null);
  /** Discarding would lose the user's edits, so it must be confirmed. */
  refusing = $state(false);
  /** What is about to become a note, and the element at which its name is asked for. */
  keeping: { kept: Kept; anchor: Element } | null = $state.raw(null);

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

  /** The changes that an answer proposed, oldest first. */
  of(answer: string): ChangeEntry[] {
    return this.entries.filter((entry) => entry.answer === answer).reverse();
  }

  readonly places: Place[] = $derived((this.shown?.notes ?? []).flatMap(({ hunks }, note) => hunks.map((_, hunk) => ({ note, hunk }))));

  get isOpenToDecide(): boolean {
    return this.shown?.state === "proposed";
  }

  /** Something is selected that can be written. */
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
    // The open change may have been decided elsewhere.
    const entry = this.entries.find(({ id }) => id === this.shown?.id);
    if (!this.busy && entry && this.shown && entry.state !== this.shown.state) await this.show(entry.id);
  }

  /** A proposal with its hunks, for its card. */
  read(id: string): Promise<ChangeView> {
    return this.backend.getChange(id);
  }

  /** The HTML of the note that a proposal creates, or null if it can't be rendered. */
  async newNote({ id, notes }: ChangeView): Promise<string | null> {
    const at = notes.findIndex(({ deed }) => deed.type === "create");
    const hunks = [...(notes[at]?.hunks.keys() ?? [])];
    return at < 0
      ? null
      : this.backend.renderChange(id, at, hunks).then(
          ({ after }) => after,
          () => null,
        );
  }

  /** Applies a whole proposal as its card showed it, and returns the notice to show there. */
  async applyAll({ id, revision, notes }: ChangeView): Promise<string | null> {
    const taken = notes.map(({ hunks }, note) => ({ note, hunks: [...hunks.keys()] }));
    try {
      return (await this.backend.applyChange(id, revision, taken)).notice;
    } finally {
      await this.load();
    }
  }

  /** Undoes a change on its card, and returns the notice to show there. */
  async takeBack(id: string): Promise<string | null> {
    try {
      return await this.backend.undoChange(id);
    } finally {
      await this.load();
    }
  }

  async discard(id: string): Promise<void> {
    await this.backend.refuseChange(id);
    await this.load();
  }

  /** Opens one proposal. */
  async reviewOne(id: string): Promise<void> {
    this.open = true;
    this.leave();
    await this.show(id);
  }

  /** Opens the list, or the only pending change. */
  async review(): Promise<void> {
    this.open = true;
    this.leave();
    await this.load();
    this.undoBytes = await this.backend.undoBytes().catch(() => 0);
    const [only, ...others] = this.waiting;
    if (only && others.length === 0) await this.show(only.id);
  }

  /** Conversations with several changes that can be undone. */
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

  leave(): void {
    this.shown = null;
    this.refusing = false;
    this.editing = this.told = this.error = null;
  }

  async show(id: string): Promise<void> {
    await this.doing(async () => this.put(await this.backend.getChange(id)));
  }

  /** The proposed path of a new note, without its extension; empty if there is none. */
  async nameFor(kept: Kept): Promise<string> {
    const path = await this.pathFor(kept).catch(() => "");
    return path.replace(/\.md$/, "");
  }

  private async pathFor(kept: Kept): Promise<string> {
    switch (kept.type) {
      case "answer":
        return this.backend.answerPath(kept.answer);
      case "reference":
        return this.backend.referencePath(kept.reference);
      case "proposal":
        return kept.path;
    }
  }

  /** Proposes the note at this path and opens the proposal, or moves a proposal there. */
  keep(kept: Kept, path: string): Promise<string> {
    switch (kept.type) {
      case "answer":
        return this.named(() => this.backend.proposeAnswer(kept.answer, { type: "newNote", path }));
      case "reference":
        return this.named(() => this.backend.proposeReference(kept.reference, path));
      case "proposal":
        return this.named(() => kept.move(path).then(() => null));
    }
  }

  /** Proposes to save an answer at the end of a note, and opens the proposal. */
  addTo(path: string, answer: string): Promise<string> {
    return this.named(() => this.backend.proposeAnswer(answer, { type: "endOf", path }));
  }

  /** Runs the action that the name was asked for. If it fails, the question stays and the error is returned. */
  private async named(act: () => Promise<ChangeView | null>): Promise<string> {
    const asked = this.keeping;
    try {
      const made = await act();
      if (this.keeping === asked) this.keeping = null;
      if (!made) return "";
      this.open = true;
      this.leave();
      this.put(made);
      return "";
    } catch (thrown) {
      return asFailure(thrown).message;
    }
  }

  /** Moves the new note of a proposal, and returns the proposal. */
  async moveNote({ id, revision }: ChangeView, path: string): Promise<ChangeView> {
    const moved = await this.backend.moveNewNote(id, revision, path);
    await this.load();
    return moved;
  }

  /** Proposes to turn words into links, and opens the proposal. */
  link(mentions: UnlinkedMention[]): Promise<void> {
    return this.proposing(() => this.backend.proposeLinks(mentions.map(({ place }) => place)));
  }

  private async proposing(propose: () => Promise<ChangeView>): Promise<void> {
    this.open = true;
    this.leave();
    await this.doing(async () => this.put(await propose()));
  }

  /** Forgets the previous vault's changes. */
  clear(): void {
    this.close();
    this.entries = [];
  }

  /** An edited hunk isn't saved. */
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
      // A new note has nothing to compare.
      this.isRendered = change.notes.length === 1 && change.notes[0]?.deed.type === "create";
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

  /** A note as it will look with the selected hunks, or null if it can't be rendered. */
  async looksOf(note: number): Promise<RenderedChange | null> {
    const { shown } = this;
    if (!shown) return null;
    const hunks = (shown.notes[note]?.hunks ?? []).flatMap((_, hunk) => (this.taken.has(keyOf({ note, hunk })) ? [hunk] : []));
    return this.backend.renderChange(shown.id, note, hunks).catch(() => null);
  }

  /** Starts or stops editing a hunk. */
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

  async undoConversation(id: string): Promise<void> {
    await this.doing(async () => {
      this.told = words.undoneAll(await this.backend.undoConversation(id));
    });
    await this.load();
  }

  /** Checks which of the vault's footnotes have changed passages. */
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
      // In an all-or-nothing change, a note may have no hunks.
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
