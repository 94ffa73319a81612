import { asFailure, type Backend, type Prompt, type PromptEntry, type PromptSource, type PromptText } from "../ipc";
import { isSame } from "../kit/same";

/** Maximum words of a proposed name. */
const WORDS = 4;

/** A prompt's name from its first words; placeholders count only if there is nothing else. */
export function proposedName(text: string): string {
  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}](?:[^\s{}]*[\p{L}\p{N}])?/gu) ?? [];
  const own = wordsOf(text.replace(/\{\{.*?\}\}/g, " "));
  const name = (own.length > 0 ? own : wordsOf(text)).slice(0, WORDS).join(" ");
  return [...name].slice(0, 100).join("");
}

/** The prompts of the library and of the vault. */
export class PromptsState {
  /** The list of prompts is open. */
  open = $state(false);
  list: PromptEntry[] = $state.raw([]);
  /** Errors of the folder's notes that can't be used as prompts. */
  unread: string[] = $state.raw([]);
  /** The edited prompt of the library, as it would be saved. */
  editing: Prompt | null = $state(null);
  /** The last deleted prompt, until the next action. */
  deleted: Prompt | null = $state.raw(null);
  trouble = $state("");

  /** The edited prompt before the edits. */
  private before: Prompt | null = null;

  constructor(private readonly backend: Backend) {}

  async load(): Promise<void> {
    try {
      const { prompts, unread } = await this.backend.listPrompts();
      this.list = prompts;
      this.unread = unread;
    } catch (thrown) {
      this.trouble = asFailure(thrown).message;
    }
  }

  /** Forgets the previous vault's prompts. */
  clear(): void {
    this.list = [];
    this.unread = [];
  }

  get isUnsaved(): boolean {
    return this.editing !== null && !isSame($state.snapshot(this.editing), this.before);
  }

  /** The edited prompt's name, typed or proposed; empty while it has no text. */
  get name(): string {
    const { editing } = this;
    if (!editing || editing.text.trim() === "") return "";
    return editing.name.trim() || proposedName(editing.text);
  }

  /** The edited prompt was saved before. */
  get isKept(): boolean {
    return this.list.some(({ source }) => source.type === "library" && source.id === this.editing?.id);
  }

  async show(): Promise<void> {
    this.open = true;
    this.trouble = "";
    this.editing = this.deleted = null;
    await this.load();
  }

  close(): void {
    this.open = false;
    this.editing = null;
  }

  async begin(): Promise<void> {
    await this.tried(async () => {
      this.put(await this.backend.newPrompt());
    });
  }

  edit(prompt: PromptEntry): void {
    if (prompt.source.type !== "library") return;
    const { name, text, replaces_instructions } = prompt;
    this.trouble = "";
    this.put({ id: prompt.source.id, name, text, replaces_instructions });
  }

  private put(prompt: Prompt): void {
    this.before = { ...prompt };
    this.editing = prompt;
    this.deleted = null;
  }

  async save(): Promise<void> {
    const { editing, name } = this;
    if (editing) await this.done(() => this.backend.putPrompt({ ...$state.snapshot(editing), name }));
  }

  async remove(): Promise<void> {
    const { before } = this;
    if (before && (await this.done(() => this.backend.deletePrompt(before.id)))) this.deleted = before;
  }

  /** Restores the last deleted prompt. */
  async restore(): Promise<void> {
    const { deleted } = this;
    if (deleted && (await this.done(() => this.backend.putPrompt(deleted)))) this.deleted = null;
  }

  /** A prompt as a question; null on failure. */
  async fill(source: PromptSource, selection: string, note: string | null): Promise<PromptText | null> {
    let text: PromptText | null = null;
    await this.tried(async () => {
      text = await this.backend.fillPrompt(source, selection, note);
    });
    return text;
  }

  private async done(what: () => Promise<unknown>): Promise<boolean> {
    if (!(await this.tried(what))) return false;
    this.editing = null;
    await this.load();
    return true;
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
