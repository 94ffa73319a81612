import { asFailure, type Attachment, type Backend, type Draft, type AnswerView, type MessageView, type MovedNote, type QuestionView, type TurnView, type Compaction, type Failure } from "../ipc";
import { stored } from "./composer.svelte";
import { LiveTurn } from "./live-turn.svelte";

/** How many messages are read when a conversation is opened. */
const NEWEST = 40;
/** How many earlier messages are read at a time. */
const EARLIER = 120;

/** A question that waits for the answer that is being written. */
export interface Queued {
  readonly key: number;
  readonly draft: Draft<Attachment>;
  /** It has waited since before the window was opened: it is asked by the user alone. */
  readonly held: boolean;
}

/** One conversation: the messages of the branch that is shown, and the turn that is under way in it. */
export class ConversationState {
  /** Null until the first question is kept. */
  id: string | null = $state(null);
  title = $state("");
  /** How many messages stand before those that were read. */
  earlier = $state(0);
  /** The summaries that stand for the conversation's beginning in what the model gets. */
  compactions: Compaction[] = $state.raw([]);
  /** A message to bring into view. */
  sought: { id: string } | null = $state.raw(null);
  /** It owns the answer that is being written, which joins the kept messages when it ends. */
  turn: LiveTurn | null = $state(null);

  /** The questions that are asked next, as answers end. */
  queued: Queued[] = $state.raw([]);
  private lastQueued = 0;
  /** Ends when the queue is kept as it was last. */
  private keeping: Promise<unknown> = Promise.resolve();

  /** The newest messages that are complete, or all of them once `earlier` is 0. */
  private kept: MessageView[] = $state([]);
  private reading = false;

  /** The messages to show. */
  readonly messages: MessageView[] = $derived(this.turn?.answer ? [...this.kept, this.turn.answer] : this.kept);

  constructor(
    private readonly backend: Backend,
    /** The next question would send something else. */
    private readonly onchange: () => void = () => {},
    private readonly ontrouble: (error: Failure) => void = () => {},
    /** The folder of the vault that it is about. */
    readonly vault = "",
  ) {}

  get streaming(): boolean {
    return this.turn !== null;
  }

  get isNew(): boolean {
    return this.id === null && this.kept.length === 0 && !this.streaming;
  }

  /** Reads the newest messages of a conversation. */
  async read(id: string, count = NEWEST): Promise<void> {
    const page = await this.backend.conversationPage(id, null, count);
    this.id = page.id;
    this.title = page.title;
    this.kept = page.messages;
    this.earlier = page.earlier;
    this.compactions = page.compactions;
  }

  /** Puts the messages before those that are there in front of them. False if there are none. */
  async loadEarlier(): Promise<boolean> {
    const [first] = this.kept;
    if (this.earlier === 0 || !first || this.id === null || this.reading) return false;
    this.reading = true;
    try {
      const page = await this.backend.conversationPage(this.id, first.id, EARLIER);
      // Another branch may be shown by now.
      if (this.kept[0]?.id !== first.id) return true;
      this.kept = [...page.messages, ...this.kept];
      this.earlier = page.earlier;
      return true;
    } catch (thrown) {
      this.ontrouble(asFailure(thrown));
      return false;
    } finally {
      this.reading = false;
    }
  }

  /** Brings a message into view, whatever branch it is on. */
  async seek(message: string): Promise<void> {
    if (!(await this.reach(message))) await this.switchBranch(message);
    if (this.has(message)) this.sought = { id: message };
  }

  /** Reads as far back as a message of the branch that is shown. False if it isn't on it. */
  async reach(message: string): Promise<boolean> {
    while (!this.has(message) && (await this.loadEarlier()));
    return this.has(message);
  }

  private has(message: string): boolean {
    return this.messages.some(({ id }) => id === message);
  }

  /** Shows the branch that a message is on. */
  async switchBranch(message: string): Promise<void> {
    const { id } = this;
    if (id === null || this.streaming) return;
    await this.tried(async () => {
      await this.backend.switchBranch(message);
      await this.read(id, Math.max(NEWEST, this.kept.length + 1));
    });
  }

  /** Takes a summary back. */
  async undoCompaction(compaction: Compaction): Promise<void> {
    await this.tried(async () => {
      await this.backend.undoCompaction(compaction.id);
      this.compactions = this.compactions.filter(({ id }) => id !== compaction.id);
    });
  }

  /** Puts the user's words in a summary's place. False if that can't be kept. */
  editCompaction(compaction: Compaction, summary: string): Promise<boolean> {
    return this.tried(async () => {
      await this.backend.editCompaction(compaction.id, summary);
      this.compactions = this.compactions.map((one) => (one.id === compaction.id ? { ...one, summary, edited: true } : one));
    });
  }

  /** Has the sentence of an answer that begins at this byte cite what carries it, or again what the model cited. */
  async correct(answer: string, sentence: number, isRight: boolean): Promise<void> {
    await this.tried(async () => {
      const corrected = await this.backend.correctCitation(answer, sentence, isRight);
      this.kept = this.kept.map((message) => (message.id === answer ? corrected : message));
    });
  }

