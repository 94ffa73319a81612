import type { CountKind, FewPassages, Segment } from "../ipc";
import { count, counted } from "../kit/figures";

export const words = {
  whichContext: "Which context",
  openAVaultAndWrite: "Open a vault and write a question: what goes to the model is counted here.",
  theReceiptExactlyWhatWas: "The receipt: exactly what was sent for this answer.",
  theCallBefore: "Previous call",
  theCallAfter: "Next call",
  readingTheReceipt: "Reading the receipt…",
  budgets: "Budgets",
  budgetOfMessages: "Messages, passages and files",
  parts: "Parts",
  nothingWouldBeSentYet: "Nothing would be sent yet.",
  leftOut: "Left out",
  model: "Model",
  server: "Server",
  when: "When",
  reported: "Reported",
  theServerReportedNoUsage: "The server reported no usage",
  deleted_marks: "Removed citations",
  noSuchPassage: "(no such source)",
  saveAsAFile: "Save as a file…",
  theExactRequest: "The exact request",
  live: "What the model is answering now.",
  next: "What your next question would send.",
  thisAnswer: "This answer",
  nextQuestion: "Next question",
  callOf: (call: number, calls: number) => `Call ${call} of ${calls}`,
  reportedKind: "reported",
  reportedTip: "Counted by the model’s server, which told it with the answer",
  /** Under the server's count: the sum of the parts below. */
  ourCount: (tokens: number, kind: string | null) => `By parts, as below: ${counted(tokens, "token")}${kind === null ? "" : `, ${kind}`}`,
  ofTokens: (tokens: number, percent: number) => `of ${counted(tokens, "token")}, ${percent}%`,
  lent: (tokens: number) => `Messages got ${counted(tokens, "more token")} that tools didn’t need.`,
  usedOf: (used: number, all: number) => `${count(used)} of ${count(all)}`,
  usage: (prompt: number, completion: number) => `${counted(prompt, "token")} read, ${count(completion)} written`,
  imported: "Imported: this is what the file says was sent. Marginalia didn’t see it.",
  /** The reason for few passages. */
  few: (passages: number, why: FewPassages) => {
    const so = counted(passages, "passage");
    if (why.type === "smallModel") return `${so}: a small model answers better from few.`;
    return `${so}: so that the first word comes within about ${Math.max(20, why.seconds)} s. This model reads ${counted(why.per_second, "token")} a second here.`;
  },
  foretold: (messages: number, tokens: number) =>
    `Your next question will first summarise the oldest ${messages === 1 ? "message" : `${count(messages)} messages`} (${counted(tokens, "token")}) to make room. The messages themselves stay here, and the summary can be read, edited and undone.`,
  forThisConversation: "For this conversation",
  notReadYet: "What this conversation has of its own is still being read. Try that again.",
  plain: "Plain chat",
  plainTip: "Nothing is looked up in this conversation: no notes, no links, no tools, no sources",
  asTheSettings: "as in the settings",
  ofItsOwn: "with settings of its own",
  usual: (value: string) => `As usual: ${value}`,
  noModel: "no model",
  serversOwn: "server’s own",
  temperature: "Temperature",
  temperatureWrong: "The temperature is a number from 0 to 2, such as 0.7, or empty.",
  keptMessages: "Newest messages never summarised",
  keptWrong: "That is a number from 1 to 50, or empty.",
  shares: "Shares of the context window, in %",
  project: "Project",
  noProject: "None",
  prompts: "Prompts",
  reminder: "Reminder",
  noReminder: "none",
  instructions: "Instructions",
  tools: "Tools",
  messages: "Messages",
  shareWrong: "Shares are whole percentages, such as 10, 30 and 60.",
  sharesTooMuch: "Together the shares can be 100% at most.",
  asTheSettingsSay: "Use the settings again",
  editInstructions: "Edit the instructions…",
  changeInInstructions: "Change in Instructions",
  chosenAbove: "Chosen above, under “For this conversation”",
  takenOut: "Taken out by you",
  putBack: "Put back",
  takeOut: (label: string) => `Take out: ${label}`,
  takeOutTip: "Don’t send this in this conversation",
  takeOutTurnTip: "Don’t send this question and its answer any more",
  pin: (label: string) => `Pin: ${label}`,
  pinTip: "Send this with every question of this conversation",
  unpinTip: "Pinned: goes with every question. Click to unpin",
  cost: "Cost",
  dollars: (micro: number) => (micro > 0 && micro < 100 ? "less than $0.0001" : `about $${(micro / 1e6).toFixed(micro < 1e6 ? 4 : 2)}`),
  ofAllCalls: (dollars: string, calls: number) => `; ${dollars} for ${calls === 1 ? "the call" : `all ${count(calls)} calls`}`,
  estimate: (day: string) => `Estimate, by the prices of ${day}`,
  copyAsSent: "Copy as sent",
  exported: (path: string) => `What was sent is in ${path}.`,
};

export const countNames: Record<CountKind, string> = {
  exact: "counted",
  calibrated: "close estimate",
  estimated: "estimated",
  approximate: "approximate",
};

export const countHints: Record<CountKind, string> = {
  exact: "Counted with the model’s own tokenizer",
  calibrated: "Estimated, and corrected by what the server reported last",
  estimated: "Estimated until the server reports a count",
  approximate: "A rough guess from the number of characters",
};

/** A segment of the context bar: a sent part, the format, the reserve or the free rest. */
export type SegmentKey = Exclude<Segment, "calls"> | "format" | "reserve" | "free";

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
  reserve: "Reserved for the answer",
  free: "Free",
};
