import { asFailure, type Backend, type FileProblem, type IndexStatus, type NoteEntry, type Preferences, type VaultInfo, type Failure } from "../ipc";
import { percent } from "../kit/figures";
import { best, fold, inOrder } from "../kit/fuzzy";
import { chip, meaningSentences, words } from "./sentences";
import { SearchState } from "./search.svelte";
import { foldersOf, rowsOf, type Row } from "./tree";

/** Maximum changed notes updated one by one; above it, all notes are listed again. */
const MANY = 1000;

/** Maximum notes of a vault whose folders are open at first. */
const FEW = 200;

/** The orders of the notes in a folder. */
export const orders = ["name", "changed", "cited"] as const;
export type Order = (typeof orders)[number];

/** Maximum notes found by their titles. */
const TITLED = 4;

/** The open vault: its notes, the index's state, and the search. */
export class VaultState {
  vault: VaultInfo | null = $state.raw(null);
  index: IndexStatus | null = $state.raw(null);
  notes: NoteEntry[] = $state.raw([]);
  /** The notes have been listed. */
  listed = $state(false);
  /** The other files that are read. */
  files: NoteEntry[] = $state.raw([]);
  /** Everything that can be named: notes, then other files. */
  readonly named = $derived(this.files.length === 0 ? this.notes : [...this.notes, ...this.files]);
  error: Failure | null = $state.raw(null);
  opening = $state(false);
  filter = $state("");
  order: Order = $state("name");
  readonly search: SearchState;

  /** The folders that the user opened or closed. */
  private turned: Record<string, boolean> = $state({});
  /** How far in front a note is in its folder, by its path. Notes of the same weight are listed by name. */
  private weights: Map<string, number> = $state.raw(new Map());
  private readonly folders = $derived.by(() => {
    const weight = ({ path }: NoteEntry) => this.weights.get(path) ?? 0;
    return foldersOf(this.order === "name" ? this.notes : [...this.notes].sort((a, b) => weight(b) - weight(a)));
  });
  /** The rows of the list: the notes in their folders, or those that the filter leaves. */
  readonly rows: Row[] = $derived.by(() => {
    if (this.filter !== "") return this.filtered.map((note) => ({ path: note.path, level: 1, note }));
    const areOpen = this.notes.length <= FEW;
    return rowsOf(this.folders, (path) => this.turned[`${path}/`] ?? areOpen);
  });

  readonly filtered = $derived.by(() => {
    const words = fold(this.filter).split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.notes;
    return this.notes.filter((_, at) => words.every((word) => this.names[at]?.includes(word)));
  });

  /** The notes with a name in which the search's query begins a word, exact names first. */
  readonly titled = $derived.by(() => {
    const wanted = fold(this.search.query.trim());
    if (wanted === "") return [];
    const begins = (name: string) => name.startsWith(wanted) || name.includes(` ${wanted}`);
    const namesOf = ({ title, aliases }: NoteEntry) => [title, ...aliases].map(fold);
    const found = this.notes.filter((note, at) => this.names[at]?.includes(wanted) && namesOf(note).some(begins));
    return best(wanted, found, namesOf, TITLED);
  });

  /** Each note's names, folded once for all keystrokes. */
  private readonly names = $derived(this.notes.map((note) => fold([note.title, note.path, ...note.aliases].join("\n"))));
  private readonly titles = $derived(new Map(this.notes.map((note) => [note.path, note.title])));

  constructor(
    private readonly backend: Backend,
    /** A vault replaces the previous one; called before anything of it is shown. */
    private readonly onenter: (vault: VaultInfo) => Promise<void> = async () => {},
    /** A request failed. */
    private readonly ontrouble: (error: Failure) => void = () => {},
  ) {
    this.search = new SearchState(backend, true);
  }

  /** Restores how the user listed and searched notes. */
  restore({ order = this.order, search = this.search.mode }: Preferences): void {
    this.order = order;
    this.search.mode = search;
  }

  titleOf(path: string): string {
    return this.titles.get(path) ?? path;
  }

  /** Opens a vault by `how`, and returns it on success. */
  async open(how: () => Promise<VaultInfo>): Promise<VaultInfo | null> {
    this.opening = true;
    this.error = null;
    try {
      const vault = await how();
      await this.enter(vault);
      return vault;
    } catch (thrown) {
      this.failed(thrown);
      return null;
    } finally {
      this.opening = false;
    }
  }

  async enter(vault: VaultInfo): Promise<void> {
    const entered = this.onenter(vault);
    this.vault = vault;
    this.index = vault.index;
    this.notes = [];
    this.listed = false;
    this.filter = "";
    this.turned = {};
    this.search.close();
    await Promise.all([entered, this.refreshNotes(), this.refreshFiles(), this.weigh()]);
  }

  /** Opens or closes a folder of the list. */
  turn(path: string, open: boolean): void {
    this.turned[path] = open;
  }

  async setOrder(order: Order): Promise<void> {
    this.order = order;
    void this.backend.keepPreference("order", order).catch(() => {});
    await this.weigh();
  }

