import type { AnswerView, AskRequest, MessageView, QuestionView } from ".";
import type { Replayed } from "./replay";

/** A question as the first of a new conversation. */
export const question = (text: string, more: Partial<AskRequest> = {}): AskRequest => ({
  text,
  mode: "notes",
  scope: { places: [], tags: [] },
  attachments: [],
  at: { end: null },
  way: "answer",
  model: null,
  ...more,
});

/** The question at this place among the messages. */
export function questionAt(messages: MessageView[], at: number): QuestionView {
  const found = messages.at(at);
  if (found?.author !== "user") throw new Error(`There is no question at ${at}.`);
  return found;
}

/** The answer at this place among the messages. */
export function answerAt(messages: MessageView[], at: number): AnswerView {
  const found = messages.at(at);
  if (found?.author !== "assistant") throw new Error(`There is no answer at ${at}.`);
  return found;
}

/** Refuses files that are called huge, as the app does with those that don't fit, and songs. */
export function refuseSome(backend: Replayed): void {
  const { attachFile } = backend;
  backend.attachFile = async (token) => {
    const name = backend.nameOf(token);
    if (name.startsWith("huge"))
      throw { code: "doesNotFit", message: `${name} has 48,210 tokens, and 7,168 fit. Remove it, send its best passages, or search it instead.`, tried: [] };
    if (name.endsWith(".mp3")) throw { code: "unsupportedFile", message: `${name} isn't a text.`, tried: [] };
    return attachFile(token);
  };
}

/** Has the app show a conversation of this many messages, copies of a recorded question and its answer. */
export async function withLongConversation(backend: Replayed, count: number): Promise<Replayed> {
  backend.behind("ask");
  const { messages: recorded, ...page } = await backend.conversationPage("id-1", null, 40);
  const entries = await backend.listConversations();
  const all = Array.from(
    { length: count },
    (_, at) => ({ ...recorded[at % 2], id: `message-long-${at}`, ...(at % 2 === 0 ? { text: `Question ${at / 2 + 1}` } : {}) }) as MessageView,
  );
  const id = "conversation-long";
  return Object.assign(backend, {
    conversationToShow: async () => id,
    listConversations: async () => entries.map((entry) => ({ ...entry, id })),
    conversationPage: async (_: string, before: string | null, limit: number) => {
      const end = before === null ? count : all.findIndex((message) => message.id === before);
      const start = Math.max(0, end - limit);
      return { ...page, id, messages: structuredClone(all.slice(start, end)), earlier: start };
    },
  });
}
