import type { AnswerView, ContextView, MessageView, Outgoing, QuestionView, Reference, TurnView, Compaction, Failure } from "../ipc";

/** A new answer without content. */
function emptyAnswer(id: string, question: QuestionView): AnswerView {
  return {
    id,
    author: "assistant",
    text: "",
    blocks: [],
    citations: [],
    checks: [],
    probably: [],
    thinking: "",
    steps: [],
    created: question.created,
    state: "streaming",
    error: null,
    mode: question.mode,
    passages_only: false,
    model: null,
    notices: [],
    references: [],
    has_receipt: false,
    imported: false,
    branches: [],
  };
}

/** Events that begin another phase, which may take a while. */
const begins = new Set<TurnView["type"]>(["started", "context", "compacting", "compacted", "called", "survey", "work"]);

/** The state of a turn from its events. Independent of the window: events in, state out. */
export class LiveTurn {
  conversation: string | null = $state(null);
  question: QuestionView | null = $state(null);
  answer: AnswerView | null = $state(null);
  context: ContextView | null = $state.raw(null);
  error: Failure | null = $state.raw(null);
  /** The server refused for now; the request is retried after these seconds. */
  waiting: { seconds: number; error: Failure } | null = $state.raw(null);
  /** The model reads its input: tokens and seconds left. */
  reading: { tokens: number; seconds: number } | null = $state.raw(null);
  /** Requests to the web, and the user's decisions. */
  outgoing: (Outgoing & { said: boolean | null })[] = $state([]);
  /** The beginning of the conversation is being summarised. */
  compacting = $state(false);
  /** The summary made for this turn. */
  compaction: Compaction | null = $state.raw(null);
  /** Start of the current phase, in milliseconds. */
  since = $state(Date.now());
  /** The terminal event came; later events are ignored. */
  ended = $state(false);

  /** Applies the next event. False if the turn had ended, or the event makes no sense yet. */
  apply(event: TurnView): boolean {
    if (this.ended) return false;
    if (begins.has(event.type)) this.since = Date.now();
    this.compacting = event.type === "compacting" || (this.compacting && event.type === "waiting");
    this.waiting = event.type === "waiting" ? { seconds: event.seconds, error: event.error } : null;
    this.reading = event.type === "reading" ? { tokens: event.tokens, seconds: event.seconds } : null;
    if (event.type === "started") {
      if (event.question.author !== "user") return false;
      this.conversation = event.conversation;
      this.question = event.question;
      this.answer = emptyAnswer(event.answer, event.question);
      return true;
    }
    if (event.type === "failed") {
      this.ended = true;
      this.error = event.error;
      if (event.answer) this.settle(event.answer);
      else if (this.answer) {
        this.answer.state = "failed";
        this.answer.error = event.error;
      }
      return true;
    }
    if (event.type === "context") {
      this.context = event.context;
      return true;
    }
    if (event.type === "finished" || event.type === "cancelled") {
      this.ended = true;
      this.settle(event.answer);
      return true;
    }
    if (event.type === "compacting" || event.type === "waiting" || event.type === "reading") return this.answer !== null;
    if (event.type === "compacted") {
      this.compaction = event.compaction;
      return true;
    }
    if (event.type === "outgoing") {
      this.outgoing.push({ ...event.outgoing, said: null });
      return true;
    }
    const answer = this.answer;
    if (!answer) return false;
    switch (event.type) {
      case "references":
        answer.references = event.references;
        break;
      case "notice":
        answer.notices.push(event.message);
        break;
      case "thinking":
        answer.thinking += event.text;
        break;
      case "step":
        // The text so far belongs to the step; the answer starts over.
        answer.steps.push(event.step);
        answer.blocks = [];
        break;
      case "survey":
        answer.survey = event.survey;
        break;
      case "work":
        // The text so far is a step's finding; the answer starts over.
        answer.work = event.work;
        answer.blocks = [];
        break;
      case "routed":
        answer.routed = event.command;
        break;
      case "called": {
        const { call } = event;
        const known = answer.steps.flatMap(({ calls }) => calls).find(({ id }) => id === call.id);
        if (known) Object.assign(known, call);
        break;
      }
      case "blocks":
        // Blocks before `from` keep their objects, and so their elements in the window.
        answer.blocks.splice(event.from, Infinity, ...event.blocks);
        break;
    }
    return true;
  }

  /** The passages that the model was sent, by number. Surveys and step-by-step answers show their progress
   *  differently. */
  get sent(): Reference[] {
    const { answer, context } = this;
    if (!answer || !context || this.compacting || answer.passages_only || answer.survey || answer.work) return [];
    const sent = answer.references.filter(({ state, passage }) => state === "used" && passage !== null);
    return sent.sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
  }

  /** A request to the web waits for the user's permission. */
  get asks(): boolean {
    return this.outgoing.some(({ waits, said }) => waits !== null && said === null);
  }

  /** The user allowed or refused a request to the web. */
  decided(number: number, yes: boolean): void {
    const one = this.outgoing.find((one) => one.number === number);
    if (one) one.said = yes;
    this.since = Date.now();
  }

  /** Applies the final message, and reuses equal blocks so that nothing flickers. */
  private settle(final: MessageView) {
    if (final.author !== "assistant") return;
    if (!this.answer) {
      this.answer = final;
      return;
    }
    const { branches } = this.answer;
    Object.assign(this.answer, final);
    if (final.branches.length === 0) this.answer.branches = branches;
  }
}
