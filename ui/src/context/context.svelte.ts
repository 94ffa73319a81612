import { asWireError, type Backend, type WireError, type WireReceipt } from "../ipc";

/** The receipt of the answer that was chosen. */
export class ContextState {
  /** Whose receipt is shown; null shows what the next question would send. */
  answer: string | null = $state(null);
  receipt: WireReceipt | null = $state.raw(null);
  error: WireError | null = $state.raw(null);
  loading = $state(false);

  constructor(private readonly backend: Backend) {}

  async show(answer: string | null): Promise<void> {
    this.answer = answer;
    this.receipt = null;
    this.error = null;
    if (answer === null) return;
    this.loading = true;
    try {
      const receipt = await this.backend.receipt(answer);
      if (this.answer === answer) this.receipt = receipt;
    } catch (thrown) {
      if (this.answer === answer) this.error = asWireError(thrown);
    } finally {
      if (this.answer === answer) this.loading = false;
    }
  }
}
