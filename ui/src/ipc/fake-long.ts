import type { ConversationView, MessageView } from "./bindings";
import { fakeRender } from "./fake-markdown";

/** A conversation of many messages. */
export function longConversation(
  messages: number,
  created: string,
  find: (name: string) => string | null,
): Pick<ConversationView, "id" | "title" | "messages"> {
  const conversation = { id: "conversation-long", title: "A long winter of bread", messages: [] as MessageView[] };
  for (let at = 0; at < messages; at += 1) {
    const author = at % 2 === 0 ? "user" : "assistant";
    const text =
      author === "user"
        ? `Question ${at / 2 + 1}: how long does it rise?`
        : "About four hours at 26 °C, and nearer to seven at 20 °C. ".repeat(4);
    const message: MessageView = {
      id: `message-long-${at}`,
      author,
      text,
      blocks: author === "user" ? [] : fakeRender(`${text}\n\n${text}`, find),
      citations: [],
      checks: [],
      probably: [],
      thinking: "",
      steps: [],
      created,
      state: "complete",
      error: null,
      mode: "notes",
      passages_only: false,
      model: null,
      notices: [],
      references: [],
      attachments: [],
      has_receipt: false,
      imported: false,
      branches: [],
    };
    conversation.messages.push(message);
  }
  return conversation;
}
