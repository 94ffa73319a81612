import { asFailure, type Backend, type Failure, type Receipt } from "../ipc";
import { words } from "./sentences";

/** The index of the last request for the answer itself; the last receipt if all calls were auxiliary. */
function lastOwn(receipts: Receipt[]): number {
  const own = receipts.findLastIndex(({ context }) => !context.auxiliary);
  return own < 0 ? Math.max(0, receipts.length - 1) : own;
}

/** The receipts of the chosen answer. */
export class ContextState {
  /** The answer whose receipts are shown; null shows the draft's context. */
  answer: string | null = $state(null);
  /** One receipt for each call of a model, in order. */
  receipts: Receipt[] = $state.raw([]);
  /** The index of the shown receipt. */
  call = $state(0);
  error: Failure | null = $state.raw(null);
  loading = $state(false);
  /** The file that the receipt was exported to, or the error. */
  outcome: string | null = $state(null);

  constructor(private readonly backend: Backend) {}

  get receipt(): Receipt | null {
    return this.receipts[this.call] ?? null;
  }

  /** The cost of all calls, if there are several and each cost is known. */
  get costOfAll(): { calls: number; micro: number } | null {
    const costs = this.receipts.map(({ cost }) => cost?.micro_dollars);
    if (costs.length < 2 || costs.includes(undefined)) return null;
    return { calls: costs.length, micro: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) };
  }

  async show(answer: string | null): Promise<void> {
    this.answer = answer;
    this.receipts = [];
    this.error = null;
    this.outcome = null;
    if (answer === null) return;
    this.loading = true;
    try {
      const receipts = await this.backend.receipts(answer);
      if (this.answer !== answer) return;
      this.receipts = receipts;
      // This call produced the answer. Judges, translations and summaries of notes come after it.
      this.call = lastOwn(receipts);
    } catch (thrown) {
      if (this.answer === answer) this.error = asFailure(thrown);
    } finally {
      if (this.answer === answer) this.loading = false;
    }
  }

  step(by: number): void {
    this.call = Math.max(0, Math.min(this.receipts.length - 1, this.call + by));
    this.outcome = null;
  }

  /** Exports the receipts, as Markdown for people or as JSON. */
  async export(): Promise<void> {
    const { answer } = this;
    if (answer === null) return;
    this.outcome = null;
    try {
      const path = await this.backend.exportReceipt(answer);
      if (path !== null) this.outcome = words.exported(path);
    } catch (thrown) {
      this.outcome = asFailure(thrown).message;
    }
  }
}
