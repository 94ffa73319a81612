import { SvelteSet } from "svelte/reactivity";

import { asFailure, type Backend, type ChangeEntry, type ChangeView, type RenderedChange } from "../ipc";
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
  /** The hunks that are taken. */
  readonly taken = new SvelteSet<string>();
  /** The hunk that the keys work on. */
  at = $state(0);
  /** The hunk that is being put in other words. */
  editing: string | null = $state(null);
  isRendered = $state(false);
  /** Notes as they will look, by their place in the change. */
  html: Record<number, RenderedChange> = $state.raw({});
  busy = $state(false);
  /** What was done, or what went wrong. */
  told: string | null = $state(null);
  error: string | null = $state(null);
  undoBytes = $state(0);
  /** The answer that is about to be kept, and what it was asked at. */
  keeping: { answer: string; anchor: Element } | null = $state.raw(null);

  constructor(private readonly backend: Backend) {}

  get waiting(): ChangeEntry[] {
    return this.entries.filter(({ state }) => state === "proposed");
  }

  get decided(): ChangeEntry[] {
    return this.entries.filter(({ state }) => state !== "proposed" && state !== "refused");
  }

  /** All hunks of the change, note by note. */
  get places(): Place[] {
    const notes = this.shown?.notes ?? [];
    return notes.flatMap(({ hunks }, note) => hunks.map((_, hunk) => ({ note, hunk })));
  }

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
    this.entries = await this.backend.listChanges().catch(() => []);
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

  close(): void {
    this.open = false;
    this.leave();
  }

  /** Back to the list. */
  leave(): void {
    this.shown = null;
    this.editing = this.told = this.error = null;
  }

  async show(id: string): Promise<void> {
    await this.doing(async () => this.put(await this.backend.getChange(id)));
  }

  /** Proposes to keep an answer, and opens that proposal. */
  async keep(answer: string, path: string | null): Promise<void> {
    this.keeping = null;
    this.open = true;
    this.leave();
    await this.doing(async () => this.put(await this.backend.proposeAnswer(answer, path)));
  }

  /** Proposes to keep the page of the web that a reference is to, and opens that proposal. */
  async keepPage(reference: string): Promise<void> {
    this.open = true;
    this.leave();
    await this.doing(async () => this.put(await this.backend.proposePage(reference)));
  }

  private put(change: ChangeView, keepsChoice = false): void {
    this.shown = change;
    this.editing = null;
    this.html = {};
    if (!keepsChoice) {
      this.taken.clear();
      for (const place of this.places) this.taken.add(keyOf(place));
      this.at = 0;
    }
    if (this.isRendered) void this.render();
  }

  toggle(place: Place, takes = !this.taken.has(keyOf(place))): void {
    if (!this.isOpenToDecide || this.shown?.whole) return;
    if (takes) this.taken.add(keyOf(place));
    else this.taken.delete(keyOf(place));
    this.html = {};
    if (this.isRendered) void this.render();
  }

  toggleAll(takes: boolean): void {
    if (!this.isOpenToDecide || this.shown?.whole) return;
    this.taken.clear();
    if (takes) for (const place of this.places) this.taken.add(keyOf(place));
    this.html = {};
    if (this.isRendered) void this.render();
  }

  move(step: number): void {
    this.at = Math.max(0, Math.min(this.places.length - 1, this.at + step));
  }

  setRendered(isRendered: boolean): void {
    this.isRendered = isRendered;
    if (isRendered) void this.render();
  }

  /** Shows each note as it will look with what is taken. A note that can't be shown so stays as text. */
  private async render(): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    const html: Record<number, RenderedChange> = {};
    for (const [note, change] of shown.notes.entries()) {
      if (change.collision !== null && change.hunks.length === 0) continue;
      const hunks = change.hunks.flatMap((_, hunk) => (this.taken.has(keyOf({ note, hunk })) ? [hunk] : []));
      const made = await this.backend.renderChange(shown.id, note, hunks).catch(() => null);
      if (made) html[note] = made;
      if (this.shown !== shown) return;
    }
    this.html = html;
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
        this.put(await this.backend.applyChange(shown.id, shown.revision, this.takenOf(shown)), true);
        this.told = words.applied;
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
    await this.doing(async () => {
      await this.backend.refuseChange(shown.id);
      this.leave();
    });
    await this.load();
  }

  async undo(id: string): Promise<void> {
    await this.doing(async () => {
      await this.backend.undoChange(id);
      if (this.shown?.id === id) this.put(await this.backend.getChange(id), true);
      this.told = words.undone;
    });
    await this.load();
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
