import type { FailureKind, MessageView, Support } from "../ipc";
import { count, counted } from "../kit/figures";

/** What the chat's components say. */
export const words = {
  passagesOnly: "Passages only, without a model",
  summarising: "Summarising the beginning of this conversation…",
  notChecked: "Not checked",
  preparing: "Preparing your question",
  searchingNotes: "Looking through your notes",
  searchingWeb: "Looking through the web",
  searchingBoth: "Looking through your notes and the web",
  reading: (model: string, tokens: number) => `${model} is reading ${counted(tokens, "token")}`,
  thinkingNow: (model: string) => `${model} is thinking`,
  aModel: "The model",
  goOn: "Continue",
  retry: "Retry",
  interrupted: "This answer was interrupted; the text so far was kept.",
  stopped: "You stopped this answer.",
  answerAgain: "Answer again",
  answerAgainTip: "Ask again; this answer is kept beside the new one",
  whatWasSent: "What was sent",
  chat: "Chat",
  edit: "edit",
  undo: "undo",
  summary: "Summary",
  save: "Save",
  cancel: "Cancel",
  stillKnown: "Still known",
  summaryOfMessages: "Summary of the messages above",
  chooseAnotherModel: "Choose another model",
  showPassagesOnly: "Show passages only",
  getModel: (name: string, size: string, licence: string, host: string) => `Get ${name} (${size}, ${licence}, from ${host})`,
  runsHere: "It runs on this computer, without a server or an account. What is asked stays here.",
  getting: (name: string, percent: number, size: string) => `${name}: ${percent} % of ${size}`,
  downloadOf: (name: string) => `Download of ${name}`,
  stopDownload: "Stop",
  dismiss: "Dismiss",
  passagesOnlyChip: "Passages only, no model",
  answerWithAModelAgain: "Answer with a model again",
  yourQuestion: "Your question",
  whatToLookThrough: "What to look through",
  attachTip: "Attach text, Markdown or images (PNG, JPEG, GIF, WebP). They can be dropped or pasted, too",
  attachFiles: "Attach files",
  stopTheAnswer: "Stop the answer",
  stopEsc: "Stop (Esc)",
  queueNext: "Ask next",
  queueTip: "Asked when this answer ends (Enter)",
  waitingQuestions: "Questions that wait",
  asksNext: (at: number) => (at === 0 ? "Next" : "Then"),
  notAsked: "Not asked yet",
  askNow: "Ask now",
  editWaiting: "Edit this waiting question",
  dropWaiting: "Don’t ask this",
  lookOnlyIn: "Looks only in these",
  onlyIn: "Only in",
  lookElsewhereToo: (name: string) => `No longer look only in ${name}`,
  onlyInFolder: (notes: number) => `Look only here · ${counted(notes, "note")}`,
  onlyWithTag: (notes: number) => `Look only at these · ${counted(notes, "note")}`,
  itsAnswer: "Take its answer along",
  ctrlEnterNarrows: "Enter links the note · Ctrl+Enter looks only in it",
  leadsNowhere: (link: string) => `${link} leads to no note.`,
  didYouMean: "Did you mean",
  couldMean: (link: string) => `${link} could be any of these:`,
  linkedNotes: (links: number) => counted(links, "linked note"),
  writeFirst: "Write your question first",
  sendBestPassages: "Send its best passages",
  keepAsNote: "Put it into the vault and search it",
  leaveOut: "Leave it out",
  send: "Send",
  sendEnter: "Send (Enter)",
  conversations: "Conversations",
  newChat: "New chat",
  newChatCtrlN: "New chat (Ctrl+N)",
  searchConversations: "Search conversations",
  nameOfTheConversation: "Name of the conversation",
  undoDelete: "Undo",
  erase: "Delete for good",
  eraseTip: "Removes it from the disk now. Otherwise that happens after 30 days.",
  fromFile: "Imported",
  fromFileTip: "This came from a file. It may have been written by somebody else.",
  noHits: "No conversation has these words.",
  foundInConversations: "Found in conversations",
  noConversations: "What you ask is kept here. Conversations from elsewhere can be",
  importThem: "imported from a file.",
  importConversations: "Import conversations from a file…",
  exportConversation: "Save this conversation as a file",
  filterConversations: "Filter conversations",
  onlyThese: "Shown are only conversations that fit",
  onlyPinned: "Pinned only",
  lastUsed: "Last used",
  anyTime: "At any time",
  periods: { day: "In the last 24 hours", week: "In the last 7 days", month: "In the last 30 days", year: "In the last year" },
  mode: "Asked with",
  anyMode: "Notes or not",
  answeredBy: "Answered by",
  anyModel: "Any model",
  noteCited: "Citing the note",
  anyNote: "Any note",
  noSuchNote: "No note has that in its name.",
  takeAway: "Remove this filter",
  clearFilters: "Clear filters",
  noneThrough: "No conversation fits these filters.",
  pinned: "Pinned,",
  rename: "Rename",
  exportMarkdown: "Export as Markdown…",
  exportJson: "Export with everything (JSON)…",
  delete: "Delete",
  whatToKnow: "What would you like to know?",
  notesAppear: "Notes that you add to this folder appear by themselves.",
  chooseFirst: "Choose a model first",
  anotherUsers: ", run by another user of this computer",
  unencrypted: ", not encrypted",
  modelAway: "The chosen model isn’t there",
  serversHaveModels: "These servers have models. Your notes go to none of them before you choose it.",
  noModelFound: "No model found",
  needModel: "Questions need a language model, such as one that Ollama or LM Studio runs on this computer.",
  whatWasTried: "What was tried",
  setUpAModel: "Set up a model",
  withoutModel: "Without a model, a question still finds the passages about it.",
  questionKept: "Your question is kept. The passages can be shown without any model.",
  conversation: "Conversation",
  jumpToLatest: "Jump to latest",
  notReachable: "not reachable",
  noModel: "No model",
  chooseAModel: "Choose a model",
  chooseAModelCtrlM: "Choose a model (Ctrl+M)",
  yourQuestionEdited: "Your question, edited",
  editKeeps: "The earlier question and what followed it are kept.",
  cancelEsc: "Cancel (Esc)",
  askThisInstead: "Ask this instead",
  askThisInsteadEnter: "Ask this instead (Enter; Shift+Enter begins a new line)",
  editQuestion: "Edit",
  editTip: "Ask something else in this question’s place",
  tool: "Tool",
  written: "Written",
  lookups: "What the model looked up",
  thinking: "Thinking…",
  thoughts: "Thoughts",
  readingFor: (seconds: number) => `, about ${seconds} s`,
  retrying: (reason: string, seconds: number) => `${reason} Trying again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
  copy: "Copy",
  copied: "Copied",
  branchBefore: (what: "question" | "answer") => `Previous ${what}`,
  branchAfter: (what: "question" | "answer") => `Next ${what}`,
  branchOf: (what: "question" | "answer", at: number, all: number) => `${what === "answer" ? "Answer" : "Question"} ${at} of ${all}`,
  summarised: (messages: number, saved: number) =>
    `The ${counted(messages, "message")} above ${messages === 1 ? "is" : "are"} summarised for the model (${count(saved)} tokens saved)`,
  hide: "hide",
  view: "view",
  summaryBy: (model: string | null) => `${model === null ? "Corrected by you" : `Written by ${model}`}. The messages themselves are kept.`,
  removeFile: (name: string, tokens: number) => `Remove ${name}, ${count(tokens)} tokens`,
  tokens: (tokens: number) => `${count(tokens)} tokens`,
  askNotes: "Ask your notes… [[ links one, @ names where to look",
  askAnything: "Ask anything… type [[ to link a note",
  askNext: "Ask the next question…",
  room: (used: number, room: number, reserve: number) =>
    `${count(used)} of ${count(room)} tokens, ${count(reserve)} kept for the answer`,
  roomUsed: (percent: number) => `Context: ${percent}% used. Show what would be sent`,
  untitled: "Untitled",
  actions: (title: string) => `Actions for ${title}`,
  pin: "Pin to the top",
  unpin: "Unpin",
  deleted: (title: string) => `Deleted “${title}”.`,
  looking: "Looking…",
  useModel: (model: string) => `Use ${model}`,
  atServer: (address: string) => `at ${address}`,
  tried: (address: string, error: string | undefined) => `${address}: ${error ?? "no model there"}`,
  earlier: (messages: number) => counted(messages, "earlier message"),
  likely: "Likely source:",
  openLikely: (place: string) => `Open ${place}, the likely source of this answer`,
  notCited: "— found by Marginalia, the model didn’t cite it",
  steps: (steps: number, failed: number) => `${steps} steps${failed > 0 ? `, ${failed} failed` : ""}`,
  failed: "Failed: ",
  commands: "Commands",
  notesToLink: "Notes to link",
  asked: "You asked: ",
  cites: (title: string) => `Cites ${title}`,
  lookedIn: (mode: string) => `Asked with “${mode}”`,
  citedIn: (answers: number) => `Cited in ${counted(answers, "answer")}`,
  exported: (title: string, path: string) => `“${title}” is in ${path}.`,
  erased: (conversations: number) =>
    conversations === 0 ? "No conversation was deleted." : `${counted(conversations, "deleted conversation")} removed for good.`,
  imported: (conversations: number) => (conversations === 1 ? "One conversation was imported." : `${conversations} conversations were imported.`),
  citation: (number: number, place: string) => `${number}${place ? `, ${place}` : ""}`,
  answerFailed: "The answer failed.",
};

/** Titles of the failures that a model or its server can cause. */
export const modelFailureTitles: Partial<Record<FailureKind, string>> = {
  noModel: "No model found",
  refused: "The model's server doesn't answer",
  unknownHost: "The server's name isn't known",
  tls: "The connection isn't secure",
  unauthorized: "The server rejected the key",
  modelMissing: "The server doesn't have this model",
  rateLimited: "The server asks to wait",
  serverError: "The server failed",
  timedOut: "The model took too long",
  brokenStream: "The answer broke off",
  invalidReply: "The server's reply can't be read",
  contextOverflow: "Too long for the model",
  contentRefused: "The model refused to answer",
  noCredit: "The account has no credit left",
  badRequest: "The server refused the request",
  badSetting: "A setting doesn't work",
};

/** Titles of the other failures. */
export const failureTitles = { doesNotFit: "It doesn't fit", other: "That didn't work" };

/** Where a question can look. */
export const modeNames = {
  notes: { label: "Use notes", hint: "Passages of your notes go with the question" },
  none: { label: "No notes", hint: "Only the model, and the notes you link" },
  web: { label: "Web", hint: "Pages of the web go with the question" },
  both: { label: "Both", hint: "Your notes and the web are looked through side by side" },
};

/** The commands that a question can begin with: what follows them, and what they do. */
export const commandNames = {
  findTakes: "words",
  find: "Show the passages that have these words",
  summarizeTakes: "[[note]]",
  summarize: "Summarise a note",
};

/** Questions that the sample vault answers well, each with the note that does. */
export const samples = [
  { about: "Log/2026-03-08 First rye.md", question: "Why was my first rye gummy?" },
  { about: "Log/2026-03-21 The forgotten salt.md", question: "What happened when I forgot the salt?" },
  { about: "Science/Starch and staling.md", question: "Why does bread go stale, and what slows it down?" },
];

/** Questions made from the title of a note. */
export const suggested = [
  (title: string) => `What do I know about ${title}?`,
  (title: string) => `What have I written about ${title}?`,
  (title: string) => `Sum up ${title} in three sentences.`,
];

/** What a tool does in plain words: while it runs, and once it has. `[a ~|b]` is `a` with what the call is
 *  about for `~`, or `b` where that isn't known. The names with `zk` stand in conversations that were
 *  imported from an earlier app. */
export const toolNames: Record<string, [doing: string, did: string]> = {
  read_note: ["Reading [~|a note]", "Read [~|a note]"],
  read_zk_document: ["Reading [~|a note]", "Read [~|a note]"],
  find_excerpts: ["Searching your notes[ for ~]", "Searched your notes[ for ~]"],
  find_notes: ["Looking for notes[ about ~]", "Looked for notes[ about ~]"],
  find_zk_documents: ["Looking for notes[ about ~]", "Looked for notes[ about ~]"],
  list_notes: ["Listing notes[ in ~]", "Listed notes[ in ~]"],
  resolve_wikilink: ["Following [~|a link]", "Followed [~|a link]"],
  find_backlinks: ["Finding what links to [~|a note]", "Found what links there[: ~]"],
  find_forward_links: ["Finding what [~|a note] links to", "Found what it links to[: ~]"],
  list_images: ["Listing images[ of ~]", "Listed images[ of ~]"],
  look_at_image: ["Looking at [~|an image]", "Looked at [~|an image]"],
  store_memory: ["Remembering[ ~| something]", "Remembered[ ~| something]"],
  retrieve_memory: ["Recalling what was remembered[ about ~]", "Recalled what was remembered[ about ~]"],
  web_search: ["Searching the web[ for ~]", "Searched the web[ for ~]"],
  open_url: ["Opening [~|a page]", "Opened [~|a page]"],
  current_datetime: ["Looking at the clock", "Looked at the clock"],
  create_note: ["Writing [~|a new note]", "Wrote [~|a new note]"],
  edit_note: ["Changing [~|a note]", "Changed [~|a note]"],
  rename_note: ["Renaming [~|a note]", "Renamed [~|a note]"],
  delete_note: ["Deleting [~|a note]", "Deleted [~|a note]"],
};

export const usedTool = (name: string): [doing: string, did: string] => [`Using ${name}`, `Used ${name}`];
export const failedCall = (did: string) => `${did}, without success`;

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Whether a thing is quoted already: what an answer quotes comes with its quotation marks. */
const quoted = (text: string) => (/^[“"«]/.test(text) ? text : `“${text}”`);

/** What a citation is called after its check. */
const verdictNames: Record<Support | "unchecked", string> = {
  supported: "supported",
  weak: "partly supported",
  unsupported: "not supported",
  contradicted: "contradicted",
  unchecked: "not checked",
};

/** What the check of a citation found. */
export const supportSentences = {
  missing: (things: string[]) => `${list.format(things.map(quoted))} ${things.length > 1 ? "aren’t" : "isn’t"} in this passage.`,
  weak: "This passage says only some of it.",
  none: "This passage doesn’t say that.",
  otherwise: (sentences: string[]) => `This passage says otherwise${sentences.length > 0 ? `: ${sentences.map(quoted).join(" ")}` : "."}`,
  judged: (sentence: string | null, model: string) => `${sentence ?? "This passage says that."} Judged by ${model}.`,
  unchecked: "Whether this passage says that wasn’t checked.",
  /** What follows the citation's name. */
  name: (support: Support | null, sentence: string | null, corrected: boolean) =>
    `, ${verdictNames[support ?? "unchecked"]}${corrected ? ", put right by you" : ""}${sentence === null ? "" : `: ${sentence}`}`,
  answerSays: "The answer says",
  passageSays: "The passage says",
  passageOtherwise: "The passage says otherwise",
  passageNearest: "What comes nearest in the passage",
  /** Beside a sentence that a passage carries which it doesn't cite. */
  rather: (number: number, cites: boolean) => (cites ? `Rather from ${number}` : `From ${number}`),
  ratherTip: (number: number, place: string) => `Cite ${number}, ${place}, here. Marginalia found that it says this; the model didn’t cite it.`,
  takeBack: "Put right · undo",
  takeBackTip: (written: number | null) =>
    written === null ? "You put this citation here; the model cited nothing. Take it away again." : `You put this citation right; the model cited ${written}. Take that back.`,
  corrected: (written: number | null) =>
    written === null ? "You put this citation here, as Marginalia proposed. The model cited nothing." : `You put this citation right, as Marginalia proposed. The model cited ${written}.`,
  /** A part of the line under an answer. */
  count: (verdict: Support | "unchecked" | "uncited", count: number, all: number) =>
    ({
      supported: `${count} of ${counted(all, "sentence")} supported`,
      contradicted: `${count} contradicted`,
      unsupported: `${count} not supported`,
      weak: `${count} only partly supported`,
      uncited: `${count} without source`,
      unchecked: `${count} not checked`,
    })[verdict],
  seek: (verdict: Support | "unchecked" | "uncited") => `Show the next sentence that is ${verdict === "uncited" ? "without source" : verdictNames[verdict]}`,
};

/** What screen readers are told of an answer. */
export const said = {
  answering: "Answering",
  ended: (state: MessageView["state"]) =>
    ({ complete: "Answer ready", cancelled: "Answer stopped", failed: "The answer failed", streaming: "", interrupted: "" })[state],
};