  /** Reads when notes changed or how many answers cite them, if the notes are ordered by that. */
  async weigh(): Promise<void> {
    if (this.order === "name") return;
    await this.tried(async () => {
      this.weights = new Map(
        this.order === "cited"
          ? (await this.backend.citedNotes({ conversation: null, month: null })).map(({ path, answers }) => [path, answers])
          : (await this.backend.notesByChange()).map((path, at, { length }) => [path, length - at]),
      );
    });
  }

  async refreshNotes(): Promise<void> {
    await this.tried(async () => {
      this.notes = inOrder(await this.backend.listNotes(null), (note) => note.title);
      this.listed = true;
    });
  }

  async refreshFiles(): Promise<void> {
    await this.tried(async () => {
      this.files = inOrder(await this.backend.listFiles(), (file) => file.title);
    });
  }

  /** Notes changed on disk: lists only these again, if the vault is large. */
  async notesChanged(paths: string[]): Promise<void> {
    void this.weigh();
    if (paths.length > MANY) return this.refreshNotes();
    await this.tried(async () => {
      const fresh = await this.backend.listNotes(paths);
      const changed = new Set(paths);
      const others = this.notes.filter(({ path }) => !changed.has(path));
      this.notes = inOrder([...others, ...fresh], (note) => note.title);
    });
  }

  indexChanged(index: IndexStatus): void {
    const before = this.index;
    const ready = before?.state.type === "indexing" && index.state.type !== "indexing";
    this.index = index;
    // Semantic search may have become available, and may find more.
    const [was, is] = [before?.meaning.type, index.meaning.type];
    if (before && was !== is && (is === "ready" || was === "loading")) void this.search.again();
    // The list may lack notes found during indexing.
    if (ready) void this.refreshNotes();
    // The same goes for files read, renamed or removed; during a long run they are listed at the end.
    const isOver = index.reading.type === "done" || index.reading.type === "failed";
    const isNews = before?.reading.type !== index.reading.type || before.documents !== index.documents;
    if (ready || (isOver && isNews)) void this.refreshFiles();
  }

  /** Pauses or resumes reading and embedding. */
  async setPaused(paused: boolean): Promise<void> {
    await this.tried(() => this.backend.setIndexPaused(paused));
  }

  async rebuild(): Promise<void> {
    await this.tried(() => this.backend.rebuildIndex());
  }

  /** Retries the files that couldn't be read or embedded. */
  async retry(): Promise<void> {
    await this.tried(() => this.backend.retryIndex());
  }

  private async tried(what: () => Promise<unknown>): Promise<void> {
    try {
      await what();
    } catch (thrown) {
      this.failed(thrown);
    }
  }

  private failed(thrown: unknown): void {
    this.error = asFailure(thrown);
    this.ontrouble(this.error);
  }
}

/** The files that search misses: unreadable notes, and passages without vectors. */
export function problemsOf({ failed, refused }: IndexStatus): FileProblem[] {
  return [...failed, ...refused.map(({ path, lines, reason }) => ({ path, reason: words.refused(lines.start, lines.end, reason) }))];
}

export function indexWords(index: IndexStatus): { text: string; tone: "calm" | "busy" | "bad" | "paused" } {
  const { state, meaning } = index;
  if (state.type === "indexing" && !index.paused) return { text: chip.indexing(state.detail.done, state.detail.total), tone: "busy" };
  if (state.type === "away") return { text: chip.away, tone: "bad" };
  if (state.type === "failed") return { text: chip.failed, tone: "bad" };
  const { reading } = index;
  if (reading.type === "reading" && !index.paused) {
    const { done, total, pages } = reading.detail;
    const page = pages && pages.total > 1 ? chip.page(pages.done, pages.total) : "";
    return { text: chip.reading(done, total) + page, tone: "busy" };
  }
  if (reading.type === "failed") return { text: chip.filesFailed, tone: "bad" };
  const failed = problemsOf(index).length;
  if (failed > 0) return { text: chip.attention(failed), tone: "bad" };
  if (index.paused) return { text: chip.paused, tone: "paused" };
  if (meaning.type === "failed") return { text: chip.wordsOnly, tone: "bad" };
  // Its model is loaded at each start, but a search says which passages aren't ready.
  if (meaning.type === "loading" && index.embedded === 0 && index.chunks > 0) return { text: chip.embedding(0), tone: "busy" };
  if (meaning.type === "embedding") return { text: chip.embedding(Math.floor(percent(meaning.detail.done, meaning.detail.total))), tone: "busy" };
  return { text: chip.synced, tone: "calm" };
}

/** The state of semantic search, in a sentence. */
export function meaningWords({ meaning, paused }: IndexStatus): string {
  if (paused && meaning.type !== "ready" && meaning.type !== "off") return meaningSentences.paused;
  switch (meaning.type) {
    case "off":
      return meaningSentences.off;
    case "failed":
      return meaning.detail;
    case "loading":
      return meaningSentences.loading;
    case "embedding":
      return meaningSentences.embedding;
    case "ready":
      return meaningSentences.ready;
  }
}
