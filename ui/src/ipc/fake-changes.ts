import type { Stop } from "./backend";
import type { Change, ChangeEntry, ChangeView, FootnoteCheck, Hunk, MentionPlace, NoteChange, Piece, RenderedChange, ChosenHunks, UnlinkedMention, Unit } from "./bindings";
import { fail } from "./fake-script";
import { FakeInsight } from "./fake-insight";

const WHEN = "2026-04-11T09:30:00Z";

/** A hunk of a text. */
export function fakeHunk(text: string, before: string, after: string, unit: Unit = "words"): Hunk {
  const start = text.indexOf(before);
  const lead = text.slice(Math.max(0, start - 40), start);
  const end = start + before.length;
  return { range: { start, end }, line: text.slice(0, start).split("\n").length, unit, before, after, lead, tail: text.slice(end, end + 40) };
}

/** The changes to notes, in memory. */
export abstract class FakeChanges extends FakeInsight {
  abstract edit(path: string, text: string | null): void;
  private readonly changes = new Map<string, Change>();
  private readonly before = new Map<string, Map<string, string | null>>();
  private readonly onChanges = new Set<() => void>();
  /** What an answer says, by its id. */
  readonly answers = new Map<string, string>();
  /** The conversations that changes come from, by the changes' ids. */
  readonly changeOrigins = new Map<string, [string, string]>();
  /** The passages that changes rest on, and of each note, of each hunk, the numbers of its own; by the changes' ids. */
  readonly changeSources = new Map<string, Pick<ChangeView, "sources" | "rests_on">>();
  readonly mentions: UnlinkedMention[] = [];
  readonly checked: FootnoteCheck[] = [];
  /** How many older changes can't be undone any more once one that waits is written. */
  crowdsOut = 0;
  /** What doesn't go as it should when something is written. */
  notice: string | null = null;

  onChangesChanged(listener: () => void): Stop {
    this.onChanges.add(listener);
    return () => this.onChanges.delete(listener);
  }

  /** Something is proposed: other words in the place of some. */
  proposeEdit(path: string, edits: [string, string, Unit?][], more: Partial<Change> = {}): string {
    const text = this.notes.get(path) ?? "";
    const hunks = edits.map(([before, after, unit]) => fakeHunk(text, before, after, unit));
    return this.putChange({ title: `Edit “${path.replace(/\.md$/, "")}”`, notes: [{ path, deed: { type: "edit" }, base: text, hunks, collision: null, collided: [] }], ...more });
  }

  private putChange(more: Partial<Change>): string {
    const id = `change-${this.changes.size + 1}`;
    const origin = { by: "assistant" as const, answer: null, rests_on: [] };
    this.changes.set(id, { id, title: "", origin, made: WHEN, decided: null, state: "proposed", revision: 1, whole: false, notes: [], edited: false, taken: [], ...more });
    this.tellChanges();
    return id;
  }

  listChanges = async (): Promise<ChangeEntry[]> =>
    [...this.changes.values()].reverse().map(({ id, title, origin, made, decided, state, notes }) => ({
      id, title, by: origin.by, conversation: this.changeOrigins.get(id) ?? null, made, decided, state, notes: notes.length, undoable: this.before.has(id), answer: origin.answer,
    }));

  getChange = async (id: string): Promise<ChangeView> => {
    const change = this.changeOf(id);
    const stale = change.notes.some(({ path, base }) => base !== null && change.state === "proposed" && base !== this.notes.get(path));
    if (stale) {
      change.revision += 1;
      for (const note of change.notes) note.base = this.notes.get(note.path) ?? "";
    }
    return this.viewOf(change);
  };

  renderChange = async (id: string, note: number, hunks: number[]): Promise<RenderedChange> => {
    const change = this.changeOf(id).notes[note];
    const before = this.notes.get(change?.path ?? "") ?? "";
    return { before: `<p>${before}</p>`, after: `<p>${this.withHunks(before, change?.hunks.filter((_, at) => hunks.includes(at)) ?? [])}</p>` };
  };

  rewordChange = async (id: string, revision: number, note: number, hunk: number, text: string): Promise<ChangeView> => {
    const change = this.currentOf(id, revision);
    const found = change.notes[note]?.hunks[hunk];
    if (!found) throw fail("badInput", "There is no such part.");
    found.after = text;
    change.edited = true;
    change.revision += 1;
    return this.viewOf(change);
  };

  applyChange = async (id: string, revision: number, taken: ChosenHunks[]): Promise<ChangeView> => {
    const change = this.currentOf(id, revision);
    const before = new Map<string, string | null>();
    let left = change.notes.length - taken.length;
    for (const { note, hunks } of taken) {
      const found = change.notes[note];
      if (!found) throw fail("badInput", "There is no such part.");
      const text = this.notes.get(found.path) ?? null;
      before.set(found.path, text);
      left += found.hunks.length - hunks.length;
      this.edit(found.path, this.withHunks(text ?? "", found.hunks.filter((_, at) => hunks.includes(at))));
    }
    this.before.set(id, before);
    Object.assign(change, { state: left > 0 ? "partly" : "applied", decided: WHEN, taken });
    this.tellChanges();
    return { ...this.viewOf(change), notice: this.notice };
  };

