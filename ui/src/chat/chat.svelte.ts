import {
  asFailure,
  type AskRequest,
  type Backend,
  type AnswerView,
  type DateRange,
  type MovedNote,
  type Place,
  type QuestionView,
  type SurveyEstimate,
} from "../ipc";
import type { Again } from "./again";
import { asQuestion, ComposerState, moveExcerpts } from "./composer.svelte";
import { ConversationState, type Queued } from "./conversation.svelte";
import { ConversationsState } from "./conversations.svelte";
import { lacksModel } from "./failure";
import type { LiveTurn } from "./live-turn.svelte";
import { everything } from "./mentions";
import { said } from "./sentences";
import { spokenText } from "./spoken";

/** Where a question was before it was sent; once stored, the question is removed there. */
interface Origin {
  composed?: boolean;
  queued?: Queued;
}

/** Maximum conversations whose reading position is stored. */
const PLACES = 200;

/** A vault's conversations, the open conversation, and the draft. */
export class ChatState {
  readonly list: ConversationsState;
  readonly composer: ComposerState;
  shown: ConversationState;
  /** Another conversation is being loaded. */
  loading = $state(false);
  /** Number of sent questions; each scrolls to the top. */
  sent = $state(0);
  /** Announced by screen readers, politely. */
  said = $state("");
  /** The answer's paragraphs for screen readers, each announced once it is complete. */
  spoken: string[] = $state([]);

  /** The reading position in each conversation, newest last. */
  places: Record<string, Place> = {};
  /** Saves the reading positions. */
  onplaces: (places: Record<string, Place>) => void = () => {};
  private placesKept: ReturnType<typeof setTimeout> | undefined;

  /** Conversations with a running turn or waiting questions, by id. They continue while another one is open. */
  private readonly live = new Map<string, ConversationState>();
  private vault = "";
  private opened = 0;
  private spokenTo = 0;

  constructor(
    private readonly backend: Backend,
    /** A turn of the open conversation has ended. */
    private readonly onended: () => void = () => {},
  ) {
    this.list = new ConversationsState(backend);
    this.composer = new ComposerState(backend);
    this.shown = $state.raw(this.empty());
  }

  /** The open conversation's title. The list has the newest: a turn can change it. */
  get title(): string {
    return this.list.entries.find(({ id }) => id === this.shown.id)?.title ?? this.shown.title;
  }

  /** Opens the last conversation of another vault, or a new one. */
  async enterVault(root: string): Promise<void> {
    this.vault = root;
    const composed = this.composer.enterVault(root);
    this.show(this.empty());
    // Opening doesn't wait for the list.
    const listed = this.list.enter();
    const { opened } = this;
    this.loading = true;
    const last = await this.backend.conversationToShow().catch(() => null);
    if (opened === this.opened) {
      this.loading = false;
      // Keeps a question that was asked meanwhile.
      if (last !== null && this.shown.isNew) await this.read(last);
    }
    await Promise.all([composed, listed]);
  }

  /** An empty conversation; it is stored with its first question. */
  begin(): void {
    if (this.shown.isNew) return this.show(this.shown);
    this.show(this.empty());
    void this.composer.turnTo(null);
  }

  /** Opens a conversation at its end, or at the message `at`. */
  async open(id: string, at: string | null = null): Promise<void> {
    if (id !== this.shown.id || this.loading) await this.read(id);
    if (at !== null && id === this.shown.id) await this.shown.seek(at);
  }

  /** The reading position in a conversation; null at its newest question. */
  placeIn(id: string | null): Place | null {
    return (id !== null && this.places[id]) || null;
  }

  keepPlace(id: string | null, place: Place | null): void {
    if (id === null || (place === null && !(id in this.places))) return;
    const others = Object.entries(this.places).filter(([other]) => other !== id);
    this.places = Object.fromEntries((place === null ? others : [...others, [id, place] as const]).slice(-PLACES));
    clearTimeout(this.placesKept);
    this.placesKept = setTimeout(() => this.onplaces(this.places), 500);
  }

  /** Deletes a conversation; `list.restore` brings it back. */
  async remove(id: string): Promise<void> {
    // Stops its turn, and its waiting questions.
    const live = this.live.get(id);
    if (live) await this.stop(live);
    if (id === this.shown.id) this.begin();
    await this.list.remove(id);
  }

