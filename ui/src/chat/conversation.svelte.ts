import {
  asFailure,
  type Attachment,
  type Backend,
  type Draft,
  type AnswerView,
  type MessageView,
  type QuestionView,
  type TurnView,
  type Compaction,
  type Failure,
} from "../ipc";
import { moveExcerpts, stored } from "./composer.svelte";
import { LiveTurn } from "./live-turn.svelte";
import { Translations } from "./translations.svelte";

/** Messages loaded when a conversation is opened. */
const NEWEST = 40;
/** Earlier messages loaded at a time. */
const EARLIER = 120;

/** A question waiting for the current answer to end. */
export interface Queued {
  readonly key: number;
  readonly draft: Draft<Attachment>;
  /** It has waited since before the window was opened, so only the user sends it. */
  readonly held: boolean;
}

/** A conversation: the messages of its shown branch, and its running turn. */
export class ConversationState {
  /** Null until the first question is stored. */
  id: string | null = $state(null);
  title = $state("");
  /** The number of older messages that aren't loaded. */
  earlier = $state(0);
  /** The summaries that replace the conversation's beginning for the model. */
  compactions: Compaction[] = $state.raw([]);
  /** A message to scroll to. */
  sought: { id: string } | null = $state.raw(null);
  /** It owns the streaming answer, which joins the stored messages when it ends. */
  turn: LiveTurn | null = $state(null);

  readonly translations = new Translations((answer, number) => this.backend.translatePassage(answer, number));

  /** The next questions, asked as answers end. */
  queued: Queued[] = $state.raw([]);
  private lastQueued = 0;
  /** Resolves once the queue is saved in its last state. */
  private keeping: Promise<unknown> = Promise.resolve();

  /** The newest stored messages without gaps, or all of them once `earlier` is 0. */
  private kept: MessageView[] = $state([]);
  private reading = false;

  readonly messages: MessageView[] = $derived(this.turn?.answer ? [...this.kept, this.turn.answer] : this.kept);

  constructor(
    private readonly backend: Backend,
    /** The context of the next question changed. */
    private readonly onchange: () => void = () => {},
    private readonly ontrouble: (error: Failure) => void = () => {},
    /** The folder of its vault. */
    readonly vault = "",
  ) {}

  get streaming(): boolean {
    return this.turn !== null;
  }

  get isNew(): boolean {
    return this.id === null && this.kept.length === 0 && !this.streaming;
  }

  /** Loads the newest messages of a conversation. */
  async read(id: string, count = NEWEST): Promise<void> {
    const page = await this.backend.conversationPage(id, null, count);
    this.id = page.id;
    this.title = page.title;
    this.kept = page.messages;
    this.earlier = page.earlier;
    this.compactions = page.compactions;
  }

