import { tick } from "svelte";

import { ChangesState } from "../changes/changes.svelte";
import { ChatState } from "../chat/chat.svelte";
import { linkTo } from "../chat/links";
import { ContextState } from "../context/context.svelte";
import { OwnState } from "../context/own.svelte";
import type { Place } from "../help/places";
import type { AnswerView, Backend, ByteRange, DroppedPaths, Heading, HitView, Link, Preferences, Reference, VaultInfo } from "../ipc";
import { asFailure } from "../ipc";
import { InsightState } from "../insight/insight.svelte";
import { type Appearance, usual, wear } from "../kit/appearance";
import { type Language, languageOf } from "../kit/language";
import { MemoryState } from "../memory/memory.svelte";
import { ProjectsState } from "../projects/projects.svelte";
import { PromptsState } from "../prompts/prompts.svelte";
import { ReaderState } from "../reader/reader.svelte";
import type { Page } from "../settings/pages";
import { SettingsState } from "../settings/settings.svelte";
import { VaultState } from "../vault/vault.svelte";
import { follow, leadOf } from "./follow";
import { Places } from "./left-off";
import { Parts } from "./parts.svelte";
import { words } from "./sentences";

type Tab = NonNullable<Preferences["tab"]>;
type Panes = NonNullable<Preferences["panes"]>;

/** The tabs beside the chat, in order. */
export const tabs: Tab[] = ["note", "references", "context"];

/** Below these widths, in rem, a pane lies over the chat instead of beside it. */
export const READER_BESIDE = 68;
export const SIDE_BESIDE = 46;

/** Combines the features, and owns what they share: panes, tabs, dialogs. */
export class AppState {
  readonly vault: VaultState;
  readonly chat: ChatState;
  readonly reader: ReaderState;
  readonly context: ContextState;
  readonly own: OwnState;
  readonly settings: SettingsState;
  readonly changes: ChangesState;
  readonly projects: ProjectsState;
  readonly prompts: PromptsState;
  readonly memory: MemoryState;
  readonly insight: InsightState;

  started = $state(false);
  version = $state("");
  /** A message from the start, or of a failed command. */
  notice: string | null = $state(null);
  /** The last run crashed, and the user hasn't dismissed the offer of a report. */
  crashed = $state(false);
  /** A question that the user must confirm before `run`. */
  asking: { text: string; yes: string; run: () => void } | null = $state.raw(null);
  tab: Tab = $state("note");
  /** The answer whose references and receipt the right pane shows. */
  answer: string | null = $state(null);
  palette: "all" | "notes" | null = $state(null);
  /** The text selected last in a note or an answer, until something else is selected. */
  selection = "";
  /** The open page of the settings. */
  settingsAt: Page | null = $state(null);
  appearance: Appearance = $state(usual);
  /** The open place in the help. */
  helpAt: Place | null = $state(null);
  language: Language = $state("en");
  /** The element at which the list of models is open. */
  pickerAt: HTMLElement | null = $state.raw(null);
  dropping = $state(false);
  panes: Panes = $state({ side: 264, reader: 432, sideOpen: true, readerOpen: true });
  /** The user opened the reader, also where there is nothing to show. */
  private readerAsked = $state(false);
  /** The passage that the reader shows first for the selected answer. */
  readonly lead: Reference | null = $derived.by(() => this.selected && leadOf(this.selected));
  /** The reference that was shown unasked, and the number of sent questions then or when the user opened something. */
  followed: { reference: string | null; sent: number } = { reference: null, sent: 0 };
  width = $state(1280);
  readonly readerBeside = $derived(this.width >= READER_BESIDE);
  /** The pane that lies over the chat in a narrow window. */
  drawer: "side" | "reader" | null = $state(null);

  readonly parts = new Parts();
  private readonly places = new Places((left) => this.keepPreference("left", left));
  /** The opened vault is being restored to where the user left it. */
  resuming = false;
  private readonly headings = new Map<string, Promise<Heading[]>>();