  /** Sends the draft, which stays in the composer until the question is stored. While an answer is being
   *  written the question is queued; while a question is worked out, the text goes to its next step. */
  async send(): Promise<void> {
    const { shown } = this;
    const request = this.composer.request();
    if (request.text === "") return;
    if (!shown.streaming) return this.ask(request, { composed: true });
    const draft = $state.snapshot(this.composer.draft);
    // Cleared at once: text typed from here on belongs to another question.
    this.composer.write({ text: "", attachments: [] });
    if (draft.attachments.length === 0 && (await shown.remark(request.text))) return;
    shown.queue(draft);
    if (shown.streaming) return;
    // The answer may have ended while the backend checked for a next step.
    if (shown.id !== null) this.live.set(shown.id, shown);
    this.askNext(
      shown,
      shown.messages.findLast((message) => message.author === "assistant"),
    );
  }

  async sendQueued(question: Queued): Promise<void> {
    await this.ask(asQuestion(question.draft, this.shown.id), { queued: question });
  }

  /** Moves a queued question back into the composer, before the draft. */
  editQueued(question: Queued): void {
    this.shown.unqueue(question);
    const { draft } = this.composer;
    const { text, attachments, ...rest } = question.draft;
    const known = new Set(attachments.map(({ id }) => id));
    this.composer.write({
      ...rest,
      text: [text, draft.text].filter((part) => part.trim() !== "").join("\n\n"),
      attachments: [...attachments, ...draft.attachments.filter(({ id }) => !known.has(id))],
    });
  }

  /** Replaces a stored question by another one. The messages after it stay as another branch. */
  async edit(question: QuestionView, text: string): Promise<void> {
    if (text.trim() !== "") await this.ask({ ...this.again(question), text: text.trim(), at: { instead: question.id } });
  }

  /** Asks a stored question again, perhaps in another way: passages only, another mode, another model. B48 */
  async retry(question: QuestionView, how: Again = {}): Promise<void> {
    const { passagesOnly = false, mode, model = null, all = false, period, work, asChat = false, asText = false } = how;
    const search = asText ? question.text : how.search;
    const looking = passagesOnly ? "notes" : (mode ?? question.mode);
    const again = this.again(question);
    const worked = work ?? again.way === "work";
    const way = passagesOnly ? "passages" : all ? "survey" : worked ? "work" : asChat ? "chat" : "answer";
    await this.ask({ ...again, mode: looking, at: { again: question.id }, way, model, ...(search !== undefined && { search }), ...(period && { period }) });
  }

  /** Estimates the cost of reading every note that matches a stored question, or every note of a time. */
  estimate(question: QuestionView, period?: DateRange): Promise<SurveyEstimate> {
    return this.backend.surveyEstimate({ ...this.again(question), at: { again: question.id }, ...(period && { period }) });
  }

  /** Continues the last answer, which was interrupted. B46 */
  async goOn(): Promise<void> {
    const question = this.shown.messages.findLast((message) => message.author === "user");
    if (question) await this.ask({ ...this.again(question), text: "/continue", attachments: [], way: "answer" });
  }

  async stop(conversation = this.shown): Promise<void> {
    const answer = conversation.turn?.answer;
    if (!answer) return;
    try {
      await this.backend.cancel(answer.id);
    } catch (thrown) {
      if (conversation === this.shown) this.composer.trouble = asFailure(thrown);
      else this.list.notice = asFailure(thrown).message;
    }
  }

  notesMoved(moved: MovedNote[]): void {
    const places = new Map(moved.map(({ from, to }) => [from, to]));
    for (const conversation of new Set([this.shown, ...this.live.values()])) conversation.notesMoved(places);
    moveExcerpts(this.composer.draft.attachments, places);
  }

  /** Reloads the open conversation, unless an answer is being written in it. */
  async readAgain(): Promise<void> {
    const { id, turn, messages } = this.shown;
    if (id === null || turn) return;
    try {
      // Loads as many messages as before.
      await this.shown.read(id, Math.max(messages.length, 1));
    } catch (thrown) {
      this.composer.trouble = asFailure(thrown);
    }
  }

  private empty(): ConversationState {
    return new ConversationState(
      this.backend,
      () => this.composer.touch(),
      (error) => (this.composer.trouble = error),
      this.vault,
    );
  }

