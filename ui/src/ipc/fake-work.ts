import type { MessageView, Reference, Remark, TurnView, Work } from "./bindings";

const tasks = ["What your notes say about salt", "How long the dough rests", "What else was tried"];

/** Works questions out: a plan of three steps, each of which finds something. */
export class FakeWork {
  /** The step that hears what is said now, by the answer; none while nothing is worked out. */
  private readonly next = new Map<string, number>();

  say(answer: string, text: string): Remark | null {
    const step = this.next.get(answer);
    return step === undefined ? null : { text, created: new Date().toISOString(), step };
  }

  /** Plays the work as the app tells it. False if the turn was stopped meanwhile. */
  async play(onTurn: (event: TurnView) => void, answer: MessageView, references: Reference[], rest: () => Promise<boolean>): Promise<boolean> {
    const work: Work = answer.work ?? {
      steps: [],
      stage: "planning",
      limits: { steps: 6, calls: 30, tokens: 200_000, minutes: 15 },
      spent: { calls: 0, tokens: 0, seconds: 0 },
      limit: null,
      open: [],
    };
    answer.work = work;
    const tell = () => {
      work.spent = { calls: work.spent.calls + 1, tokens: work.spent.tokens + 2100, seconds: work.spent.seconds + 7 };
      onTurn({ type: "work", work: structuredClone(work) });
    };
    tell();
    if (!(await rest())) return false;
    if (work.steps.length === 0) work.steps = tasks.map((task) => ({ task, state: "waiting", found: "", first_round: 0, rounds: 0 }));
    work.stage = "working";
    for (const [at, step] of work.steps.entries()) {
      if (step.state === "done") continue;
      step.state = "running";
      this.next.set(answer.id, at + 1);
      tell();
      onTurn({ type: "blocks", from: 0, blocks: [`<p>Looking at ${step.task.toLowerCase()}</p>`] });
      if (!(await rest())) {
        this.next.delete(answer.id);
        return false;
      }
      step.state = "done";
      step.found = `- ${references[at]?.passage?.text.split(". ")[0] ?? "Nothing found."} [${references[at]?.number ?? 1}]`;
      tell();
    }
    this.next.delete(answer.id);
    work.stage = "checking";
    tell();
    work.open = ["How much salt rye dough wants"];
    work.stage = "reporting";
    tell();
    return true;
  }
}
