export type Outcome = "copied" | "failed";

/** Time that the outcome is shown, in milliseconds. */
const SAID = 1600;

/** Copies texts, and shows the outcome for a moment. */
export class Copied {
  outcome: Outcome | null = $state(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ontold: (outcome: Outcome | null) => void = () => {}) {}

  async copy(text: string): Promise<void> {
    clearTimeout(this.timer);
    this.tell(await put(text));
    this.timer = setTimeout(() => this.tell(null), SAID);
  }

  private tell(outcome: Outcome | null): void {
    this.outcome = outcome;
    this.ontold(outcome);
  }
}

/** Writes a text to the clipboard, which the system may refuse. */
async function put(text: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "failed";
  }
}
