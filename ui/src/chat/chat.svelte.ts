import {
  asWireError,
  type Ask,
  type Attachment,
  type Backend,
  type Context,
  type Conversation,
  type Message,
  type WireCompaction,
  type WireError,
  type WireMode,
} from "../ipc";
import { keep, kept } from "../kit/keep";
import { ConversationsState } from "./conversations.svelte";
import { LiveTurn } from "./live-turn.svelte";

/** What stands in the composer. */
export interface Draft {
  text: string;
  mode: WireMode;
  attachments: Attachment[];
  passagesOnly: boolean;
}

const emptyDraft = (mode: WireMode): Draft => ({ text: "", mode, attachments: [], passagesOnly: false });

/** How long typing rests before the context is counted anew. */
const PREVIEW_DELAY = 250;

/** How many messages are asked for when a conversation is opened, and how many at a time for those
 *  before them. */
const NEWEST = 40;
const EARLIER = 120;

/** A vault's conversations, the one that is open, and the question that is being written. */
export class ChatState {
  readonly list: ConversationsState;
  /** Null is a new conversation, not yet kept. */
  id: string | null = $state(null);
  title = $state("");
  /** The newest messages, or all of them once `earlier` is 0. */
  messages: Message[] = $state([]);
  /** How many messages stand before them. */
  earlier = $state(0);
  /** The summaries that stand for the conversation's beginning in what the model gets. */
  compactions: WireCompaction[] = $state.raw([]);
  /** Grows with each question that is sent, which is followed wherever one reads. */
  sent = $state(0);
  /** A message to bring into view. */
  sought: { id: string } | null = $state.raw(null);
  turn: LiveTurn | null = $state(null);
  draft: Draft = $state(emptyDraft("notes"));
  /** What stopped a question, a file or a conversation, to be shown above the composer. */
  trouble: WireError | null = $state.raw(null);
  preview: Context | null = $state.raw(null);
  loading = $state(false);
  /** Said by screen readers, politely. */
  said = $state("");

  private vault = "";
  private drafts = new Map<string, Draft>();
  /** Turns on their way, by conversation; they go on while another one is read. */
  private live = new Map<string, LiveTurn>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private previewed = 0;
  private opened = 0;
  private reading = false;

  constructor(
    private readonly backend: Backend,
    private readonly onended: () => void = () => {},
  ) {
    this.list = new ConversationsState(backend);
  }

  /** All conversations of the vault. */
  get entries() {
    return this.list.entries;
  }

  get streaming(): boolean {
    return this.turn !== null && !this.turn.ended;
  }

  /** Goes to another vault, whose newest conversation is opened or a new one begun. */
  async enterVault(root: string, conversation: string | null): Promise<void> {
    this.keepDraft();
    this.vault = root;
    // The list isn't waited for: a question that is asked meanwhile stays.
    const listed = this.list.enter();
    if (conversation === null) this.begin();
    else await this.open(conversation);
    await listed;
  }

  /** An empty conversation; it is kept with its first question. */
  begin(): void {
    // A conversation that is still being read isn't shown any more, wherever one begins.
    this.opened += 1;
    this.loading = false;
    if (this.id === null && this.messages.length === 0 && !this.streaming) return this.takeDraft();
    this.keepDraft();
    this.leaveTurn();
    this.id = null;
    this.title = "";
    this.messages = [];
    this.earlier = 0;
    this.compactions = [];
    this.trouble = null;
    this.takeDraft();
  }

  /** Opens a conversation at its end, or with `at` at this message. */
  async open(id: string, at: string | null = null): Promise<void> {
    if (id === this.id && !this.loading) return at === null ? undefined : this.seek(at);
    this.keepDraft();
    this.leaveTurn();
    this.opened += 1;
    const ticket = this.opened;
    this.loading = true;
    this.trouble = null;
    try {
      const page = await this.backend.conversationPage(id, null, NEWEST);
      if (ticket !== this.opened) return;
      this.sought = null;
      this.id = page.id;
      this.show(page);
      this.takeUp(this.live.get(id));
      this.takeDraft();
    } catch (thrown) {
      if (ticket === this.opened) this.trouble = asWireError(thrown);
    } finally {
      if (ticket === this.opened) this.loading = false;
    }
    if (at !== null && ticket === this.opened && this.id === id) await this.seek(at);
  }

  /** Puts the messages before those that are there in front of them. */
  async loadEarlier(): Promise<void> {
    const [first] = this.messages;
    const { id, opened } = this;
    if (this.earlier === 0 || !first || id === null || this.reading) return;
    this.reading = true;
    try {
      const page = await this.backend.conversationPage(id, first.id, EARLIER);
      if (opened !== this.opened || this.messages[0]?.id !== first.id) return;
      this.messages = [...page.messages, ...this.messages];
      this.earlier = page.earlier;
    } catch (thrown) {
      if (opened === this.opened) this.trouble = asWireError(thrown);
    } finally {
      this.reading = false;
    }
  }

