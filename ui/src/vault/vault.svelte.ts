import { asWireError, type Backend, type Hit, type Index, type NoteEntry, type Vault, type WireError } from "../ipc";
import { fold } from "../kit/fuzzy";

const SEARCH_LIMIT = 30;
const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The vault that is open: its notes, how its index stands, and what is searched in it. */
export class VaultState {
  vault: Vault | null = $state.raw(null);
  index: Index | null = $state.raw(null);
  notes: NoteEntry[] = $state.raw([]);
  error: WireError | null = $state.raw(null);
  opening = $state(false);
  filter = $state("");
  query = $state("");
  hits: Hit[] = $state.raw([]);
  searched = $state(false);

  readonly filtered = $derived.by(() => {
    const words = fold(this.filter).split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.notes;
    return this.notes.filter((_, at) => words.every((word) => this.names[at]?.includes(word)));
  });

  /** Each note's names, folded once for all keystrokes. */
  private readonly names = $derived(
    this.notes.map((note) => fold([note.title, note.path, ...note.aliases].join("\n"))),
  );
  private readonly titles = $derived(new Map(this.notes.map((note) => [note.path, note.title])));
  private ticket = 0;

  constructor(private readonly backend: Backend) {}

  titleOf(path: string): string {
    return this.titles.get(path) ?? path;
  }

  /** Opens a vault by `how`; gives it if that went well. */
  async open(how: () => Promise<Vault>): Promise<Vault | null> {
    this.opening = true;
    this.error = null;
    try {
      const vault = await how();
      await this.enter(vault);
      return vault;
    } catch (thrown) {
      this.error = asWireError(thrown);
      return null;
    } finally {
      this.opening = false;
    }
  }

  async enter(vault: Vault): Promise<void> {
    this.vault = vault;
    this.index = vault.index;
    this.filter = "";
    this.clearSearch();
    await this.refreshNotes();
  }

  async refreshNotes(): Promise<void> {
    try {
      const notes = await this.backend.listNotes();
      this.notes = notes.sort((a, b) => byTitle.compare(a.title, b.title));
    } catch (thrown) {
      this.error = asWireError(thrown);
    }
  }

  indexChanged(index: Index): void {
    const ready = this.index?.state.type === "indexing" && index.state.type !== "indexing";
    this.index = index;
    // Notes that were found while it was read may be missing from the list so far.
    if (ready) void this.refreshNotes();
  }

  async search(query: string): Promise<void> {
    this.query = query;
    this.ticket += 1;
    const ticket = this.ticket;
    if (query.trim() === "") return this.clearSearch();
    try {
      const hits = await this.backend.searchNotes(query, SEARCH_LIMIT);
      if (ticket !== this.ticket) return;
      this.hits = hits;
      this.searched = true;
    } catch (thrown) {
      if (ticket === this.ticket) this.error = asWireError(thrown);
    }
  }

  clearSearch(): void {
    this.ticket += 1;
    this.query = "";
    this.hits = [];
    this.searched = false;
  }
}

/** The chip's words. */
export function indexWords(index: Index): { text: string; tone: "calm" | "busy" | "bad" } {
  if (index.state.type === "indexing") {
    const { done, total } = index.state;
    return { text: `Indexing ${done.toLocaleString("en")}/${total.toLocaleString("en")}`, tone: "busy" };
  }
  if (index.state.type === "away") return { text: "Folder not there", tone: "bad" };
  if (index.state.type === "failed") return { text: "Index failed", tone: "bad" };
  const failed = index.failed.length;
  if (failed > 0) return { text: `${failed} need${failed === 1 ? "s" : ""} attention`, tone: "bad" };
  return { text: "Synced", tone: "calm" };
}
