import { asFailure, type Backend, type CitedNote, type CitingFilter, type Insight } from "../ipc";
import { GraphState } from "./graph/graph.svelte";

export type View = "notes" | "months" | "conversations" | "uncited" | "fruitless" | "graph";

/** A subset of the answers, and its name. */
interface Narrowed {
  filter: CitingFilter;
  name: string;
  notes: CitedNote[];
}

/** Statistics of the sources of the vault's answers. */
export class InsightState {
  open = $state(false);
  view: View = $state("notes");
  whole: Insight | null = $state.raw(null);
  /** The month or conversation whose notes are listed. */
  narrowed: Narrowed | null = $state.raw(null);
  trouble = $state("");

  readonly graph: GraphState;

  constructor(private readonly backend: Backend) {
    this.graph = new GraphState(backend);
  }

  async show(view: View = "notes"): Promise<void> {
    this.open = true;
    this.turnTo(view);
    this.whole = await this.got(() => this.backend.insight());
  }

  turnTo(view: View): void {
    this.view = view;
    this.narrowed = null;
    this.trouble = "";
  }

  /** Lists the notes that a subset of the answers cites. */
  async narrow(filter: CitingFilter, name: string): Promise<void> {
    const notes = await this.got(() => this.backend.citedNotes(filter));
    if (notes === null) return;
    this.view = "notes";
    this.narrowed = { filter, name, notes };
  }

  private async got<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (thrown) {
      this.trouble = asFailure(thrown).message;
      return null;
    }
  }
}
