import type { Backend, Drop, Stop } from "./backend";
import type {
  Link, RecentVault, ConversationFilter, ConversationSettings, CitingAnswer,
  AskRequest, Attachment, ByteRange, ContextView, ConversationView, ConversationEntry, ConversationHit, Draft, SearchView, ServerView, ImportedConversation, IndexStatus,
  DocumentView, FileGroupSize, FoundLink, HeadingEntry, HelpPage, HelpView, MeaningState, MessageView, ModelsView, MovedNote, NoteView, NoteEntry, OpenedReference, OutsideFile, PathToken, RelatedNoteView, TagEntry, ServerSetting,
  Settings, Start, TurnView, VaultInfo, Failure, Format, KeyPlace, LocalModelsView, PullEvent, Receipt, Remark, RunningModelView, SearchMode, SurveyEstimate, Trial,
} from "./bindings";
import type { Preferences } from "./preferences";
import { FakeConversations } from "./fake-conversations";
import { FakeDrafts } from "./fake-drafts";
import { FakeFiles } from "./fake-files";
import { fakeHelp } from "./fake-help";
import { fakeIndex } from "./fake-index";
import { FakeOwn } from "./fake-own";
import { fakeRender } from "./fake-markdown";
import { EVERYTHING, everythingHtml, fakeNotes } from "./fake-notes";
import { longConversation } from "./fake-long";
import { fakeBacklinks, fakeHeadings, fakeRelated, fakeSearch, stem } from "./fake-search";
import { FakeLocalModels } from "./fake-local-models";
import { FakeModels } from "./fake-models";
import { DEFAULT_INSTRUCTIONS, fakeSettings } from "./fake-settings";
import { fakeDocument, fakeOpened, fakeOutside, ROOT } from "./fake-reading";
import { FakeReferences } from "./fake-references";
import { busy, type FakeOptions, fail, fakeContext, fakeReceipt, fakeScript } from "./fake-script";
import { fakeEstimate, playSurvey } from "./fake-survey";
import { FakeWindows } from "./fake-windows";
import { FakeWork } from "./fake-work";
import { asks, fakeMarks, fakeProbably, fakeSteps, numberMarks, playSteps } from "./fake-turn";

const NOW = "2026-04-11T09:30:00Z";

/** The whole backend in memory, with answers from a script. */
export class FakeBackend extends FakeWindows implements Backend {
  readonly notes = new Map(Object.entries(fakeNotes));
  readonly asked: AskRequest[] = [];
  readonly opened: string[] = [];
  closesDialogs = false; // The user closes every dialog.
  private readonly given: string[] = [];
  /** The link that the app is started by. */
  link: Link | null = null;
  /** The folders of vaults that were open before. */
  recent: string[] = [];
  readonly preferred: Preferences = {};
  readonly drafts = new FakeDrafts();
  readonly own = new FakeOwn();
  readonly conversations = new FakeConversations((kind) => this.id(kind), NOW);
  readonly kept = new Map<string, Receipt[]>();
  settings: Settings = fakeSettings();
  meaning: MeaningState = { type: "ready" };
  private paused = false;
  readonly models: FakeModels;
  readonly local = new FakeLocalModels();

  private readonly model: boolean;
  private readonly pace: number;
  private vault: VaultInfo | null = null;
  private readonly cancelled = new Set<string>();
  private count = 0;
  private readonly references: FakeReferences;
  readonly files = new FakeFiles((kind) => this.id(kind));
  private readonly onIndex = new Set<(index: IndexStatus) => void>();
  private readonly onNotes = new Set<(paths: string[]) => void>();
  private readonly onMissed = new Set<() => void>();
  private readonly onMoved = new Set<(moved: MovedNote[]) => void>();
  private readonly onLinks = new Set<(link: Link) => void>();
  private readonly onDrops = new Set<(drop: Drop) => void>();