  /** `speak` switches the window's language, and resolves to the language then in use. */
  constructor(
    readonly backend: Backend,
    private readonly speak: (language: Language) => Promise<Language> = async () => "en",
  ) {
    const entered = (vault: VaultInfo) => this.entered(vault);
    // Without a vault the first page shows the error.
    this.vault = new VaultState(backend, entered, ({ message }) => this.vault.vault && (this.notice = message));
    this.chat = new ChatState(backend, () => void this.afterTurn());
    this.reader = new ReaderState(backend);
    this.context = new ContextState(backend);
    this.changes = new ChangesState(backend);
    this.chat.onplaces = (places) => this.keepPreference("places", places);
    const tell = (message: string) => (this.notice = message);
    this.own = new OwnState(backend, () => this.changedOwn(), tell);
    this.projects = new ProjectsState(backend, () => void this.own.turnTo(this.chat.shown.id).then(() => this.changedOwn()));
    this.prompts = new PromptsState(backend);
    this.memory = new MemoryState(backend, () => void this.chat.composer.count());
    this.insight = new InsightState(backend);
    this.settings = new SettingsState(backend, () => void this.chat.composer.count());
  }

  /** The web can be searched. */
  get web(): boolean {
    return (this.settings.settings?.web.service.type ?? "off") !== "off";
  }
  get sideBeside(): boolean {
    return this.width >= SIDE_BESIDE;
  }
  get sideShown(): boolean {
    return this.sideBeside ? this.panes.sideOpen : this.drawer === "side";
  }
  get readerShown(): boolean {
    return this.readerBeside ? this.panes.readerOpen && this.hasToShow : this.drawer === "reader";
  }
  private get hasToShow(): boolean {
    const listed = this.tab === "references" && (this.selected?.references.length ?? 0) > 0;
    return this.readerAsked || (this.tab === "context" && this.selected !== null) || !this.reader.isEmpty || this.lead !== null || listed;
  }
  /** The reference in the reader, as long as it is visible. */
  get reference(): string | null {
    return this.readerShown && this.tab === "note" ? (this.reader.reference?.id ?? null) : null;
  }

  /** The message whose references the right pane lists: the chosen answer, otherwise the last one. */
  get selected(): AnswerView | null {
    const answers = this.chat.shown.messages.filter((message) => message.author === "assistant");
    return answers.find(({ id }) => id === this.answer) ?? answers.at(-1) ?? null;
  }

  /** Starts listening to the app, then restores where the user was. Returns a function that stops listening. */
  start(): () => void {
    const stops = [
      this.backend.onIndexChanged((index) => this.vault.indexChanged(index)),
      this.backend.onNotesMoved((moved) => {
        this.reader.moved(moved);
        this.chat.notesMoved(moved);
      }),
      this.backend.onNotesChanged((paths) => void this.notesChanged(paths)),
      this.backend.onChangesChanged(() => void this.changes.load()),
      this.backend.onNewsMissed(() => void this.newsMissed()),
      this.backend.onLink((link) => void this.openLink(link)),
      this.backend.onDrop((drop) => {
        this.dropping = drop.type === "over";
        if (drop.type === "drop") void this.drop(drop);
      }),
    ];
    void this.resume();
    return () => stops.forEach((stop) => stop());
  }

  async resume(): Promise<void> {
    try {
      const preferences = await this.backend.preferences();
      this.panes = { ...this.panes, ...preferences.panes };
      this.tab = preferences.tab ?? this.tab;
      this.chat.places = preferences.places ?? {};
      this.vault.restore(preferences);
      await this.setAppearance(preferences.appearance ?? {}, false);
      const start = await this.backend.start(); // After the language is set, so that its messages are translated.
      this.places.begin(preferences.left ?? {});
      this.version = start.version;
      this.notice = start.notice;
      this.crashed = start.crashed;
      if (start.vault) await this.vault.enter(start.vault);
      this.started = true;
      if (start.link) await this.openLink(start.link);
    } catch (thrown) {
      this.notice = asFailure(thrown).message;
    }
    this.started = true;
    await this.settings.load();
  }

