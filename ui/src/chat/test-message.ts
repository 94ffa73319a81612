import type { MessageView } from "../ipc";

/** A message for tests. */
export function message(more: Partial<MessageView> = {}): MessageView {
  return {
    id: "q",
    author: "user",
    text: "How much salt?",
    blocks: [],
    citations: [],
    checks: [],
    probably: [],
    thinking: "",
    steps: [],
    created: "2026-04-11T09:30:00Z",
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
    ...more,
  };
}