  /** Opens a conversation, and cancels one that is still loading. */
  private show(conversation: ConversationState): void {
    this.opened += 1;
    this.loading = false;
    this.composer.trouble = null;
    // Forgets the message that was sought before.
    conversation.sought = null;
    this.shown = conversation;
  }

  private async read(id: string): Promise<void> {
    const live = this.live.get(id);
    const conversation = live ?? this.empty();
    this.opened += 1;
    const { opened } = this;
    this.loading = true;
    try {
      if (!conversation.streaming) await conversation.read(id);
      if (!live) await conversation.readQueue(id);
      const place = this.placeIn(id);
      if (place) await conversation.reach(place.message);
      if (opened !== this.opened) return;
      if (conversation.queued.length > 0) this.live.set(id, conversation);
      this.show(conversation);
      await this.composer.turnTo(id);
    } catch (thrown) {
      if (opened !== this.opened) return;
      this.loading = false;
      this.composer.trouble = asFailure(thrown);
    }
  }

  /** A stored question as a new request, step by step if the question was. */
  private again(question: QuestionView): AskRequest {
    const { text, mode, scope = everything(), attachments } = question;
    const work = Boolean(this.shown.answerTo(question)?.work);
    return { ...asQuestion({ text, mode, scope, attachments, passages_only: false, work }, this.shown.id), text };
  }

  private async ask(request: AskRequest, origin: Origin = {}, conversation = this.shown): Promise<void> {
    if (conversation.streaming) return;
    const turn = conversation.begin();
    if (conversation.id !== null) this.live.set(conversation.id, conversation);
    if (conversation === this.shown) this.composer.trouble = null;
    try {
      await this.backend.ask(request, (event) => {
        if (!conversation.take(turn, event, "instead" in request.at ? request.at.instead : null)) return;
        if (conversation === this.shown) this.speak(turn, event.type === "step" || event.type === "work");
        if (event.type === "started") this.started(conversation, event.conversation, request, origin);
        else if (turn.ended) this.ended(conversation, turn);
      });
    } catch (thrown) {
      const failed = { type: "failed" as const, answer: null, error: asFailure(thrown) };
      if (conversation.take(turn, failed, null)) this.ended(conversation, turn);
    }
  }

  /** Announces complete paragraphs; `anew` starts over, because the announced text belongs to a step now. */
  private speak({ answer, ended }: LiveTurn, anew: boolean): void {
    if (anew) this.spokenTo = 0;
    const finished = (answer?.blocks ?? []).slice(this.spokenTo, ended ? undefined : -1);
    this.spokenTo += finished.length;
    this.spoken.push(...finished.map(spokenText).filter(Boolean));
  }

  private started(conversation: ConversationState, id: string, request: AskRequest, { composed, queued }: Origin): void {
    const shown = conversation === this.shown;
    this.live.set(id, conversation);
    if (composed) this.composer.sent(request, id, shown);
    if (queued) conversation.unqueue(queued);
    if (shown) {
      this.sent += 1;
      this.said = said.answering;
      this.spoken = [];
      // A continued answer was announced except for its last paragraph, which may have been cut off.
      this.spokenTo = Math.max(0, (conversation.turn?.answer?.blocks.length ?? 0) - 1);
    }
    void this.list.refresh();
  }

  /** Asks the next queued question once an answer is complete. In another vault it waits until its own vault
   *  is open again. */
  private askNext(conversation: ConversationState, answer: AnswerView | null | undefined): void {
    const next = conversation.queued.find(({ held }) => !held);
    if (!next || answer?.state !== "complete" || conversation.vault !== this.vault) return;
    void this.ask(asQuestion(next.draft, conversation.id), { queued: next }, conversation);
  }

  private ended(conversation: ConversationState, { answer, error }: LiveTurn): void {
    if (conversation.id !== null && conversation.queued.length === 0) this.live.delete(conversation.id);
    void this.list.refresh();
    this.askNext(conversation, answer);
    if (conversation !== this.shown) {
      if (!answer && error) this.list.notice = error.message;
      return;
    }
    // Without an answer nothing was stored, and the question is still where it was written.
    if (answer) this.said = said.ended(lacksModel(answer) ? "complete" : answer.state);
    else this.composer.trouble = error;
    void this.composer.count();
    this.onended();
  }
}
