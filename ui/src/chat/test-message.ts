import type { AnswerView, QuestionView } from "../ipc";

const head = () => ({ blocks: [], created: "2026-04-11T09:30:00Z", mode: "notes" as const, references: [], imported: false, branches: [] });

/** A question for tests. */
export const questionView = (more: Partial<QuestionView> = {}): QuestionView => ({
  ...head(),
  id: "q",
  author: "user",
  text: "How much salt?",
  attachments: [],
  ...more,
});

/** An answer for tests. */
export const answerView = (more: Partial<AnswerView> = {}): AnswerView => ({
  ...head(),
  id: "a",
  author: "assistant",
  text: "",
  state: "complete",
  error: null,
  citations: [],
  thinking: "",
  steps: [],
  checks: [],
  probably: [],
  passages_only: false,
  model: null,
  notices: [],
  has_receipt: false,
  ...more,
});
