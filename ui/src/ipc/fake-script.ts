import type {
  Turn,
  Ask,
  Attachment,
  Context,
  ContextPart,
  Message,
  Settings,
  WireError,
  WireReceipt,
  WireReference,
} from "./bindings";

export interface FakeOptions {
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
export const busy: Turn = {
  type: "waiting",
  seconds: 2,
  error: { code: "rateLimited", message: "The server at http://localhost:11434 has too much to do (429).", tried: [] },
};

export const fail = (code: WireError["code"], message: string, tried: string[] = []): WireError => ({
  code,
  message,
  tried,
});

/** What the scripted model says, a text for each block. */
export function fakeScript(request: Ask, references: WireReference[]): string[] {
  const numbered = references.filter(({ number, state }) => number !== null && state !== "considered");
  if (request.passagesOnly) {
    return numbered.map(({ text, number, title }) => `**${title}.** ${text} [${number}]`);
  }
  const cited = numbered.slice(0, 3);
  if (cited.length === 0) {
    return ["Your notes say nothing about this. From what is generally known: bread wants flour, water, salt and time."];
  }
  const [a, b, c] = cited;
  if (/\buncited\b/i.test(request.text)) return [a?.text ?? ""];
  return [
    `In short: ${a?.text?.split(". ")[0]}. [${a?.number}]`,
    "### What your notes say",
    [a, b, c]
      .filter((reference) => reference !== undefined)
      .map((reference) => `- **${reference.title}**: ${reference.text} [${reference.number}]`)
      .join("\n"),
    `The two belong together, as [[Bulk fermentation]] has it: warm dough needs its salt more than cold dough does. [${(b ?? a)?.number}] [${(c ?? a)?.number}]`,
    "| Dough | First rise | Salt |\n| --- | --- | --- |\n| 20 °C | 7 h | 1.8% |\n| 26 °C | 4 h | 2.0% |",
    "> [!tip] If you only change one thing\n> Weigh the salt. A spoon is off by a third either way.",
  ];
}

/** A message as it begins. */
export function fakeMessage(id: string, author: Message["author"], request: Ask, files: Attachment[], created: string): Message {
  return {
    id,
    author,
    text: author === "user" ? request.text : "",
    blocks: [],
    marks: [],
    probably: [],
    thinking: "",
    steps: [],
    created,
    state: author === "user" ? "complete" : "streaming",
    error: null,
    mode: request.mode,
    passagesOnly: request.passagesOnly,
    model: null,
    notices: [],
    references: [],
    attachments: author === "user" ? files : [],
    hasReceipt: false,
    branches: [],
  };
}

/** What would be sent, counted by characters. */
export function fakeContext(
  request: Ask,
  settings: Settings,
  given: { window: number; messages: Message[]; references: WireReference[]; attachments: Attachment[] },
): Context {
  const window = given.window;
  const parts: ContextPart[] = [];
  const cuts: Context["cuts"] = [];
  const add = (segment: ContextPart["segment"], label: string, text: string, more: Partial<ContextPart> = {}) =>
    parts.push({ segment, label, origin: null, number: null, tokens: tokensOf(text), count: "estimated", text, ...more });
  add("system", "Instructions", "You answer from the documents that you are given, and you cite them.\n".repeat(9));
  for (const { author, text } of given.messages.slice(-6)) {
    if (text) add("messages", author === "user" ? "Earlier question" : "Earlier answer", text);
  }
  for (const reference of given.references) {
    const text = reference.text ?? "";
    if (reference.state === "considered") {
      cuts.push({ label: reference.title, tokens: tokensOf(text), reason: "Ranked below the five that were sent." });
    } else if (reference.path) {
      const origin = `${reference.path}, lines ${reference.lines?.start}–${reference.lines?.end}`;
      const label = `[${reference.number}] ${[reference.title, ...reference.headingPath].join(" › ")}`;
      add("documents", label, text.repeat(4), { origin, number: reference.number });
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
    systemBudget: Math.floor(window * 0.1),
    toolsBudget: Math.floor(window * 0.3),
    messagesBudget: Math.floor(window * 0.6),
    parts,
    cuts,
    total,
    free: Math.max(0, room - total),
    refusal:
      total > room
        ? `This needs ${total} tokens, and ${room} are free in a window of ${window}. Shorten the question or remove an attachment.`
        : null,
  };
}

/** The receipt of an answer that was made from `context`. */
export function fakeReceipt(answer: Message, context: Context, created: string): WireReceipt {
  const messages = context.parts.map(({ segment, text }) => ({ role: segment === "system" ? "system" : "user", content: text }));
  return {
    answer: answer.id,
    created,
    server: "http://localhost:11434",
    model: "llama3.2:3b",
    request: JSON.stringify({ model: "llama3.2:3b", messages, stream: true, options: { num_ctx: context.window } }),
    context,
    usage: { prompt: context.total + 12, completion: tokensOf(answer.text) },
    deletedMarks: ["[99]"],
    problems: [],
  };
}
