import { asFailure, type Backend, type ChosenModel, type ChosenView, type ContextItem, type ConversationSettings, type ModelsView } from "../ipc";

export const nothingOwn: ConversationSettings = { model: null, temperature: null, shares: null, kept_messages: null, project: null, prompts: [], reminder: null, plain: false, items: [] };

/** What the user decided of a part of the context. */
export type Decision = "pinned" | "removed" | null;

const isPassage = (item: ContextItem) => item.type === "passage";

/** Whether both are the same part. A passage is, wherever its note is now. */
export function isSame(one: ContextItem, other: ContextItem): boolean {
  if (isPassage(one) && isPassage(other) && "hash" in one && "hash" in other) return one.hash === other.hash;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What the conversation that is shown has of its own, or the next new one. */
export class OwnState {
  settings: ConversationSettings = $state.raw(nothingOwn);
  /** Why the last change wasn't kept. */
  trouble = $state("");

  private conversation: string | null = null;
  /** `settings` are those of the conversation. */
  private isRead = true;
  private turns = 0;

  constructor(
    private readonly backend: Backend,
    /** The next question would send something else. */
    private readonly onchange: () => void = () => {},
  ) {}

  /** Another conversation is shown, or a new one is begun. */
  async turnTo(conversation: string | null): Promise<void> {
    this.turns += 1;
    const { turns } = this;
    this.trouble = "";
    this.conversation = conversation;
    this.isRead = false;
    try {
      const settings = await this.backend.conversationSettings(conversation);
      if (turns !== this.turns) return;
      this.settings = settings;
      this.isRead = true;
    } catch (thrown) {
      if (turns !== this.turns) return;
      this.settings = nothingOwn;
      this.trouble = asFailure(thrown).message;
    }
  }

  /** Keeps a change. False if it can't be kept. */
  async change(change: Partial<ConversationSettings>): Promise<boolean> {
    // All settings are kept together: those that couldn't be read would be lost.
    if (!this.isRead) return false;
    const before = this.settings;
    this.settings = { ...before, ...change };
    this.trouble = "";
    try {
      await this.backend.setConversationSettings(this.conversation, this.settings);
    } catch (thrown) {
      this.settings = before;
      this.trouble = asFailure(thrown).message;
      return false;
    }
    this.onchange();
    return true;
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
    const server = models.servers.find(({ base_url }) => base_url === own.server);
    const model = server?.models.find(({ name }) => name === own.model);
    return server && model ? { base_url: server.base_url, model, small: false } : null;
  }

  /** Whether the conversation has a model of its own. */
  get model(): ChosenModel | null {
    return this.settings.model;
  }
}