  /** Loads earlier messages. False if there are none. */
  async loadEarlier(): Promise<boolean> {
    const [first] = this.kept;
    if (this.earlier === 0 || !first || this.id === null || this.reading) return false;
    this.reading = true;
    try {
      const page = await this.backend.conversationPage(this.id, first.id, EARLIER);
      // Another branch may be open by now.
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

  /** Scrolls to a message, on any branch. */
  async seek(message: string): Promise<void> {
    if (!(await this.reach(message))) await this.switchBranch(message);
    if (this.has(message)) this.sought = { id: message };
  }

  /** Loads messages back to one of the shown branch. False if it isn't on the branch. */
  async reach(message: string): Promise<boolean> {
    while (!this.has(message) && (await this.loadEarlier()));
    return this.has(message);
  }

  private has(message: string): boolean {
    return this.messages.some(({ id }) => id === message);
  }

  async switchBranch(message: string): Promise<void> {
    const { id } = this;
    if (id === null || this.streaming) return;
    await this.tried(async () => {
      await this.backend.switchBranch(message);
      await this.read(id, Math.max(NEWEST, this.kept.length + 1));
    });
  }

  async undoCompaction(compaction: Compaction): Promise<void> {
    await this.tried(async () => {
      await this.backend.undoCompaction(compaction.id);
      this.compactions = this.compactions.filter(({ id }) => id !== compaction.id);
    });
  }

  /** Replaces a summary by the user's text. False if that can't be saved. */
  editCompaction(compaction: Compaction, summary: string): Promise<boolean> {
    return this.tried(async () => {
      await this.backend.editCompaction(compaction.id, summary);
      this.compactions = this.compactions.map((one) => (one.id === compaction.id ? { ...one, summary, edited: true } : one));
    });
  }

  /** Makes the sentence at this byte of an answer cite the passage that supports it, or restores the model's
   *  citation. */
  async correct(answer: string, sentence: number, isRight: boolean): Promise<void> {
    await this.tried(async () => {
      const corrected = await this.backend.correctCitation(answer, sentence, isRight);
      this.kept = this.kept.map((message) => (message.id === answer ? corrected : message));
    });
  }

  /** Rates the verdict on the sentence at this byte of an answer, or takes the rating back (null). The same sentence beside
   *  the same passages follows in all answers. */
  rate(answer: string, sentence: number, isRight: boolean | null): Promise<boolean> {
    return this.tried(async () => {
      await this.backend.rateVerdict(answer, sentence, isRight);
      const { id } = this;
      if (id !== null) await this.read(id, Math.max(NEWEST, this.kept.length));
    });
  }

  /** A sent text goes to the next step of the running question. */
  get takesRemarks(): boolean {
    return this.turn?.answer?.work?.stage === "working";
  }

  /** Adds a remark for the next step of the running work. False if there is no next step. */
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

  queue(draft: Draft<Attachment>): void {
    this.add(draft, false);
    this.keepQueue();
  }

  /** Loads the queue that the conversation had when the window was closed. */
  async readQueue(id: string): Promise<void> {
    const reading = this.backend.queue(id);
    // Questions queued meanwhile are saved after the load, together with the loaded ones.
    this.keeping = reading.then(
      () => {},
      () => {},
    );
    const kept = await reading;
    for (const draft of kept) this.add(draft, true);
    if (this.queued.length > kept.length) this.keepQueue();
  }

  unqueue(question: Queued): void {
    this.queued = this.queued.filter(({ key }) => key !== question.key);
    this.keepQueue();
  }

  private add(draft: Draft<Attachment>, held: boolean): void {
    this.lastQueued += 1;
    this.queued = [...this.queued, { key: this.lastQueued, draft, held }];
  }

  /** One save after the other, so that the last one wins. */
  private keepQueue(): void {
    const { id } = this;
    if (id === null) return;
    const questions = this.queued.map(({ draft }) => stored(draft));
    this.keeping = this.keeping.then(() => this.backend.keepQueue(id, questions)).catch((thrown: unknown) => this.ontrouble(asFailure(thrown)));
  }

  questionOf(answer: AnswerView): QuestionView | null {
    const at = this.messages.findIndex(({ id }) => id === answer.id);
    return this.messages.slice(0, Math.max(at, 0)).findLast((message) => message.author === "user") ?? null;
  }

  answerTo(question: QuestionView): AnswerView | null {
    const next = this.messages[this.messages.findIndex(({ id }) => id === question.id) + 1];
    return next?.author === "assistant" ? next : null;
  }

  /** Begins a turn, whose events go to `take`. */
  begin(): LiveTurn {
    this.turn = new LiveTurn();
    return this.turn;
  }

  /** Applies the next event of a turn. `edited` is the question that the turn replaces. False if the turn had
   *  ended, or the event makes no sense yet. */
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

  /** Notes were moved: updates the paths of references and attached passages. */
  notesMoved(places: ReadonlyMap<string, string>): void {
    for (const message of this.messages) if (message.author === "user") moveExcerpts(message.attachments, places);
    for (const { draft } of this.queued) moveExcerpts(draft.attachments, places);
    for (const reference of this.messages.flatMap(({ references }) => references)) {
      if (reference.path !== null) reference.path = places.get(reference.path) ?? reference.path;
    }
  }

  /** The question is stored: adds it and its answer; the messages they replace become another branch. */
  private started({ conversation, question, answer }: LiveTurn, edited: string | null) {
    if (!question || !answer) return;
    const isNew = this.id === null;
    this.id = conversation;
    // Until now the queue had no conversation to be saved with.
    if (isNew && this.queued.length > 0) this.keepQueue();
    const at = this.kept.findIndex(({ id }) => id === (edited ?? question.id));
    const end = at < 0 ? this.kept.length : edited ? at : at + 1;
    const instead = this.kept[end];
    // A continued answer keeps its content.
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
