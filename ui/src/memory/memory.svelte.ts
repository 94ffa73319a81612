import { asFailure, type Backend, type Memory } from "../ipc";

/** A proposed memory, and the element at which it was proposed. */
interface Proposal {
  anchor: Element;
  text: string;
}

/** The vault's memories. */
export class MemoryState {
  /** The page with all memories is open. */
  open = $state(false);
  list: Memory[] = $state.raw([]);
  /** The memory being edited, as it would be saved. */
  editing: { id: string; text: string } | null = $state(null);
  /** The memory that the user is asked to confirm. */
  proposal: Proposal | null = $state(null);
  /** The memory to be deleted, once the user confirms. */
  forgetting: string | null = $state(null);
  trouble = $state("");

  constructor(
    private readonly backend: Backend,
    /** The context of the next question changed. */
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

  /** Forgets the previous vault's memories. */
  clear(): void {
    this.list = [];
  }

  /** An edited memory isn't saved. */
  get isUnsaved(): boolean {
    const { editing } = this;
    return editing !== null && editing.text !== this.list.find(({ id }) => id === editing.id)?.text;
  }

  /** Asks the user to confirm a memory. */
  propose(anchor: Element, text: string): void {
    this.trouble = "";
    this.proposal = { anchor, text };
  }

  /** Saves the proposed memory as worded. False if it can't be saved. */
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
