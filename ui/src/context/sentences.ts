import type { CountKind, FewPassages, Segment } from "../ipc";
import { count, counted } from "../kit/figures";

export const words = {
  whichContext: "Context",
  openAVaultAndWrite: "Write a question to see what is sent with it.",
  theReceiptExactlyWhatWas: "Exactly what was sent for this answer.",
  theCallBefore: "Previous call",
  theCallAfter: "Next call",
  readingTheReceipt: "Loading…",
  budgets: "Budgets",
  /** Why the budgets add up to more than the room above them. */
  budgetsOf: (window: number, reserve: number) =>
    `Budgets are shares of the model’s ${counted(window, "token")}. ${count(reserve)} of them are reserved for the answer, which leaves ${count(window - reserve)}.`,
  budgetOfMessages: "Messages, passages and files",
  parts: "The exact text",
  nothingWouldBeSentYet: "Nothing to send yet.",
  leftOut: "Left out",
  model: "Model",
  server: "Server",
  when: "When",
  theServerReportedNoUsage: "The server reported no usage.",
  deleted_marks: "Removed citations",
  noSuchPassage: "(no such source)",
  saveAsAFile: "Save as a file…",
  theExactRequest: "The request as JSON",
  live: "Sent with the current question:",
  next: "Sent with your next question:",
  thisAnswer: "This answer",
  nextQuestion: "Next question",
  callOf: (call: number, calls: number) => `Call ${call} of ${calls}`,
  reportedTip: "Counted by the model’s server",
  details: "How it is counted",
  nearlyFull: "Nearly full: older messages are left out or summarised.",
  /** Beside the server's count: the sum of the parts. */
  ourCount: (tokens: number) => `Our estimate: ${counted(tokens, "token")}`,
  ofTokens: (tokens: number, percent: number) => `of ${counted(tokens, "token")}, ${percent}%`,
  lent: (tokens: number) => `Messages can use ${counted(tokens, "more token")} because tools don’t need the space.`,
  usedOf: (used: number, all: number) => `${count(used)} of ${count(all)}`,
  usage: (prompt: number, completion: number) => `The server reported ${counted(prompt, "token")} read and ${count(completion)} written.`,
  imported: "Imported: according to the file, this was sent. Marginalia can’t confirm it.",
  /** The reason for few passages. */
  few: (passages: number, why: FewPassages) => {
    const so = `Limited to ${counted(passages, "passage")}`;
    if (why.type === "smallModel") return `${so} for this small model`;
    return `${so}, so that the answer starts within about ${Math.max(20, why.seconds)} s. This computer reads ${counted(why.per_second, "token")} a second.`;
  },
  foretold: (messages: number, tokens: number) =>
    `Before your next question, Marginalia summarises the oldest ${messages === 1 ? "message" : `${count(messages)} messages`} (${counted(tokens, "token")}) to make room. The messages stay here. You can read, edit and undo the summary.`,
  forThisConversation: "For this conversation",
  notReadYet: "The settings of this conversation are still loading. Try again.",
  plain: "Plain chat",
  plainTip: "No search in this conversation: no notes, links, tools or sources",
  asTheSettings: "same as in Settings",
  ofItsOwn: "own settings",
  usual: (value: string) => `Default: ${value}`,
  noModel: "no model",
  serversOwn: "the server’s",
  temperature: "Temperature",
  temperatureWrong: "The temperature must be a number from 0 to 2, such as 0.7, or empty.",
  keptMessages: "Newest messages never summarised",
  keptWrong: "Enter a number from 1 to 50, or leave the field empty.",
  shares: "Shares of the context window, in %",
  project: "Project",
  noProject: "None",
  prompts: "Prompts",
  reminder: "Reminder",
  noReminder: "none",
  instructions: "Instructions",
  tools: "Tools",
  messages: "Messages",
  shareWrong: "Shares must be whole percentages, such as 10, 30 and 60.",
  sharesTooMuch: "The shares can add up to 100% at most.",
  asTheSettingsSay: "Use the app’s settings",
  editInstructions: "Edit the instructions…",
  changeInInstructions: "Edit instructions",
  chosenAbove: "Chosen below, under “For this conversation”",
  takenOut: "Removed by you",
  putBack: "Put back",
  takeOut: (label: string) => `Remove: ${label}`,
  takeOutTip: "Don’t send this in this conversation",
  takeOutTurnTip: "Don’t send this question and its answer any more",
  pin: (label: string) => `Pin: ${label}`,
  pinTip: "Send this with every question of this conversation",
  unpinTip: "Sent with every question. Click to unpin",
  cost: "Cost",
  dollars: (micro: number) => (micro > 0 && micro < 100 ? "less than $0.0001" : `about $${(micro / 1e6).toFixed(micro < 1e6 ? 4 : 2)}`),
  ofAllCalls: (dollars: string, calls: number) => `; ${dollars} for ${calls === 1 ? "the call" : `all ${count(calls)} calls`}`,
  estimate: (day: string) => `Estimated with prices from ${day}`,
  copyAsSent: "Copy as sent",
  exported: (path: string) => `Saved to ${path}.`,
};

export const countNames: Record<CountKind, string> = {
  exact: "counted",
  calibrated: "about",
  estimated: "about",
  approximate: "roughly",
};

export const countHints: Record<CountKind, string> = {
  exact: "Counted with the model’s own tokenizer",
  calibrated: "Estimated, and adjusted to the server’s last report",
  estimated: "Estimated until the server reports a count",
  approximate: "A rough guess from the number of characters",
};

/** A segment of the context bar: a sent part, the format or the free rest. */
export type SegmentKey = Exclude<Segment, "calls"> | "format" | "free";

export const segmentNames: Record<SegmentKey, string> = {
  system: "Instructions",
  tools: "Tools",
  summary: "Summary",
  messages: "Messages",
  agent: "Prompt",
  project: "Project",
  documents: "Passages",
  attachments: "Attachments",
  results: "Results of tools",
  reminder: "Reminder",
  format: "Message format",
  free: "Free",
};
