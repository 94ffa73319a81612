import type { AnswerView, ContextView, MessageView, Outgoing, QuestionView, Reference, TurnView, Compaction, Failure } from "../ipc";

/** An answer that is on its way, before anything of it is there. */
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

/** The events with which something else begins that may take its time. */
const begins = new Set<TurnView["type"]>(["started", "context", "compacting", "compacted", "called", "survey", "work"]);

/** What a turn has told so far. Free of the window: events in, state out. */
export class LiveTurn {
  conversation: string | null = $state(null);
  question: QuestionView | null = $state(null);
  answer: AnswerView | null = $state(null);
  context: ContextView | null = $state.raw(null);
  error: Failure | null = $state.raw(null);
  /** The server refused for the moment; it is asked again in so many seconds. */
  waiting: { seconds: number; error: Failure } | null = $state.raw(null);
  /** The model reads what was sent: tokens and seconds that are left. */
  reading: { tokens: number; seconds: number } | null = $state.raw(null);
  /** What goes to the web, and what the user said of it. */
  outgoing: (Outgoing & { said: boolean | null })[] = $state([]);
  /** The beginning of the conversation is being summarised. */
  compacting = $state(false);
  /** The summary that was made for this turn. */
  compaction: Compaction | null = $state.raw(null);
  /** When what happens now began, in milliseconds. */
  since = $state(Date.now());
  /** The terminal event came; what comes after it is not taken. */
  ended = $state(false);

  /** Takes the next event. False if the turn had ended, or the event makes no sense yet. */
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
        // What was said so far belongs to the step; the answer begins anew.
        answer.steps.push(event.step);
        answer.blocks = [];
        break;
      case "survey":
        answer.survey = event.survey;
        break;
      case "work":
        // What was written so far is what a step found; the answer begins anew.
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
        // Those before `from` keep their place and so their elements in the window.
        answer.blocks.splice(event.from, Infinity, ...event.blocks);
        break;
    }
    return true;
  }

  /** The passages that the model was sent and reads now, by number. What is read in batches or worked out in steps shows
   *  itself otherwise. */
  get sent(): Reference[] {
    const { answer, context } = this;
    if (!answer || !context || this.compacting || answer.passages_only || answer.survey || answer.work) return [];
    const sent = answer.references.filter(({ state, passage }) => state === "used" && passage !== null);
    return sent.sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
  }

  /** Whether something waits for the user to let it go to the web. */
  get asks(): boolean {
    return this.outgoing.some(({ waits, said }) => waits !== null && said === null);
  }

  /** The user said yes or no to something that goes to the web. */
  decided(number: number, yes: boolean): void {
    const one = this.outgoing.find((one) => one.number === number);
    if (one) one.said = yes;
    this.since = Date.now();
  }

  /** Puts the final message in, keeping blocks that are the same so that nothing flickers. */
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
