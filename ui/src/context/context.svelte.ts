import { asFailure, type Backend, type Failure, type Receipt } from "../ipc";
import { words } from "./sentences";

/** The receipts of the answer that was chosen. */
export class ContextState {
  /** Whose receipts are shown; null shows what the next question would send. */
  answer: string | null = $state(null);
  /** One for each call of a model, in order. */
  receipts: Receipt[] = $state.raw([]);
  /** Which of them is shown, from 0. */
  call = $state(0);
  error: Failure | null = $state.raw(null);
  loading = $state(false);
  /** Where the receipt was written to, or why it wasn't. */
  outcome: string | null = $state(null);

  constructor(private readonly backend: Backend) {}

  get receipt(): Receipt | null {
    return this.receipts[this.call] ?? null;
  }

  /** What all calls cost together, if there are more and the cost of each is known. */
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
      // The last one is what the answer was made from.
      this.call = Math.max(0, receipts.length - 1);
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

  /** Writes the receipts into a file: for people if it is to be Markdown, else as JSON. */
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
