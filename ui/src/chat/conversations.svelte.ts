import { asFailure, type Backend, type ConversationEntry, type ConversationHit, type ImportedConversation, type Format } from "../ipc";
import { asked, type Filter, isNarrow, noFilter } from "./filter";
import { words } from "./sentences";

/** Minimum milliseconds that a notice stays, and milliseconds for each letter. Slow readers read about 15
 *  letters a second. */
const [SHORTEST, PER_LETTER] = [8_000, 70];

/** A file name for an export: the title without characters that file names can't have. */
export function fileName(title: string, ending: string): string {
  const clean = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[ .]+/, "")
    .slice(0, 80)
    .replace(/[ .]+$/, "");
  return `${clean || words.conversation}.${ending}`;
}

/** The list of a vault's conversations, and the search in their messages. */
export class ConversationsState {
  entries: ConversationEntry[] = $state.raw([]);
  query = $state("");
  hits: ConversationHit[] = $state.raw([]);
  /** The last query has been answered. */
  searched = $state(false);
  filter: Filter = $state.raw(noFilter);
  /** The models that answered in these conversations. */
  models: string[] = $state.raw([]);
  notice: string | null = $state(null);
  /** The last deleted conversation, until the next action. */
  deleted: ConversationEntry | null = $state.raw(null);

  private ticket = 0;
  private fading: ReturnType<typeof setTimeout> | undefined;
  /** The ids that pass the filter; null passes all. */
  private through: Set<string> | null = $state.raw(null);

  constructor(private readonly backend: Backend) {}

  /** Conversations that pass the filter; without a filter, those of no project, because the others are listed
   *  under their projects. */
  get shown(): ConversationEntry[] {
    const { through } = this;
    return this.entries.filter(({ id, project }) => through?.has(id) ?? project === null);
  }

  /** Hits in these conversations. */
  get shownHits(): ConversationHit[] {
    const { through } = this;
    return through ? this.hits.filter(({ conversation }) => through.has(conversation)) : this.hits;
  }

  get isNarrow(): boolean {
    return isNarrow(this.filter);
  }

  get searching(): boolean {
    return this.query.trim() !== "";
  }

  /** Resets the list for the vault that is open now. */
  async enter(): Promise<void> {
    this.entries = [];
    this.notice = null;
    this.deleted = null;
    this.filter = noFilter;
    await this.search("");
    await this.refresh();
  }

  async refresh(): Promise<void> {
    await this.tried(async () => {
      const { filter } = this;
      const narrow = isNarrow(filter);
      const [entries, through] = await Promise.all([
        this.backend.listConversations(),
        narrow ? this.backend.filterConversations(asked(filter, new Date())) : null,
      ]);
      if (filter !== this.filter) return;
      this.entries = entries;
      this.through = through && new Set(through.map(({ id }) => id));
    });
  }

  /** Filters the list, or removes the filter. */
  async narrow(filter: Filter): Promise<void> {
    this.notice = null;
    this.filter = filter;
    await this.refresh();
  }

  /** Loads the models to filter by. */
  async findModels(): Promise<void> {
    await this.tried(async () => {
      this.models = await this.backend.answeringModels();
    });
  }

  async search(query: string): Promise<void> {
    this.query = query;
    this.ticket += 1;
    const { ticket } = this;
    this.searched = false;
    if (!this.searching) {
      this.hits = [];
      return;
    }
    await this.tried(async () => {
      const hits = await this.backend.searchConversations(query.trim());
      if (ticket !== this.ticket) return;
      this.hits = hits;
      this.searched = true;
    });
  }

  /** False if it can't be renamed. */
  rename(id: string, title: string): Promise<boolean> {
    return this.changed(() => this.backend.renameConversation(id, title.trim()));
  }

  pin(id: string, pinned: boolean): Promise<boolean> {
    return this.changed(() => this.backend.pinConversation(id, pinned));
  }

  async remove(id: string): Promise<void> {
    const entry = this.entries.find((one) => one.id === id) ?? null;
    if (await this.changed(() => this.backend.deleteConversation(id))) this.deleted = entry;
  }

  /** Restores the last deleted conversation. */
  async restore(): Promise<void> {
    const entry = this.deleted;
    if (entry && !(await this.changed(() => this.backend.restoreConversation(entry.id)))) this.deleted = entry;
  }

  erase(id: string): Promise<void> {
    return this.erased(id);
  }

  eraseAll(): Promise<void> {
    return this.erased(null);
  }

  private async erased(only: string | null): Promise<void> {
    await this.changed(async () => {
      this.tell(words.erased(await this.backend.eraseDeleted(only)));
    });
  }

  async export(entry: Pick<ConversationEntry, "id" | "title">, format: Format): Promise<void> {
    this.notice = null;
    await this.tried(async () => {
      const path = await this.backend.exportConversation(entry.id, format, fileName(entry.title, format === "json" ? "json" : "md"));
      if (path !== null) this.tell(words.exported(entry.title, path));
    });
  }

  /** Imports conversations from a file that the user chooses. */
  async import(): Promise<ImportedConversation[]> {
    let fresh: ImportedConversation[] = [];
    await this.changed(async () => {
      const imported = await this.backend.importConversations();
      if (imported === null) return;
      fresh = imported;
      this.tell([words.imported(fresh.length), ...new Set(fresh.flatMap(({ notes }) => notes))].join(" "));
    });
    return fresh;
  }

  /** Shows a notice. It needs no decision, so it disappears after the time to read it, or with the next action. */
  private tell(text: string): void {
    this.notice = text;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.notice === text && (this.notice = null), Math.max(SHORTEST, text.length * PER_LETTER));
  }

  private async changed(what: () => Promise<unknown>): Promise<boolean> {
    this.deleted = null;
    this.notice = null;
    const done = await this.tried(what);
    if (done) await Promise.all([this.refresh(), this.searching ? this.search(this.query) : undefined]);
    return done;
  }

  private async tried(what: () => Promise<unknown>): Promise<boolean> {
    try {
      await what();
      return true;
    } catch (thrown) {
      this.notice = asFailure(thrown).message;
      return false;
    }
  }
}
