import type { Conversation, Message } from "./bindings";
import { fakeRender } from "./fake-markdown";

/** A conversation of many messages. */
export function longConversation(
  messages: number,
  created: string,
  find: (name: string) => string | null,
): Pick<Conversation, "id" | "title" | "messages"> {
  const conversation = { id: "conversation-long", title: "A long winter of bread", messages: [] as Message[] };
  for (let at = 0; at < messages; at += 1) {
    const author = at % 2 === 0 ? "user" : "assistant";
    const text =
      author === "user"
        ? `Question ${at / 2 + 1}: how long does it rise?`
        : "About four hours at 26 °C, and nearer to seven at 20 °C. ".repeat(4);
    const message: Message = {
      id: `message-long-${at}`,
      author,
      text,
      blocks: author === "user" ? [] : fakeRender(`${text}\n\n${text}`, find),
      marks: [],
      probably: [],
      thinking: "",
      steps: [],
      created,
      state: "complete",
      error: null,
      mode: "notes",
      passagesOnly: false,
      model: null,
      notices: [],
      references: [],
      attachments: [],
      hasReceipt: false,
      branches: [],
    };
    conversation.messages.push(message);
  }
  return conversation;
}
