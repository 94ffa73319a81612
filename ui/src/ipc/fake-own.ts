import type { ContextItem, ContextView, ConversationEntry, ConversationSettings, PartView } from "./bindings";
import { fail } from "./fake-script";

const nothing: ConversationSettings = { model: null, temperature: null, shares: null, kept_messages: null, project: null, prompts: [], reminder: null, plain: false, items: [] };

/** What conversations of the fake have of their own. */
export class FakeOwn {
  private readonly kept = new Map<string | null, ConversationSettings>();

  of(conversation: string | null): ConversationSettings {
    return structuredClone(this.kept.get(conversation) ?? nothing);
  }

  keep(conversation: string | null, settings: ConversationSettings): void {
    if ((settings.temperature ?? 0) > 2) throw fail("badInput", "The temperature is a number from 0 to 2.");
    this.kept.set(conversation, structuredClone(settings));
  }

  /** What was set for the next new conversation is of this one now. */
  takeOver(conversation: string): void {
    this.kept.set(conversation, this.of(null));
    this.kept.delete(null);
  }

  /** Conversations with the projects that they belong to. */
  inProjects(entries: ConversationEntry[]): ConversationEntry[] {
    return entries.map((entry) => ({ ...entry, project: this.of(entry.id).project }));
  }

  /** A project is gone. */
  leave(project: string): void {
    for (const settings of this.kept.values()) if (settings.project === project) settings.project = null;
  }

  /** A context without what was taken out of it. */
  applied(conversation: string | null, context: ContextView): ContextView {
    const { items } = this.of(conversation);
    const isGone = ({ item }: PartView) => item !== null && items.some((choice) => !choice.pinned && isSame(choice.item, item));
    const gone = context.parts.filter(isGone);
    const tokens = gone.reduce((sum, part) => sum + part.tokens, 0);
    const cuts = gone.map(({ label, tokens, item }) => ({ label, tokens, reason: "You took it out of this conversation’s context.", removed: item }));
    const parts = context.parts.filter((part) => !isGone(part));
    return { ...context, parts, cuts: [...context.cuts, ...cuts], total: context.total - tokens, free: context.free + tokens };
  }
}

const isSame = (one: ContextItem, other: ContextItem) => JSON.stringify(one) === JSON.stringify(other);