  constructor(options: FakeOptions = {}) {
    super();
    this.model = options.model ?? true;
    this.models = new FakeModels(options);
    // A model that was only found is asked nothing before somebody chose it.
    if (this.model && !options.unchosen) this.settings.chosen = { server: { type: "address", address: "http://127.0.0.1:11434" }, model: "llama3.2:3b" };
    this.pace = options.pace ?? 0;
    for (let at = 0; at < (options.extraNotes ?? 0); at += 1) {
      this.notes.set(`Bakes/${String(at).padStart(5, "0")} Loaf.md`, `# Loaf ${at}\n\nBaked number ${at}.\n`);
    }
    if (options.vault) this.vault = this.newVault();
    const titleOf = (path: string) => this.titleOf(path);
    this.references = new FakeReferences(this.notes, this.find, titleOf, (...given) => this.searchNotes(...given));
    if (options.messages) this.conversations.add(longConversation(options.messages, NOW, this.find));
  }

  start = async (): Promise<Start> => ({ version: "0.1.0", vault: this.vault, notice: null, crashed: this.crashed, link: this.link });

  helpPage = async (page: HelpPage): Promise<HelpView> => fakeHelp(page);

  preferences = async (): Promise<Preferences> => this.preferred;
  async keepPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): Promise<void> {
    this.preferred[name] = value;
  }

  async openVault(token: number): Promise<VaultInfo> {
    const path = this.given[token] ?? "";
    if (!path.startsWith("/")) throw fail("notAVault", `${path} is not a folder.`);
    this.vault = { ...this.newVault(), root: path, name: path.split("/").at(-1) ?? path };
    return this.vault;
  }

  async recentVaults(): Promise<RecentVault[]> {
    return this.recent.filter((root) => root !== this.vault?.root).map((root) => ({ ...this.give(root), root }));
  }

  async openSampleVault(): Promise<VaultInfo> {
    this.vault = this.newVault();
    return this.vault;
  }

  async listNotes(paths: string[] | null): Promise<NoteEntry[]> {
    this.mustHaveVault();
    const listed = [...this.notes.keys()].filter((path) => paths?.includes(path) ?? true);
    return listed.sort().map((path) => ({
      path,
      title: this.titleOf(path),
      aliases: path === "Start here.md" ? ["Home"] : [],
    }));
  }

  listFiles = async (): Promise<NoteEntry[]> => [{ path: "Papers/rye.pdf", title: "rye.pdf", aliases: [] }];

  async openNote(path: string, anchor: string | null): Promise<NoteView> {
    this.mustHaveVault();
    const text = this.notes.get(path);
    if (text === undefined) throw fail("notFound", `There is no note ${path} in this vault.`);
    this.opened.push(path);
    const headings = text.split("\n").flatMap((line, at) => {
      const [, marks, name] = /^(#{1,6}) (.*)/.exec(line) ?? [];
      return marks && name ? [{ level: marks.length, text: name, markdown: name, line: at + 1, section: { start: at + 1, end: at + 1 } }] : [];
    });
    const wanted = headings.find(({ text }) => text === anchor);
    return {
      path,
      title: this.titleOf(path),
      html: path === EVERYTHING ? everythingHtml : fakeRender(text, this.find).join("\n"),
      headings,
      backlinks: fakeBacklinks(this.notes, (other) => this.titleOf(other), path),
      warnings: [],
      target: wanted ? { start: wanted.line, end: wanted.line } : null,
      notice: anchor && !wanted ? `“${anchor}” isn't in this note any more.` : null,
    };
  }

  openReference = (id: string, sentences: ByteRange[]): Promise<OpenedReference> =>
    fakeOpened(this.references.get(id), sentences, this.notes, (path) => this.openNote(path, null));
  openAttachment = async (id: string): Promise<DocumentView> => fakeDocument(`File ${id}`, "<pre><code>A line of the file.</code></pre>");
  noteDate = async (path: string): Promise<string | null> => (this.notes.has(path) ? "2026-04-02T08:00:00Z" : null);

  async searchNotes(query: string, limit: number, mode: SearchMode): Promise<SearchView> {
    this.mustHaveVault();
    return fakeSearch(this.notes, (path) => this.titleOf(path), query, limit, mode);
  }

  async whyNot(query: string, path: string, limit: number, mode: SearchMode): Promise<string> {
    const { hits } = await this.searchNotes(query, limit, mode);
    const rank = hits.findIndex((hit) => hit.path === path);
    if (rank >= 0) return `It was found: its best passage is number ${rank + 1}.`;
    return "None of its passages has these words, and none is near enough in meaning: 0.12, where 0.25 is wanted.";
  }

  relatedNotes = async (path: string): Promise<RelatedNoteView[]> => fakeRelated(this.notes, (other) => this.titleOf(other), path);

  async setIndexPaused(paused: boolean): Promise<void> {
    this.meaning = paused ? { type: "embedding", detail: { done: 10, total: 30 } } : { type: "ready" };
    this.paused = paused;
    this.onIndex.forEach((tell) => tell(this.index()));
  }
  rebuildIndex = async (): Promise<unknown> => this.onIndex.forEach((tell) => tell(this.index()));

  retryIndex = this.rebuildIndex;

  listConversations = async (): Promise<ConversationEntry[]> => this.own.inProjects(this.conversations.list());
  filterConversations = async (filter: ConversationFilter): Promise<ConversationEntry[]> => this.own.inProjects(this.conversations.filter(filter));
  answeringModels = async (): Promise<string[]> => this.conversations.models();
  answersCiting = async (path: string): Promise<CitingAnswer[]> => this.conversations.citing(path);
  conversationToShow = async (): Promise<string | null> => this.conversations.toShow();
  conversationPage = async (id: string, before: string | null, limit: number): Promise<ConversationView> =>
    this.conversations.page(id, before, limit);
  searchConversations = async (query: string): Promise<ConversationHit[]> => this.conversations.search(query);
  correctCitation = async (answer: string, sentence: number, isRight: boolean): Promise<MessageView> =>
    this.conversations.correct(answer, sentence, isRight);
  switchBranch = async (message: string): Promise<void> => this.conversations.switchTo(message);
  renameConversation = async (id: string, title: string): Promise<void> => this.conversations.rename(id, title);
  pinConversation = async (id: string, pinned: boolean): Promise<void> => this.conversations.pin(id, pinned);
  deleteConversation = async (id: string): Promise<void> => this.conversations.setDeleted(id, true);
  restoreConversation = async (id: string): Promise<void> => this.conversations.setDeleted(id, false);

  async exportConversation(id: string, format: Format, name: string): Promise<string | null> {
    const path = this.chosen(`/home/you/Documents/${name}`);
    if (path !== null) this.conversations.export(id, format, path);
    return path;
  }

  eraseDeleted = async (only: string | null): Promise<number> => this.conversations.erase(only);
  importConversations = async (): Promise<ImportedConversation[] | null> => {
    const path = this.chosen("/home/you/Documents/chat_sessions.json");
    return path === null ? null : this.conversations.import(path);
  };
  editCompaction = async (id: string, summary: string): Promise<void> => this.conversations.editCompaction(id, summary);
  undoCompaction = async (id: string): Promise<void> => this.conversations.undoCompaction(id);

  async ask(request: AskRequest, onTurn: (event: TurnView) => void): Promise<void> {
    this.mustHaveVault();
    const context = await this.preview(request);
    if (context.refusal) throw fail("doesNotFit", context.refusal);
    this.asked.push(request);

    const { tree, question, answer } = this.conversations.begin(request, this.files.find(request.attachments));
    if (request.conversation === null) this.own.takeOver(tree);
    this.cancelled.delete(answer.id);
    onTurn({ type: "started", conversation: tree, question: structuredClone(question), answer: answer.id });

    const references = await this.references.for(request);
    answer.references = references;
    onTurn({ type: "references", references: structuredClone(references) });
    if (asks.compact.test(request.text)) {
      onTurn({ type: "compacting" });
      await this.rest();
      onTurn({ type: "compacted", compaction: structuredClone(this.conversations.compact(tree)) });
    }
    onTurn({ type: "context", context });

    if (!this.model && !request.passages_only) {
      const tried = ["Ollama at http://localhost:11434: connection refused", "LM Studio at http://localhost:1234: connection refused"];
      return this.end(onTurn, answer, fail("noModel", "No model answered on this computer.", tried));
    }
    if (asks.busy.test(request.text)) onTurn(busy);
    if (asks.fail.test(request.text) && !request.passages_only) {
      const tried = ["POST http://localhost:11434/api/chat", "connection refused (111) after 3 tries"];
      return this.end(onTurn, answer, fail({ model: "refused" }, "Nothing answers at http://localhost:11434. Is Ollama running?", tried));
    }
    if (references.length === 0 && request.mode === "notes") {
      answer.notices.push("No note supports this.");
      onTurn({ type: "notice", message: "No note supports this." });
    }
    const going = async () => {
      await this.rest();
      return !this.stopped(onTurn, answer);
    };
    if (asks.tools.test(request.text) && !(await playSteps(onTurn, answer, fakeSteps((kind) => this.id(kind)), going))) return;
    if (request.all && !(await playSurvey(onTurn, answer, [...this.notes.keys()], going))) return;
    if (request.work && !(await this.work.play(onTurn, answer, references, going))) return;
    await this.stream(onTurn, answer, fakeScript(request, references));
    const text = answer.text;
    Object.assign(answer, fakeMarks(text, asks.doubt.test(request.text)));
    if (asks.uncited.test(request.text)) answer.probably = fakeProbably(text, references);
    if (answer.state === "streaming") this.end(onTurn, answer, null);
  }

  surveyEstimate = async (): Promise<SurveyEstimate> => fakeEstimate(this.notes.size);
  private readonly work = new FakeWork();
  remark = async (answer: string, text: string): Promise<Remark | null> => this.work.say(answer, text);
  cancel = async (answer: string): Promise<unknown> => this.cancelled.add(answer);
  /** What the user let go to the web, or not. */
  readonly decisions: [answer: string, outgoing: number, yes: boolean][] = [];
  decide = async (...decision: [string, number, boolean]): Promise<unknown> => this.decisions.push(decision);

  async preview(request: AskRequest): Promise<ContextView> {
    this.mustHaveVault();
    const context = fakeContext(request, this.settings, {
      window: this.models.find(this.settings).chosen?.model.window.tokens ?? 8192,
      messages: this.conversations.messages(request.conversation ?? ""),
      references: request.text ? await this.references.for(request) : [],
      attachments: this.files.find(request.attachments),
    });
    return this.own.applied(request.conversation, context);
  }

  conversationSettings = async (conversation: string | null): Promise<ConversationSettings> => this.own.of(conversation);
  setConversationSettings = async (conversation: string | null, settings: ConversationSettings): Promise<void> => this.own.keep(conversation, settings);
  draft = async (conversation: string | null): Promise<Draft<Attachment> | null> => this.drafts.read(this.mustHaveVault().root, conversation);
  queue = async (conversation: string): Promise<Draft<Attachment>[]> => this.drafts.queue(conversation);
  keepQueue = async (conversation: string, questions: AskRequest[]): Promise<void> => this.drafts.keepQueue(conversation, questions, (ids) => this.files.find(ids));
  keepDraft = async (request: AskRequest): Promise<void> => this.drafts.keep(this.mustHaveVault().root, request, this.files.find(request.attachments));

  attachFile = async (token: number): Promise<Attachment> => this.files.read(this.nameOf(token));
  attachPassages = async (token: number): Promise<Attachment> => this.files.keep({ name: this.nameOf(token), bytes: 4820, tokens: 900, extent: { type: "passages", ranges: [{ start: 0, end: 900 }] } });
  attachSearched = async (token: number): Promise<Attachment> => this.files.keep({ name: this.nameOf(token), bytes: 482_000, tokens: 48_210, extent: { type: "searched" } });
  pasteFile = async (name: string): Promise<PathToken> => this.give(`/pasted/${name}`);
  pasteClipboard = async (): Promise<PathToken[]> => this.files.onClipboard().map((path) => this.give(path));
  attachConversation = async (id: string): Promise<Attachment> =>
    this.files.keep({ name: this.conversations.page(id, null, 1).title, bytes: 900, tokens: 210 });

  attachAnswer = async (id: string): Promise<Attachment> => this.files.keep({ name: id, bytes: 900, tokens: 210 });

  async keepAsNote(token: number): Promise<string | null> {
    if (this.closesDialogs) return null;
    const path = this.nameOf(token).replace(/\.\w+$/, ".md");
    this.edit(path, "# A long file\n");
    return path;
  }

  listTags = async (): Promise<TagEntry[]> => [{ tag: "bread", notes: 9 }, { tag: "bread/rye", notes: 3 }];
  findHeadings = async (typed: string, limit: number): Promise<HeadingEntry[]> => fakeHeadings(this.notes, typed, limit);
  findLinks = async (question: string): Promise<FoundLink[]> => this.references.linkedIn(question);
  documentSizes = async (): Promise<FileGroupSize[]> => [{ group: "pdf", files: 12, bytes: 24_000_000, seconds: 17 }];
  openDocument = async (path: string): Promise<DocumentView> => ({ ...fakeDocument(path.replace(/^.*\//, ""), "<p data-lines=\"1-1\">A line of the file.</p>"), path, pages: path.endsWith(".pdf") ? { of: { vault: path }, first: 1, passage: [], recognised: [] } : null });
  pagesAddress = (): string => "about:blank";
  pdfBytes = async (): Promise<ArrayBuffer> => new ArrayBuffer(8);
  imageAddress = (attachment: string): string => `data:image/png;base64,#${attachment}`;

  async receipts(answer: string): Promise<Receipt[]> {
    const receipts = this.kept.get(answer);
    if (!receipts) throw fail("notFound", "There is no receipt: nothing was sent for this answer.");
    return receipts;
  }

  async exportReceipt(answer: string): Promise<string | null> {
    const receipts = await this.receipts(answer);
    const path = this.chosen("/home/you/Documents/Receipt.json");
    if (path !== null) this.conversations.exported.set(path, JSON.stringify(receipts));
    return path;
  }

  getSettings = async (): Promise<Settings> => structuredClone(this.settings);

  async setSettings(settings: Settings): Promise<void> {
    if (settings.servers.some(({ base_url }) => !/^https?:\/\//.test(base_url))) {
      throw fail({ model: "badSetting" }, "The server's address begins with http:// or https://.");
    }
    this.settings = structuredClone(settings);
  }

  defaultInstructions = async (): Promise<string> => DEFAULT_INSTRUCTIONS;
  setKey = async (address: string, key: string | null): Promise<KeyPlace | null> => this.models.setKey(address, key);
  keyPlaces = async (addresses: string[]): Promise<(KeyPlace | null)[]> => addresses.map((address) => this.models.keyPlace(address));
  findModels = async (): Promise<ModelsView> => this.models.find(this.settings);
  lookAtServer = async (address: string): Promise<ServerView> => this.models.lookAt(address, this.settings);
  tryModel = async (server: ServerSetting | null, model: string): Promise<Trial> => this.models.tryModel(server, model, this.settings);

  pullModel = (server: ServerSetting, model: string, onPull: (event: PullEvent) => void): Promise<void> =>
    this.models.pull(server, model, this.pace, onPull);
  stopPull = async (_server: ServerSetting, model: string): Promise<void> => this.models.stopPull(model);
  localModels = async (): Promise<LocalModelsView> => this.local.list(this.settings.models_folder);
  getModel = (id: string, onPull: (event: PullEvent) => void): Promise<void> => this.local.get(id, this.pace, onPull);
  stopGetting = async (id: string): Promise<void> => this.local.stop(id);
  removeModel = async (id: string): Promise<void> => this.local.remove(id);
  chooseModelFile = async (): Promise<PathToken | null> => (this.closesDialogs ? null : this.give("/home/you/Downloads/mine.gguf"));
  addModel = async (token: number, copied: boolean): Promise<string> => this.local.add(this.given[token] ?? "", copied);
  runningModel = async (): Promise<RunningModelView | null> => structuredClone(this.local.running);
  unloadModel = async (): Promise<unknown> => (this.local.running = null);
  resetModelsFolder = async (): Promise<unknown> => (this.settings = { ...this.settings, models_folder: null });
  chooseModelsFolder = async (): Promise<boolean> => !this.closesDialogs && Boolean(Object.assign(this.settings, { models_folder: "/data/models" }));

  openExternal = async (url: string): Promise<unknown> => this.opened.push(url);
  openOutside = async (path: string): Promise<unknown> => this.opened.push(`outside:${path}`);
  showOutside = async (path: string): Promise<unknown> => this.opened.push(`shown:${path}`);

  fileOutside = async (path: string): Promise<OutsideFile> => fakeOutside(path);
  openInObsidian = async (path: string, line: number | null): Promise<unknown> => this.opened.push(`obsidian:${path}:${line}`);

  chooseFolder = async (): Promise<PathToken | null> => (this.closesDialogs ? null : this.give(ROOT));
  chooseFiles = async (): Promise<PathToken[]> => (this.closesDialogs ? [] : [this.give("/home/you/Desktop/Flour prices.txt")]);

  /** Lets the window use a path, as if the user had chosen or dropped it. */
  give(path: string): PathToken {
    this.given.push(path);
    return { token: this.given.length - 1, name: path.split("/").at(-1) ?? path };
  }

  private readonly chosen = (path: string): string | null => (this.closesDialogs ? null : path);

  onIndexChanged(listener: (index: IndexStatus) => void): Stop {
    this.onIndex.add(listener);
    return () => this.onIndex.delete(listener);
  }

  onNotesMoved(listener: (moved: MovedNote[]) => void): Stop {
    this.onMoved.add(listener);
    return () => this.onMoved.delete(listener);
  }

  onNotesChanged(listener: (paths: string[]) => void): Stop {
    this.onNotes.add(listener);
    return () => this.onNotes.delete(listener);
  }

  onNewsMissed(listener: () => void): Stop {
    this.onMissed.add(listener);
    return () => this.onMissed.delete(listener);
  }

  onLink(listener: (link: Link) => void): Stop {
    this.onLinks.add(listener);
    return () => this.onLinks.delete(listener);
  }

  /** Another program opens a link. */
  openLink = (link: Link): void => this.onLinks.forEach((tell) => tell(link));

  onDrop(listener: (drop: Drop) => void): Stop {
    this.onDrops.add(listener);
    return () => this.onDrops.delete(listener);
  }

  /** Notes changed, and the window wasn't told of it: only that it missed something. */
  missNews(changed: Record<string, string>): void {
    for (const [path, text] of Object.entries(changed)) this.notes.set(path, text);
    this.onMissed.forEach((tell) => tell());
  }

  /** Somebody edited, or with null deleted, a note on disk. */
  edit(path: string, text: string | null): void {
    if (text === null) this.notes.delete(path);
    else this.notes.set(path, text);
    this.onNotes.forEach((tell) => tell([path]));
    this.onIndex.forEach((tell) => tell(this.index()));
  }

  /** Somebody moved a note on disk; the references to it follow. */
  move(from: string, to: string): void {
    const text = this.notes.get(from);
    if (text === undefined) return;
    this.notes.delete(from);
    this.notes.set(to, text);
    this.references.move(from, to);
    this.onMoved.forEach((tell) => tell([{ from, to }]));
    this.onNotes.forEach((tell) => tell([from, to]));
  }

  drop(drop: Drop): void {
    this.onDrops.forEach((tell) => tell(drop));
  }

  private readonly find = (name: string): string | null =>
    [...this.notes.keys()].find((path) => stem(path).toLowerCase() === name.toLowerCase()) ?? null;

  private titleOf(path: string): string {
    const [, title] = /^# (.*)/m.exec(this.notes.get(path) ?? "") ?? [];
    return title ?? stem(path);
  }

  private id(kind: string): string {
    this.count += 1;
    return `${kind}-${this.count}`;
  }

  private mustHaveVault(): VaultInfo {
    if (!this.vault) throw fail("noVault", "No vault is open.");
    return this.vault;
  }

  private readonly nameOf = (token: number): string => (this.given[token] ?? "").split("/").at(-1) ?? "";
  private readonly index = (): IndexStatus => fakeIndex(this.notes.size, this.meaning, this.paused);
  private readonly newVault = (): VaultInfo => ({ root: ROOT, name: "Bread", index: this.index() });

  private readonly rest = (): Promise<void> => new Promise((done) => setTimeout(done, this.pace));

  private stopped(onTurn: (event: TurnView) => void, answer: MessageView): boolean {
    if (!this.cancelled.has(answer.id)) return false;
    answer.state = "cancelled";
    onTurn({ type: "cancelled", answer: structuredClone(answer) });
    return true;
  }

  private async stream(onTurn: (event: TurnView) => void, answer: MessageView, script: string[]): Promise<void> {
    answer.model = answer.passages_only ? null : (this.models.find(this.settings).chosen?.model.name ?? null);
    if (!answer.passages_only) {
      const thought = "They ask about their own notes, so the passages come first. Salt and time belong together here.";
      answer.thinking = thought;
      onTurn({ type: "thinking", text: thought });
    }
    for (const [at, block] of script.entries()) {
      const words = block.split(/(?<= )/);
      for (let shown = 1; shown <= words.length; shown += 3) {
        await this.rest();
        if (this.stopped(onTurn, answer)) return;
        const part = words.slice(0, Math.min(words.length, shown + 2)).join("");
        const before = script.slice(0, at).join().match(/\[\d+\]/g)?.length ?? 0;
        const blocks = fakeRender(part, this.find).map((block) => numberMarks(block, before));
        answer.blocks = [...answer.blocks.slice(0, at), ...blocks.slice(0, 1)];
        onTurn({ type: "blocks", from: at, blocks: blocks.slice(0, 1) });
      }
    }
    answer.text = script.join("\n\n");
  }

  private end(onTurn: (event: TurnView) => void, answer: MessageView, error: Failure | null): void {
    answer.state = error ? "failed" : "complete";
    answer.error = error;
    if (error) {
      onTurn({ type: "failed", answer: structuredClone(answer), error });
      return;
    }
    answer.has_receipt = !answer.passages_only;
    if (answer.has_receipt) this.keepReceipt(answer);
    onTurn({ type: "finished", answer: structuredClone(answer) });
  }

  private keepReceipt(answer: MessageView): void {
    const request = this.asked.at(-1);
    if (!request) return;
    void this.preview({ ...request, conversation: null }).then((context) => {
      const receipt = fakeReceipt(answer, context, NOW);
      this.kept.set(answer.id, [...answer.steps.map(() => receipt), receipt]);
    });
  }
}
