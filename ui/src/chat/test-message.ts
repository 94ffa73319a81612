import type { Message } from "../ipc";

/** A message for tests. */
export function message(more: Partial<Message> = {}): Message {
  return {
    id: "q",
    author: "user",
    text: "How much salt?",
    blocks: [],
    marks: [],
    probably: [],
    thinking: "",
    steps: [],
    created: "2026-04-11T09:30:00Z",
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
    ...more,
  };
}
