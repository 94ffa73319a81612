import type {
  TurnView,
  AskRequest,
  Attachment,
  ContextView,
  PartView,
  MessageView,
  Settings,
  Failure,
  Receipt,
  Reference,
} from "./bindings";

export interface FakeOptions {
  /** The models that are found aren’t chosen yet. */
  unchosen?: boolean;
  /** The sample vault is open from the start. */
  vault?: boolean;
  /** A model's server answers. */
  model?: boolean;
  /** Whether the system has a keychain. */
  keychain?: boolean;
  /** How many models a host on the internet offers; none if it isn't there. */
  hosted?: number;
  /** Milliseconds between two events of an answer. */
  pace?: number;
  /** How many notes there are besides the written ones. */
  extraNotes?: number;
  /** How many messages the first conversation has. */
  messages?: number;
}

export const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** A server that has too much to do for the moment. */
export const busy: TurnView = {
  type: "waiting",
  seconds: 2,
  error: { code: { model: "rateLimited" }, message: "The server at http://localhost:11434 has too much to do (429).", tried: [] },
};

export const fail = (code: Failure["code"], message: string, tried: string[] = []): Failure => ({
  code,
  message,
  tried,
});

/** What the scripted model says, a text for each block. */
export function fakeScript(request: AskRequest, references: Reference[]): string[] {
  const numbered = references.filter(({ number, state }) => number !== null && state !== "considered");
  if (request.passages_only) {
    return numbered.map(({ passage, number, title }) => `**${title}.** ${passage?.text} [${number}]`);
  }
  const cited = numbered.slice(0, 3);
  if (cited.length === 0) {
    return ["Your notes say nothing about this. From what is generally known: bread wants flour, water, salt and time."];
  }
  const [a, b, c] = cited;
  if (/\buncited\b/i.test(request.text)) return [a?.passage?.text ?? ""];
  return [
    `In short: ${a?.passage?.text.split(". ")[0]}. [${a?.number}]`,
    "### What your notes say",
    [a, b, c]
      .filter((reference) => reference !== undefined)
      .map((reference) => `- **${reference.title}**: ${reference.passage?.text} [${reference.number}]`)
      .join("\n"),
    `The two belong together, as [[Bulk fermentation]] has it: warm dough needs its salt more than cold dough does. [${(b ?? a)?.number}] [${(c ?? a)?.number}]`,
    "| Dough | First rise | Salt |\n| --- | --- | --- |\n| 20 °C | 7 h | 1.8% |\n| 26 °C | 4 h | 2.0% |",
    "> [!tip] If you only change one thing\n> Weigh the salt. A spoon is off by a third either way.",
  ];
}

/** A message as it begins. */
export function fakeMessage(id: string, author: MessageView["author"], request: AskRequest, files: Attachment[], created: string): MessageView {
  return {
    id,
    author,
    text: author === "user" ? request.text : "",
    blocks: [],
    citations: [],
    checks: [],
    probably: [],
    thinking: "",
    steps: [],
    created,
    state: author === "user" ? "complete" : "streaming",
    error: null,
    mode: request.mode,
    ...(author === "user" && request.scope ? { scope: request.scope } : {}),
    passages_only: request.passages_only,
    model: null,
    notices: [],
    references: [],
    attachments: author === "user" ? files : [],
    has_receipt: false,
    imported: false,
    branches: [],
  };
}

/** What would be sent, counted by characters. */
export function fakeContext(
  request: AskRequest,
  settings: Settings,
  given: { window: number; messages: MessageView[]; references: Reference[]; attachments: Attachment[] },
): ContextView {
  const window = given.window;
  const parts: PartView[] = [];
  const cuts: ContextView["cuts"] = [];
  const add = (segment: PartView["segment"], label: string, text: string, more: Partial<PartView> = {}) =>
    parts.push({ segment, label, origin: null, number: null, tokens: tokensOf(text), count: "estimated", text, call: null, item: null, ...more });
  add("system", "Instructions", "You answer from the documents that you are given, and you cite them.\n".repeat(9));
  let question = "";
  for (const { id, author, text } of given.messages.slice(-6)) {
    if (author === "user") question = id;
    if (text) add("messages", author === "user" ? "Earlier question" : "Earlier answer", text, { item: { type: "turn", question } });
  }
  for (const reference of given.references) {
    const { text = "", lines, heading_path = [] } = reference.passage ?? {};
    if (reference.state === "considered") {
      cuts.push({ label: reference.title, tokens: tokensOf(text), reason: "Ranked below the five that were sent.", removed: null });
    } else if (reference.path) {
      const origin = `${reference.path}, lines ${lines?.start}–${lines?.end}`;
      const label = `[${reference.number}] ${[reference.title, ...heading_path].join(" › ")}`;
      const item = { type: "passage" as const, source: reference.path, hash: reference.passage?.hash ?? "" };
      add("documents", label, text.repeat(4), { origin, number: reference.number, item });
    }
  }
  for (const file of given.attachments) {
    add("attachments", file.name, "A line of the file.\n", { tokens: file.tokens, count: "exact" });
  }
  if (request.text) add("messages", "Your question", request.text);
  const total = parts.reduce((sum, part) => sum + part.tokens, 0) + 4 * parts.length;
  const room = window - settings.reserve;
  return {
    window,
    reserve: settings.reserve,
    budgets: { system: Math.floor(window * 0.1), tools: Math.floor(window * 0.3), messages: Math.floor(window * 0.6) },
    parts,
    cuts,
    few_passages: null,
  lent: 0,
    total,
    compact: null,
    free: Math.max(0, room - total),
    refusal:
      total > room
        ? `This needs ${total} tokens, and ${room} are free in a context window of ${window}. Shorten the question or remove an attachment.`
        : null,
  };
}

/** The receipt of an answer that was made from `context`. */
export function fakeReceipt(answer: MessageView, context: ContextView, created: string): Receipt {
  const messages = context.parts.map(({ segment, text }) => ({ role: segment === "system" ? "system" : "user", content: text }));
  return {
    answer: answer.id,
    created,
    provider: "ollama",
    server: "http://localhost:11434",
    model: "llama3.2:3b",
    request: JSON.stringify({ model: "llama3.2:3b", messages, stream: true, options: { num_ctx: context.window } }),
    context,
    usage: { prompt: context.total + 12, completion: tokensOf(answer.text) },
    deleted_marks: ["[99]"],
    imported: false,
    cost: null,
    problems: [],
  };
}
