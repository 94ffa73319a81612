import { asFailure, type Backend, type Prompt, type PromptEntry, type PromptSource, type PromptText } from "../ipc";

/** Whether both are the same prompt. */
export const isSamePrompt = (one: PromptSource, other: PromptSource): boolean =>
  one.type === "library" ? other.type === "library" && one.id === other.id : other.type === "note" && one.path === other.path;

/** The prompts of the library and of the vault. */
export class PromptsState {
  /** The list of prompts is open. */
  open = $state(false);
  list: PromptEntry[] = $state.raw([]);
  /** Why notes of the folder aren't among them. */
  unread: string[] = $state.raw([]);
  /** The prompt of the library that is edited, as it would be saved. */
  editing: Prompt | null = $state(null);
  /** Why something couldn't be done. */
  trouble = $state("");

  constructor(private readonly backend: Backend) {}

  async load(): Promise<void> {
    const { prompts, unread } = await this.backend.listPrompts().catch(() => ({ prompts: [], unread: [] }));
    this.list = prompts;
    this.unread = unread;
  }

  async show(): Promise<void> {
    this.open = true;
    this.trouble = "";
    this.editing = null;
    await this.load();
  }

  close(): void {
    this.open = false;
    this.editing = null;
  }

  async begin(): Promise<void> {
    await this.tried(async () => {
      this.editing = await this.backend.newPrompt();
    });
  }

  edit(prompt: PromptEntry): void {
    if (prompt.source.type !== "library") return;
    const { name, text, replaces_instructions } = prompt;
    this.trouble = "";
    this.editing = { id: prompt.source.id, name, text, replaces_instructions };
  }

  async save(): Promise<void> {
    const { editing } = this;
    if (editing) await this.done(() => this.backend.putPrompt($state.snapshot(editing)));
  }

  async remove(): Promise<void> {
    const { editing } = this;
    if (editing) await this.done(() => this.backend.deletePrompt(editing.id));
  }

  /** A prompt as a question; null if it can't be had. */
  async fill(source: PromptSource, selection: string, note: string | null): Promise<PromptText | null> {
    let text: PromptText | null = null;
    await this.tried(async () => {
      text = await this.backend.fillPrompt(source, selection, note);
    });
    return text;
  }

  private async done(what: () => Promise<unknown>): Promise<void> {
    if (!(await this.tried(what))) return;
    this.editing = null;
    await this.load();
  }

  private async tried(what: () => Promise<unknown>): Promise<boolean> {
    this.trouble = "";
    try {
      await what();
      return true;
    } catch (thrown) {
      this.trouble = asFailure(thrown).message;
      return false;
    }
  }
}