  async chooseVault(): Promise<void> {
    const chosen = await this.backend.chooseFolder().catch(() => null);
    if (chosen !== null) await this.openVault(chosen.token);
  }

  /** Opens a folder that the user chose or dropped. */
  openVault(token: number): Promise<void> {
    return this.openBy(() => this.backend.openVault(token));
  }

  openSample(): Promise<void> {
    return this.openBy(() => this.backend.openSampleVault());
  }

  async attach(): Promise<void> {
    const files = await this.backend.chooseFiles().catch(() => []);
    if (files.length > 0) await this.chat.composer.attach(files);
  }

  /** Opens a folder as a vault, offers a model's file as a model, and attaches other files to the next question. */
  async drop({ folder, files }: DroppedPaths): Promise<void> {
    const [file] = files;
    if (folder !== null) await this.openVault(folder.token);
    else if (file && /\.gguf$/i.test(file.name)) {
      this.settings.local.offer(file);
      this.settingsAt = "local";
    } else if (this.vault.vault === null) this.notice = words.dropFirst;
    else await this.chat.composer.attach(files);
  }

  /** Handles a link from another program: fills a box or shows something. Sends nothing. */
  async openLink(link: Link): Promise<void> {
    if (link.type === "open" && link.note === null) return;
    if (this.vault.vault === null) {
      this.notice = words.linkNeedsVault;
      return;
    }
    await tick();
    if (link.type === "open" && link.note !== null) await this.openPlace(link.note, link.line);
    else if (link.type === "answer") await this.openAnswer(link.conversation, link.answer, link.passage);
    else if (link.type === "ask") {
      if (this.chat.composer.draft.text.trim() === "") this.newChat();
      this.putIntoQuestion(link.question);
    } else if (link.type === "search") {
      this.drawer = null;
      this.vault.search.fill(link.query);
      await tick();
      this.parts.search?.focus();
    } else if (link.type === "receipt") {
      this.answer = link.answer;
      this.showReader("context");
      await this.context.show(link.answer);
    }
  }

  private openPlace(note: string, line: number | null): Promise<void> {
    return line === null ? this.openNote(note) : this.openHit({ path: note, lines: { start: line, end: line } });
  }

  /** Opens an answer, and the passage with this number in it. */
  private async openAnswer(conversation: string, id: string, passage: number | null): Promise<void> {
    await this.openConversation(conversation, id);
    const answer = this.chat.shown.messages.find((message) => message.id === id);
    const reference = answer?.references.find(({ number }) => number === passage && number !== null);
    if (answer && reference) await this.openReference(reference, answer.id);
  }

  newChat(project: string | null = null): void {
    this.chat.begin();
    this.forgetAnswer();
    this.showChat();
    void this.beginIn(project);
  }

  /** The conversation's own settings, including its project, changed. */
  private changedOwn(): void {
    void this.chat.composer.count();
    void this.chat.list.refresh();
  }

  private async beginIn(project: string | null): Promise<void> {
    await tick();
    // Another conversation may be open by now; its project must stay.
    if ((await this.own.turnTo(null)) && this.own.settings.project !== project) await this.own.change({ project });
  }

  async openConversation(id: string, message: string | null = null): Promise<void> {
    if (id !== this.chat.shown.id) this.forgetAnswer();
    this.showChat();
    await this.chat.open(id, message);
  }

  async removeConversation(id: string): Promise<void> {
    if (id === this.chat.shown.id) this.forgetAnswer();
    await this.chat.remove(id);
  }

  /** Imports conversations from a file, and opens the imported one if it is the only one. */
  async importConversations(): Promise<void> {
    const fresh = await this.chat.list.import();
    const [first] = fresh;
    if (first && fresh.length === 1) await this.openConversation(first.conversation);
  }