  /** Brings a message of this conversation into view, whatever branch it stands in. */
  async seek(message: string): Promise<void> {
    const { opened } = this;
    const isHere = () => this.messages.some(({ id }) => id === message);
    while (!isHere() && this.earlier > 0 && opened === this.opened && this.trouble === null) await this.loadEarlier();
    if (!isHere() && !this.streaming && opened === this.opened) await this.switchBranch(message);
    if (isHere()) this.sought = { id: message };
  }

  /** Shows the branch that this message stands in. */
  async switchBranch(message: string): Promise<void> {
    const { id, opened } = this;
    if (id === null || this.streaming) return;
    try {
      await this.backend.switchBranch(message);
      const page = await this.backend.conversationPage(id, null, Math.max(NEWEST, this.messages.length + 1));
      if (opened !== this.opened) return;
      this.turn = null;
      this.show(page);
      this.touch();
    } catch (thrown) {
      this.trouble = asWireError(thrown);
    }
  }

  /** Takes a summary back or corrects it; what the next question sends is counted anew. */
  async undoCompaction(compaction: WireCompaction): Promise<void> {
    await this.tried(async () => {
      await this.backend.undoCompaction(compaction.id);
      this.compactions = this.compactions.filter(({ id }) => id !== compaction.id);
    });
  }

  async editCompaction(compaction: WireCompaction, summary: string): Promise<void> {
    await this.tried(async () => {
      await this.backend.editCompaction(compaction.id, summary);
      this.compactions = this.compactions.map((one) => (one.id === compaction.id ? { ...one, summary, edited: true } : one));
    });
  }

  /** Gives the conversation another name, also where its title stands. */
  async rename(id: string, title: string): Promise<void> {
    if ((await this.list.rename(id, title)) && id === this.id) this.title = title.trim();
  }

  /** Takes a conversation out of the list; `list.restore` brings it back. */
  async remove(id: string): Promise<void> {
    if (id === this.id) {
      await this.stop();
      this.begin();
    }
    await this.list.remove(id);
  }

  /** Sends what stands in the composer. It stays there until the question is kept. */
  async send(): Promise<void> {
    const text = this.draft.text.trim();
    if (text === "" || this.streaming) return;
    const { mode } = this.draft;
    // A new conversation gets its id only now; its draft is kept under the old key.
    const key = this.draftKey();
    await this.run(this.request(), () => {
      this.drafts.delete(key);
      keep(`draft.${key}`, null);
      this.draft = emptyDraft(mode);
    });
  }

  /** Asks something else in a kept question's place. What followed it is kept as another branch. */
  async edit(question: Message, text: string): Promise<void> {
    if (this.streaming || text.trim() === "") return;
    await this.run(
      {
        conversation: this.id,
        text: text.trim(),
        mode: question.mode,
        attachments: question.attachments.map(({ id }) => id),
        passagesOnly: question.passagesOnly,
        retry: null,
        edit: question.id,
      },
      () => {},
    );
  }

  /** Asks a kept question again, perhaps for its passages only. B48 */
  async retry(question: Message, passagesOnly = false): Promise<void> {
    if (this.streaming) return;
    await this.run(
      {
        conversation: this.id,
        text: question.text,
        mode: passagesOnly ? "notes" : question.mode,
        attachments: question.attachments.map(({ id }) => id),
        passagesOnly,
        retry: question.id,
        edit: null,
      },
      () => {},
    );
  }

  /** Has the last answer, which broke off, go on where it stopped. B46 */
  async goOn(): Promise<void> {
    const question = this.messages.findLast(({ author }) => author === "user");
    if (this.streaming || !question) return;
    await this.run(
      {
        conversation: this.id,
        text: "/continue",
        mode: question.mode,
        attachments: [],
        passagesOnly: false,
        retry: null,
        edit: null,
      },
      () => {},
    );
  }

  async stop(): Promise<void> {
    const answer = this.turn?.answer;
    if (!answer || !this.streaming) return;
    try {
      await this.backend.cancel(answer.id);
    } catch (thrown) {
      this.trouble = asWireError(thrown);
    }
  }

  async attach(paths: string[]): Promise<void> {
    for (const path of paths) {
      try {
        const attachment = await this.backend.attachFile(path);
        if (!this.draft.attachments.some(({ id }) => id === attachment.id)) {
          this.draft.attachments.push(attachment);
        }
        this.trouble = null;
      } catch (thrown) {
        // B35: the reason with its figures, and the file stays out.
        this.trouble = asWireError(thrown);
      }
    }
    this.touch();
  }

  detach(id: string): void {
    this.draft.attachments = this.draft.attachments.filter((attachment) => attachment.id !== id);
    this.touch();
  }