  /** Whether what is said now goes into the next step of a question that is worked out. */
  get takesRemarks(): boolean {
    return this.turn?.answer?.work?.stage === "working";
  }

  /** Says something to the work that is under way, for its next step. False if there is none to come. */
  async remark(text: string): Promise<boolean> {
    const answer = this.turn?.answer;
    if (!answer || !this.takesRemarks) return false;
    try {
      const remark = await this.backend.remark(answer.id, text);
      if (remark) answer.remarks = [...(answer.remarks ?? []), remark];
      return remark !== null;
    } catch (thrown) {
      this.ontrouble(asFailure(thrown));
      return false;
    }
  }

  /** Has a question wait for its turn. */
  queue(draft: Draft<Attachment>): void {
    this.add(draft, false);
    this.keepQueue();
  }

  /** Takes up the questions that waited in a conversation when the window was closed. */
  async readQueue(id: string): Promise<void> {
    const reading = this.backend.queue(id);
    // What is queued meanwhile is written after that is read, and then with it.
    this.keeping = reading.then(
      () => {},
      () => {},
    );
    const kept = await reading;
    for (const draft of kept) this.add(draft, true);
    if (this.queued.length > kept.length) this.keepQueue();
  }

  /** Takes a waiting question back. */
  unqueue(question: Queued): void {
    this.queued = this.queued.filter(({ key }) => key !== question.key);
    this.keepQueue();
  }

  private add(draft: Draft<Attachment>, held: boolean): void {
    this.lastQueued += 1;
    this.queued = [...this.queued, { key: this.lastQueued, draft, held }];
  }

  /** One after the other: how it is last is kept last. */
  private keepQueue(): void {
    const { id } = this;
    if (id === null) return;
    const questions = this.queued.map(({ draft }) => stored(draft));
    this.keeping = this.keeping
      .then(() => this.backend.keepQueue(id, questions))
      .catch((thrown: unknown) => this.ontrouble(asFailure(thrown)));
  }

  /** The question that an answer answers. */
  questionOf(answer: AnswerView): QuestionView | null {
    const at = this.messages.findIndex(({ id }) => id === answer.id);
    return this.messages.slice(0, Math.max(at, 0)).findLast((message) => message.author === "user") ?? null;
  }

  /** The answer to a question, once it is there. */
  answerTo(question: QuestionView): AnswerView | null {
    const next = this.messages[this.messages.findIndex(({ id }) => id === question.id) + 1];
    return next?.author === "assistant" ? next : null;
  }

  /** Begins a turn, whose events go to `take`. */
  begin(): LiveTurn {
    this.turn = new LiveTurn();
    return this.turn;
  }

  /** Takes the next event of a turn. `edited` is the question in whose place it was asked. False if the
   *  turn had ended, or the event makes no sense yet. */
  take(turn: LiveTurn, event: TurnView, edited: string | null): boolean {
    if (turn !== this.turn || !turn.apply(event)) return false;
    if (event.type === "started") this.started(turn, edited);
    else if (event.type === "compacted") this.compactions = [...this.compactions, event.compaction];
    else if (turn.ended) {
      if (turn.answer) this.kept = [...this.kept, turn.answer];
      this.turn = null;
    }
    return true;
  }

  /** Notes have other paths; the references follow. */
  notesMoved(moved: MovedNote[]): void {
    const places = new Map(moved.map(({ from, to }) => [from, to]));
    for (const reference of this.messages.flatMap(({ references }) => references)) {
      if (reference.path !== null) reference.path = places.get(reference.path) ?? reference.path;
    }
  }

  /** The question is kept: it and its answer take their place; what stood there is another branch. */
  private started({ conversation, question, answer }: LiveTurn, edited: string | null) {
    if (!question || !answer) return;
    const isNew = this.id === null;
    this.id = conversation;
    // What was queued before had no conversation to be kept with.
    if (isNew && this.queued.length > 0) this.keepQueue();
    if (this.title === "") this.title = question.text;
    const at = this.kept.findIndex(({ id }) => id === (edited ?? question.id));
    const end = at < 0 ? this.kept.length : edited ? at : at + 1;
    const instead = this.kept[end];
    // What goes on keeps what stands there.
    if (instead?.id === answer.id) Object.assign(answer, { ...instead, state: "streaming", error: null });
    else if (instead) {
      const mine = edited ? question : answer;
      mine.branches = [...(instead.branches.length > 0 ? instead.branches : [instead.id]), mine.id];
    }
    this.kept = [...this.kept.slice(0, end), ...(at < 0 || edited ? [question] : [])];
  }

  private async tried(what: () => Promise<void>): Promise<boolean> {
    try {
      await what();
      this.onchange();
      return true;
    } catch (thrown) {
      this.ontrouble(asFailure(thrown));
      return false;
    }
  }
}
