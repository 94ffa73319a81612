import { asFailure, type Backend, type ChosenModel, type ChosenView, type ContextItem, type ConversationSettings, type ModelsView } from "../ipc";
import { isSame as isSameValue } from "../kit/same";
import { words } from "./sentences";

export const nothingOwn: ConversationSettings = {
  model: null,
  temperature: null,
  shares: null,
  kept_messages: null,
  project: null,
  prompts: [],
  reminder: null,
  plain: false,
  items: [],
};

/** The user's decision on a part of the context. */
export type Decision = "pinned" | "removed" | null;

const isPassage = (item: ContextItem) => item.type === "passage";

/** True for the same part. Passages are compared by hash, so a moved note doesn't matter. */
export function isSame(one: ContextItem, other: ContextItem): boolean {
  if (isPassage(one) && isPassage(other) && "hash" in one && "hash" in other) return one.hash === other.hash;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The settings of an open conversation. */
interface Opened {
  readonly conversation: string | null;
  /** The stored settings. */
  kept: ConversationSettings;
  /** Pending changes, in order. */
  changes: Partial<ConversationSettings>[];
}

/** The own settings of the open conversation, or of the next new one. */
export class OwnState {
  settings: ConversationSettings = $state.raw(nothingOwn);
  /** The error of the last change. */
  trouble = $state("");

  /** Null while loading, and after a failed load. */
  private opened: Opened | null = { conversation: null, kept: nothingOwn, changes: [] };
  private turns = 0;
  /** Resolves once all pending saves are done. */
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly backend: Backend,
    /** The context of the next question changed. */
    private readonly onchange: () => void = () => {},
    /** Settings couldn't be loaded or saved. */
    private readonly ontrouble: (message: string) => void = () => {},
  ) {}

  /** Another conversation is opened, or a new one begun. False if yet another one is open by now, or the
   *  settings can't be loaded. */
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

  /** Saves a change. False if it can't be saved. */
  async change(change: Partial<ConversationSettings>): Promise<boolean> {
    const { opened } = this;
    // The settings are saved as a whole, so saving before they are loaded would lose the others.
    if (!opened) return this.tell(this.trouble || words.notReadYet);
    this.trouble = "";
    opened.changes.push(change);
    this.show(opened);
    // One save after the other: each starts from the stored settings, and a failed save doesn't undo others.
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

  /** Removes or pins a part of the context, or leaves the choice to the app. */
  decide(item: ContextItem, label: string, decision: Decision): Promise<boolean> {
    const others = this.settings.items.filter((choice) => !isSame(choice.item, item));
    return this.change({ items: decision === null ? others : [...others, { item, label, pinned: decision === "pinned" }] });
  }

  /** The conversation's own model as its server lists it; null without an own model, or if the server doesn't
   *  list it. */
  chosenOf(models: ModelsView | null): ChosenView | null {
    const { model: own } = this.settings;
    if (!own || !models) return null;
    const server = models.servers.find(({ at }) => isSameValue(at, own.server));
    const model = server?.models.find(({ name }) => name === own.model);
    return server && model ? { at: server.at, shown: server.shown, model, small: false } : null;
  }

  /** The conversation's own model, if it has one. */
  get model(): ChosenModel | null {
    return this.settings.model;
  }
}