  /** B13: opens the passage in the reader; the chat stays where it is. */
  async openReference(reference: Reference, answer: string | null, sentences: ByteRange[] = [], contradicts = false): Promise<void> {
    if (answer !== null) this.answer = answer;
    this.showReader("note");
    await this.reader.show(reference, sentences, contradicts);
  }

  async openAttachment(id: string): Promise<void> {
    this.showReader("note");
    await this.reader.openAttachment(id);
  }

  async openNote(path: string, anchor: string | null = null): Promise<void> {
    this.showReader("note");
    await this.reader.open(path, anchor);
  }

  async openHit(hit: Pick<HitView, "path" | "lines">): Promise<void> {
    this.showReader("note");
    await this.reader.openLines(hit.path, hit.lines);
  }

  /** Lists an answer's references beside the chat. */
  showReferences(answer: AnswerView): void {
    this.answer = answer.id;
    this.showReader("references");
  }

  showReceipt(answer: string): void {
    this.answer = answer;
    this.showReader("context");
    void this.context.show(answer);
  }

  showPreview(): void {
    this.showReader("context");
    void this.context.show(null);
    void this.chat.composer.count();
  }

  setTab(tab: Tab): void {
    this.tab = tab;
    this.keepPreference("tab", tab);
  }

  showReader(tab: Tab): void {
    this.setTab(tab);
    this.followed.sent = this.chat.sent;
    if (tab === "context") this.readerAsked = true; // Also before anything is asked.
    if (this.readerBeside) this.setPanes({ readerOpen: true });
    else this.drawer = "reader";
  }

  /** Changes the window's look, or the language of the window and the backend; `keep` saves the change. */
  async setAppearance(change: Partial<Appearance>, keep = true): Promise<void> {
    this.appearance = { ...this.appearance, ...change };
    wear(this.appearance);
    if (keep) this.keepPreference("appearance", { ...this.appearance });
    const [language, before] = [languageOf(this.appearance.language), this.language];
    [this.language] = await Promise.all([this.speak(language), this.backend.setLanguage(language).catch(() => null)]);
    // The backend's messages are fetched again in the new language.
    if (this.language !== before && this.started) void Promise.all([this.vault.search.again(), this.settings.find()]);
  }

  toggleSide(): void {
    if (this.sideBeside) this.setPanes({ sideOpen: !this.panes.sideOpen });
    else this.drawer = this.drawer === "side" ? null : "side";
  }

  toggleReader(): void {
    if (this.readerBeside) {
      this.readerAsked = !this.readerShown;
      this.setPanes({ readerOpen: this.readerAsked });
    } else this.drawer = this.drawer === "reader" ? null : "reader";
  }

  setWidth(width: number): void {
    this.width = width;
    if (this.sideBeside && this.drawer === "side") this.drawer = null;
    if (this.readerBeside && this.drawer === "reader") this.drawer = null;
  }

  /** Shows the conversation, which a drawer or the search may cover. */
  showChat(): void {
    this.drawer = null;
    this.vault.search.open = false;
    void tick().then(() => this.parts.chat?.focus());
  }

  setPanes(change: Partial<Panes>): void {
    Object.assign(this.panes, change);
    this.keepPreference("panes", { ...this.panes });
  }

  /** Puts a link to a note into the question. */
  askAbout(path: string): void {
    const note = this.vault.named.find((note) => note.path === path);
    if (note) this.putIntoQuestion(linkTo(note, this.vault.named));
  }

  /** Puts a passage into the question, with its place. */
  quote(path: string, text: string, heading: string | null): void {
    const note = this.vault.named.find((note) => note.path === path);
    const lines = text.trim().split(/\n+/);
    if (note) this.putIntoQuestion([...lines.map((line) => `> ${line}`), `> — ${linkTo(note, this.vault.named, heading)}`, "", ""].join("\n"));
  }