  /** The draft changed: it is kept, and its context counted once typing rests. */
  touch(): void {
    this.keepDraft();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.count(), PREVIEW_DELAY);
  }

  /** What sending the draft would send. */
  async count(): Promise<void> {
    clearTimeout(this.timer);
    this.previewed += 1;
    const ticket = this.previewed;
    try {
      const preview = await this.backend.preview(this.request());
      if (ticket === this.previewed) this.preview = preview;
    } catch {
      // There is nothing to count without a vault; sending tells the reason.
      if (ticket === this.previewed) this.preview = null;
    }
  }

  /** The question that an answer answers. */
  questionOf(answer: Message): Message | null {
    const at = this.messages.findIndex(({ id }) => id === answer.id);
    for (let before = at - 1; before >= 0; before -= 1) {
      const message = this.messages[before];
      if (message?.author === "user") return message;
    }
    return null;
  }

  private request(): Ask {
    return {
      conversation: this.id,
      text: this.draft.text.trim(),
      mode: this.draft.mode,
      attachments: this.draft.attachments.map(({ id }) => id),
      passagesOnly: this.draft.passagesOnly,
      retry: null,
      edit: null,
    };
  }

  private async run(request: Ask, onstarted: () => void): Promise<void> {
    const turn = new LiveTurn();
    this.turn = turn;
    this.trouble = null;
    try {
      await this.backend.ask(request, (event) => {
        if (!turn.apply(event)) return;
        if (turn.conversation !== null) {
          if (turn.ended) this.live.delete(turn.conversation);
          else this.live.set(turn.conversation, turn);
        }
        const shown = this.turn === turn;
        if (event.type === "started") {
          if (shown) {
            this.adopt(turn, request.edit);
            this.sent += 1;
            onstarted();
            this.said = "Answering";
          }
          void this.list.refresh();
        } else if (event.type === "compacted") {
          if (shown) this.compactions = [...this.compactions, event.compaction];
        } else if (turn.ended) {
          if (shown) this.ended(turn);
          else void this.list.refresh();
        }
      });
    } catch (thrown) {
      if (turn.apply({ type: "failed", answer: null, error: asWireError(thrown) }) && this.turn === turn) {
        this.ended(turn);
      }
    }
  }

  private show(page: Conversation) {
    this.title = page.title;
    this.messages = page.messages;
    this.earlier = page.earlier;
    this.compactions = page.compactions;
  }

  private async tried(what: () => Promise<void>): Promise<void> {
    try {
      await what();
      this.touch();
    } catch (thrown) {
      this.trouble = asWireError(thrown);
    }
  }

  /** Puts the turn's two messages into the conversation; what stood in their place is a branch. */
  private adopt(turn: LiveTurn, edited: string | null) {
    const { question, answer } = turn;
    if (!question || !answer) return;
    this.id = turn.conversation;
    const at = this.messages.findIndex(({ id }) => id === (edited ?? question.id));
    const end = at < 0 ? this.messages.length : edited ? at : at + 1;
    const instead = this.messages[end];
    if (instead) {
      const [mine, fresh] = edited ? [question, instead] : [answer, instead];
      mine.branches = [...(fresh.branches.length > 0 ? fresh.branches : [fresh.id]), mine.id];
    }
    this.messages = [...this.messages.slice(0, end), ...(at < 0 || edited ? [question] : []), answer];
    // What is in the list is a proxy of it; the turn must write to that one.
    turn.answer = this.messages.at(-1) ?? answer;
    if (this.title === "") this.title = question.text;
  }

  /** Shows a turn again that went on while its conversation was left. */
  private takeUp(turn: LiveTurn | undefined) {
    const { question, answer } = turn ?? {};
    if (!turn || !question || !answer) return;
    this.turn = turn;
    if (!this.messages.some(({ id }) => id === question.id)) this.messages.push(question);
    const at = this.messages.findIndex(({ id }) => id === answer.id);
    const place = at < 0 ? this.messages.length : at;
    this.messages[place] = answer;
    turn.answer = this.messages[place] ?? answer;
  }

  private ended(turn: LiveTurn) {
    const { answer, error } = turn;
    if (answer) {
      const at = this.messages.findIndex(({ id }) => id === answer.id);
      if (at >= 0 && this.messages[at] !== answer) this.messages[at] = answer;
      const words = { complete: "Answer ready", cancelled: "Answer stopped", failed: "The answer failed" };
      this.said = words[answer.state as keyof typeof words] ?? "";
    } else {
      // Nothing was kept, so the question still stands in the composer.
      this.trouble = error;
    }
    void this.list.refresh();
    void this.count();
    this.onended();
  }

  private leaveTurn() {
    this.turn = null;
  }

  private draftKey(): string {
    return `${this.vault}|${this.id ?? "new"}`;
  }

  private keepDraft(): void {
    const { text, mode } = this.draft;
    this.drafts.set(this.draftKey(), this.draft);
    // Files attached are known for this run only.
    keep(`draft.${this.draftKey()}`, text === "" ? null : { text, mode });
  }

  private takeDraft(): void {
    const mode = this.draft.mode;
    this.draft =
      this.drafts.get(this.draftKey()) ??
      { ...emptyDraft(mode), ...kept<Partial<Draft>>(`draft.${this.draftKey()}`, {}) };
    this.touch();
  }
}
