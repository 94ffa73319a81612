import {
  asWireError,
  type Ask,
  type Attachment,
  type Backend,
  type Context,
  type ConversationEntry,
  type Message,
  type WireError,
  type WireMode,
} from "../ipc";
import { keep, kept } from "../kit/keep";
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

/** A vault's conversations, the one that is open, and the question that is being written. */
export class ChatState {
  entries: ConversationEntry[] = $state.raw([]);
  /** Null is a new conversation, not yet kept. */
  id: string | null = $state(null);
  title = $state("");
  messages: Message[] = $state([]);
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

  constructor(
    private readonly backend: Backend,
    private readonly onended: () => void = () => {},
  ) {}

  get streaming(): boolean {
    return this.turn !== null && !this.turn.ended;
  }

  /** Goes to another vault, whose newest conversation is opened or a new one begun. */
  async enterVault(root: string, conversation: string | null): Promise<void> {
    this.keepDraft();
    this.vault = root;
    this.entries = [];
    await this.refreshEntries();
    if (conversation === null) this.begin();
    else await this.open(conversation);
  }

  async refreshEntries(): Promise<void> {
    try {
      this.entries = await this.backend.listConversations();
    } catch (thrown) {
      this.trouble = asWireError(thrown);
    }
  }

  /** An empty conversation; it is kept with its first question. */
  begin(): void {
    if (this.id === null && this.messages.length === 0 && !this.streaming) return this.takeDraft();
    this.keepDraft();
    this.opened += 1;
    this.loading = false;
    this.leaveTurn();
    this.id = null;
    this.title = "";
    this.messages = [];
    this.trouble = null;
    this.takeDraft();
  }

  async open(id: string): Promise<void> {
    if (id === this.id && !this.loading) return;
    this.keepDraft();
    this.leaveTurn();
    this.opened += 1;
    const ticket = this.opened;
    this.loading = true;
    this.trouble = null;
    try {
      const conversation = await this.backend.openConversation(id);
      if (ticket !== this.opened) return;
      this.id = conversation.id;
      this.title = conversation.title;
      this.messages = conversation.messages;
      this.takeUp(this.live.get(id));
      this.takeDraft();
    } catch (thrown) {
      if (ticket === this.opened) this.trouble = asWireError(thrown);
    } finally {
      if (ticket === this.opened) this.loading = false;
    }
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
            this.adopt(turn);
            onstarted();
            this.said = "Answering";
          }
          void this.refreshEntries();
        } else if (turn.ended) {
          if (shown) this.ended(turn);
          else void this.refreshEntries();
        }
      });
    } catch (thrown) {
      if (turn.apply({ type: "failed", answer: null, error: asWireError(thrown) }) && this.turn === turn) {
        this.ended(turn);
      }
    }
  }

  /** Puts the turn's two messages into the conversation. */
  private adopt(turn: LiveTurn) {
    const { question, answer } = turn;
    if (!question || !answer) return;
    this.id = turn.conversation;
    const at = this.messages.findIndex(({ id }) => id === question.id);
    if (at < 0) this.messages.push(question);
    else {
      // The failed answer gives way to the one that is tried now.
      let end = at + 1;
      while (this.messages[end]?.author === "assistant") end += 1;
      const failed = this.messages.slice(at + 1, end).filter(({ state }) => state === "failed");
      this.messages = this.messages.filter((message) => !failed.includes(message));
    }
    this.messages.push(answer);
    // What is pushed becomes a proxy of the list; the turn must write to that one.
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
    void this.refreshEntries();
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