  private putIntoQuestion(text: string): void {
    this.chat.composer.insert(text);
    this.showChat();
  }

  headingsOf(path: string): Promise<Heading[]> {
    const known = this.headings.get(path);
    if (known) return known;
    const asked = this.backend.openNote(path, null).then(({ headings }) => headings);
    asked.catch(() => this.headings.delete(path));
    this.headings.set(path, asked);
    return asked;
  }

  openQuickAsk(): Promise<unknown> {
    return this.tried(this.backend.openQuickAsk());
  }

  openExternal(url: string): Promise<unknown> {
    return this.tried(this.backend.openExternal(url));
  }

  /** Shows the error of a failed command. */
  private tried<T>(command: Promise<T>): Promise<T | undefined> {
    return command.catch((thrown: unknown) => void (this.notice = asFailure(thrown).message));
  }

  /** Opens a file of the vault in its program after a confirmation outside the page; offers other ways first
   *  where there are any. */
  async askOutside(anchor: Element, path: string, line: number | null = null): Promise<void> {
    const file = await this.tried(this.backend.fileOutside(path));
    if (file?.kind && !file.obsidian) await this.openOutside(path);
    else if (file) this.parts.links?.outside(anchor, path, file, line);
  }

  openOutside(path: string): Promise<unknown> {
    return this.tried(this.backend.openOutside(path));
  }

  openInObsidian(path: string, line: number | null): Promise<unknown> {
    return this.tried(this.backend.openInObsidian(path, line));
  }

  showOutside(path: string): Promise<unknown> {
    return this.tried(this.backend.showOutside(path));
  }

  private async openBy(how: () => Promise<VaultInfo>): Promise<void> {
    await this.chat.composer.leaveVault();
    if ((await this.vault.open(how)) === null) this.chat.composer.stay();
  }

  /** A vault was opened: removes everything of the previous vault. */
  private async entered(vault: VaultInfo): Promise<void> {
    this.reader.clear();
    this.forgetAnswer();
    for (const one of [this.headings, this.changes, this.projects, this.prompts, this.memory]) one.clear();
    for (const one of [this.changes, this.projects, this.prompts]) void one.load();
    this.resuming = true;
    const left = this.places.of(vault.root);
    const note = left?.note ? this.reader.resume(left.note, left.top) : undefined;
    await Promise.all([this.chat.enterVault(vault.root), note]);
    this.resuming = false;
    void follow(this);
  }

  /** Saves the note that the user opened and its scroll position. What belongs to an answer follows the answer. */
  remember(): void {
    this.places.later(() => {
      const root = this.vault.vault?.root;
      if (root === undefined || this.resuming) return null;
      return [root, { note: this.reader.isOwn ? this.reader.file : null, top: Math.round(this.reader.scrolled()) }];
    });
  }

  private async notesChanged(paths: string[]): Promise<void> {
    for (const path of paths) this.headings.delete(path);
    await Promise.all([this.vault.notesChanged(paths), this.reader.changed(paths)]);
    await this.vault.search.again();
  }

  /** Events were missed: reloads everything shown of the vault. */
  private async newsMissed(): Promise<void> {
    this.headings.clear();
    await Promise.all([this.vault.refreshNotes(), this.reader.reload(), this.chat.readAgain(), this.chat.list.refresh(), this.changes.load()]);
    await this.vault.search.again();
  }

  private async afterTurn(): Promise<void> {
    // With no model chosen, the question itself may have found the answering model.
    if (this.settings.chosen === null) void this.settings.find();
  }

  /** Errors are ignored: only convenience is lost. */
  private keepPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
    void this.backend.keepPreference(name, value).catch(() => {});
  }

  private forgetAnswer(): void {
    this.answer = null;
    if (this.reader.isOwn) this.reader.unmark();
    else this.reader.clear();
    if (this.context.answer !== null) void this.context.show(null);
  }
}
