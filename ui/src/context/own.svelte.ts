import { asFailure, type Backend, type ChosenModel, type ChosenView, type ContextItem, type ConversationSettings, type ModelsView } from "../ipc";
import { isSame as isSameValue } from "../kit/same";
import { words } from "./sentences";

export const nothingOwn: ConversationSettings = { model: null, temperature: null, shares: null, kept_messages: null, project: null, prompts: [], reminder: null, plain: false, items: [] };

/** What the user decided of a part of the context. */
export type Decision = "pinned" | "removed" | null;

const isPassage = (item: ContextItem) => item.type === "passage";

/** Whether both are the same part. A passage is, wherever its note is now. */
export function isSame(one: ContextItem, other: ContextItem): boolean {
  if (isPassage(one) && isPassage(other) && "hash" in one && "hash" in other) return one.hash === other.hash;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a conversation has of its own. */
interface Opened {
  readonly conversation: string | null;
  /** As it is kept. */
  kept: ConversationSettings;
  /** What is on its way there, in order. */
  changes: Partial<ConversationSettings>[];
}

/** What the conversation that is shown has of its own, or the next new one. */
export class OwnState {
  settings: ConversationSettings = $state.raw(nothingOwn);
  /** Why the last change wasn't kept. */
  trouble = $state("");

  /** Null while it is read, and where that failed. */
  private opened: Opened | null = { conversation: null, kept: nothingOwn, changes: [] };
  private turns = 0;
  /** Ends when all that is to be kept so far is kept. */
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly backend: Backend,
    /** The next question would send something else. */
    private readonly onchange: () => void = () => {},
    /** Something couldn't be read or kept. */
    private readonly ontrouble: (message: string) => void = () => {},
  ) {}

  /** Another conversation is shown, or a new one is begun. False if yet another one is by now, or it can't be read. */
  async turnTo(conversation: string | null): Promise<boolean> {
    this.turns += 1;
    const { turns } = this;
    this.trouble = "";
    this.opened = null;
    await this.keeping;
    try {
      const kept = await this.backend.conversationSettings(conversation);
      if (turns !== this.turns) return false;
      this.opened = { conversation, kept, changes: [] };
      this.settings = kept;
      return true;
    } catch (thrown) {
      if (turns === this.turns) {
        this.settings = nothingOwn;
        this.tell(asFailure(thrown).message);
      }
      return false;
    }
  }

  /** Keeps a change. False if it can't be kept. */
  async change(change: Partial<ConversationSettings>): Promise<boolean> {
    const { opened } = this;
    // All settings are kept together: those that aren't read, or couldn't be, would be lost.
    if (!opened) return this.tell(this.trouble || words.notReadYet);
    this.trouble = "";
    opened.changes.push(change);
    this.show(opened);
    // One after the other: each goes on from what is kept then, and one that fails takes no other with it.
    const kept = this.keeping.then(() => this.keep(opened, change));
    this.keeping = kept.catch(() => {});
    try {
      await kept;
    } catch (thrown) {
      return this.tell(asFailure(thrown).message);
    } finally {
      opened.changes = opened.changes.filter((one) => one !== change);
      this.show(opened);
    }
    this.onchange();
    return true;
  }

  private async keep(opened: Opened, change: Partial<ConversationSettings>): Promise<void> {
    const settings = { ...opened.kept, ...change };
    await this.backend.setConversationSettings(opened.conversation, settings);
    opened.kept = settings;
  }

  private show(opened: Opened): void {
    if (opened === this.opened) this.settings = opened.changes.reduce<ConversationSettings>((settings, change) => ({ ...settings, ...change }), opened.kept);
  }

  private tell(message: string): false {
    this.trouble = message;
    this.ontrouble(message);
    return false;
  }

  decisionOn(item: ContextItem): Decision {
    const choice = this.settings.items.find((choice) => isSame(choice.item, item));
    return choice ? (choice.pinned ? "pinned" : "removed") : null;
  }

  /** Takes a part out of the context, pins it, or leaves it to the app again. */
  decide(item: ContextItem, label: string, decision: Decision): Promise<boolean> {
    const others = this.settings.items.filter((choice) => !isSame(choice.item, item));
    return this.change({ items: decision === null ? others : [...others, { item, label, pinned: decision === "pinned" }] });
  }

  /** The conversation's own model as its server lists it; null if it has none, or the server doesn't say. */
  chosenOf(models: ModelsView | null): ChosenView | null {
    const { model: own } = this.settings;
    if (!own || !models) return null;
    const server = models.servers.find(({ at }) => isSameValue(at, own.server));
    const model = server?.models.find(({ name }) => name === own.model);
    return server && model ? { at: server.at, shown: server.shown, model, small: false } : null;
  }

  /** Whether the conversation has a model of its own. */
  get model(): ChosenModel | null {
    return this.settings.model;
  }
}