  refuseChange = async (id: string): Promise<void> => {
    Object.assign(this.changeOf(id), { state: "refused", decided: WHEN });
    this.tellChanges();
  };

  undoChange = async (id: string): Promise<string | null> => {
    for (const [path, text] of this.before.get(id) ?? []) this.edit(path, text);
    this.before.delete(id);
    this.changeOf(id).state = "undone";
    this.tellChanges();
    return this.notice;
  };

  undoConversation = async (id: string): Promise<number> => {
    const of = [...this.changes.values()].filter((change) => this.changeOrigins.get(change.id)?.[0] === id && this.before.has(change.id));
    for (const { id } of of.reverse()) await this.undoChange(id);
    return of.length;
  };

  undoBytes = async (): Promise<number> => this.before.size * 2_000_000;
  forgetUndo = async (): Promise<unknown> => this.before.clear();

  proposeAnswer = async (answer: string, path: string | null): Promise<ChangeView> => {
    const text = `${this.answers.get(answer) ?? "An answer [^1]."}\n\n[^1]: [[Salt]] “Two per cent…”\n`;
    const there = path === null ? "" : (this.notes.get(path) ?? "");
    const hunk: Hunk = { range: { start: there.length, end: there.length }, line: 1, unit: path === null ? "note" : "words", before: "", after: text, lead: "", tail: "" };
    const note = { path: path ?? "Salt for rye.md", deed: { type: path === null ? ("create" as const) : ("edit" as const) }, base: path === null ? null : there, hunks: [hunk], collision: null, collided: [] };
    return this.viewOf(this.changeOf(this.putChange({ title: "New note “Salt for rye”", notes: [note], origin: { by: "user", answer, rests_on: [1] } })));
  };

  unlinkedMentions = async (path: string): Promise<UnlinkedMention[]> =>
    this.mentions.filter(({ place }) => place.source === path || place.target === path);

  footnotes = async (path: string | null): Promise<FootnoteCheck[]> => this.checked.filter(({ note }) => path === null || note === path);

  proposeLinks = async (places: MentionPlace[]): Promise<ChangeView> => {
    const bySource = new Map<string, NoteChange>();
    for (const { source, range } of places) {
      const text = this.notes.get(source) ?? "";
      const words = text.slice(range.start, range.end);
      const note = bySource.get(source) ?? { path: source, deed: { type: "edit" as const }, base: text, hunks: [], collision: null, collided: [] };
      note.hunks.push({ ...fakeHunk(text, words, `[[${words}]]`, "link"), range });
      bySource.set(source, note);
    }
    return this.viewOf(this.changeOf(this.putChange({ title: `Add ${places.length} links`, notes: [...bySource.values()] })));
  };

  proposePage = async (reference: string): Promise<ChangeView> => {
    const after = `---\nsource: "https://mill.example/${reference}"\nfetched: 2026-11-23\n---\n\n# Flour\n`;
    const hunk: Hunk = { range: { start: 0, end: 0 }, line: 1, unit: "note", before: "", after, lead: "", tail: "" };
    const note = { path: "Flour.md", deed: { type: "create" as const }, base: null, hunks: [hunk], collision: null, collided: [] };
    return this.viewOf(this.changeOf(this.putChange({ title: "New note “Flour”", notes: [note] })));
  };

  private viewOf(change: Change): ChangeView {
    const pieces = ({ before, after }: Hunk): Piece[] =>
      [{ kind: "removed" as const, text: before }, { kind: "added" as const, text: after }].filter(({ text }) => text !== "");
    return { ...structuredClone(change), pieces: change.notes.map(({ hunks }) => hunks.map(pieces)), sources: [], rests_on: [], ...this.changeSources.get(change.id), conversation: null, crowds_out: change.state === "proposed" ? this.crowdsOut : 0, notice: null };
  }

  private withHunks(text: string, hunks: Hunk[]): string {
    return hunks.reduceRight((made, { range, after }) => made.slice(0, range.start) + after + made.slice(range.end), text);
  }

  private changeOf(id: string): Change {
    const change = this.changes.get(id);
    if (!change) throw fail("notFound", "This change isn't in the library.");
    return change;
  }

  private currentOf(id: string, revision: number): Change {
    const change = this.changeOf(id);
    const stale = change.notes.some(({ path, base }) => base !== null && base !== this.notes.get(path));
    if (change.revision !== revision || change.state !== "proposed" || stale) throw fail("changed", "The notes changed since this was proposed.");
    return change;
  }

  private tellChanges(): void {
    this.onChanges.forEach((tell) => tell());
  }
}
