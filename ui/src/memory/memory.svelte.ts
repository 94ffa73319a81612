import { asFailure, type Backend, type Memory } from "../ipc";

/** What may become a memory, and where it was asked for. */
interface Proposal {
  anchor: Element;
  text: string;
}

/** What is remembered for the vault. */
export class MemoryState {
  /** The page with all of it is open. */
  open = $state(false);
  list: Memory[] = $state.raw([]);
  /** What is reworded, as it would be saved. */
  editing: { id: string; text: string } | null = $state(null);
  /** What the user is asked about. */
  proposal: Proposal | null = $state(null);
  /** What is about to be forgotten, once the user says so again. */
  forgetting: string | null = $state(null);
  /** Why something couldn't be done. */
  trouble = $state("");

  constructor(
    private readonly backend: Backend,
    /** The next question would send something else. */
    private readonly onchange: () => void = () => {},
  ) {}

  get facts(): Memory[] {
    return this.list.filter(({ kind }) => kind === "fact");
  }

  get often(): Memory[] {
    return this.list.filter(({ kind }) => kind !== "fact");
  }

  async show(): Promise<void> {
    this.open = true;
    this.trouble = "";
    this.editing = this.forgetting = null;
    await this.load();
  }

  async load(): Promise<void> {
    try {
      this.list = await this.backend.listMemories();
    } catch (thrown) {
      this.trouble = asFailure(thrown).message;
    }
  }

  /** Nothing of another vault. */
  clear(): void {
    this.list = [];
  }

  /** Something was reworded that isn't kept. */
  get isUnsaved(): boolean {
    const { editing } = this;
    return editing !== null && editing.text !== this.list.find(({ id }) => id === editing.id)?.text;
  }

  /** Asks whether a text is to be remembered. */
  propose(anchor: Element, text: string): void {
    this.trouble = "";
    this.proposal = { anchor, text };
  }

  /** Keeps what was asked about, as it is worded now. False if it can't be kept. */
  async keep(): Promise<boolean> {
    const { proposal } = this;
    if (!proposal || !(await this.changed(() => this.backend.remember(proposal.text)))) return false;
    this.proposal = null;
    return true;
  }

  async saveEdited(): Promise<void> {
    const { editing } = this;
    if (editing && (await this.changed(() => this.backend.rewordMemory(editing.id, editing.text)))) this.editing = null;
  }

  async forget(id: string): Promise<void> {
    this.forgetting = null;
    await this.changed(() => this.backend.forgetMemory(id));
  }

  private async changed(what: () => Promise<unknown>): Promise<boolean> {
    this.trouble = "";
    try {
      await what();
    } catch (thrown) {
      this.trouble = asFailure(thrown).message;
      return false;
    }
    await this.load();
    this.onchange();
    return true;
  }
}
