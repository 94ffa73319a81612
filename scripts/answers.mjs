// npm run answers [-- --questions N] [--set NAME] [--server URL] [--model NAME] [--models FILE] [--verbose]: asks a
// model questions with known answers from a set in ../shared/data/retrieval. Prints how many answers contain the
// known answer, whether the sentence with it shows the right note as source, and how often the model says "The notes
// don't say" after the relevant notes were removed. FILE is a .gguf for the app's own engine.
// `--set real-questions` asks that set's 48 questions for a run of half an hour, with `--all` its 255, or with
// `--kinds followup,none` all of these kinds, by its own scorer (Python 3), which prints a table by kind. `--rephrase`
// has the model rephrase each question for the search first.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { program } from "./setup.mjs";
import { Failure, entry, root, run as runVisibly } from "./task.mjs";

const { values: options } = parseArgs({
  options: {
    questions: { type: "string", default: "40" },
    set: { type: "string", default: "xquad-en-paragraphs" },
    server: { type: "string" },
    model: { type: "string" },
    models: { type: "string" },
    all: { type: "boolean", default: false },
    kinds: { type: "string" },
    rephrase: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});

/** The sentence that the model should write when no passage answers, and other wordings of it. */
const SAYS_NOTHING = /(notes?|documents?) (do(es)?n['’]t|do(es)? not) (say|tell|mention)|no note supports this/i;

/** Words only: case, punctuation and articles don't matter for a right answer. */
function plain(text) {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .split(" ");
  return words.filter((word) => word && !["a", "an", "the"].includes(word)).join(" ");
}

const holds = (text, gold) => ` ${plain(text)} `.includes(` ${plain(gold)} `);

/** An answer's sentences with the citations after them, at byte positions like the citations'. */
function sentences(text) {
  const parts = [];
  let at = 0;
  for (const part of text.split(/(?<=[.!?](?:\s*\[\d+\])*)(?=\s+[\p{Lu}\p{N}*-])|\n+/u)) {
    const start = text.indexOf(part, at);
    at = start + part.length;
    const bytes = (end) => Buffer.byteLength(text.slice(0, end));
    if (part.trim()) parts.push({ text: part, start: bytes(start), end: bytes(at) });
  }
  return parts;
}

/** The numbers shown as a sentence's sources: cited and not marked wrong, or guessed by the app. */
function sources(answer, sentence) {
  const meets = (mark) => mark.start <= sentence.end && sentence.start < mark.end;
  const cited = answer.citations.filter((mark) => meets(mark) && !["unsupported", "contradicted"].includes(mark.support));
  return [...cited, ...answer.probably.filter(meets)].map((mark) => mark.number);
}

function run(args) {
  const done = spawnSync(program("marginalia-cli", "start"), args, { encoding: "utf8" });
  if (done.error) throw new Failure(`marginalia-cli can't be started: ${done.error.message}`);
}

/** Talks with a vault in one process, like the window: the model is loaded once and keeps its cache. */
class Talk {
  #child;
  #lines = "";
  #errors = "";
  #began = 0;
  #first = undefined;
  #usage = undefined;
  #answered = undefined;

  constructor(vault, data) {
    const { server, model } = options;
    const where = [...(server ? ["--server", server] : []), ...(model ? ["--model", model] : [])];
    this.#child = spawn(program("marginalia-cli", "start"), ["chat", vault, "--json", "--data", data, ...where]);
    this.#child.stdout.on("data", (chunk) => this.#take(String(chunk)));
    this.#child.stderr.on("data", (chunk) => (this.#errors += chunk));
    this.#child.on("close", () => this.#answered?.reject(new Failure(`The talk ended: ${this.#errors.trim()}`)));
  }

  #take(chunk) {
    const lines = (this.#lines + chunk).split("\n");
    this.#lines = lines.pop();
    for (const line of lines.filter((line) => line.startsWith("{"))) {
      const event = JSON.parse(line);
      const seconds = (Date.now() - this.#began) / 1000;
      if (event.type === "text" || event.type === "citation") this.#first ??= seconds;
      this.#usage = event.usage ?? this.#usage;
      if (event.answer?.references) {
        this.#answered?.resolve({ answer: event.answer, first: this.#first, seconds, prompt: this.#usage?.prompt });
      }
    }
  }

  /** Asks in a new conversation. */
  ask(question) {
    [this.#first, this.#usage] = [undefined, undefined];
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject };
      this.#began = Date.now();
      this.#child.stdin.write(`/new\n${question.replaceAll("\n", " ")}\n`);
    });
  }

  end() {
    this.#answered = undefined;
    this.#child.stdin.end();
  }
}

/** Asks `questions` of a warmed-up model. */
async function talk(vault, data, questions, take) {
  const talk = new Talk(vault, data);
  try {
    await talk.ask("What is in these notes?");
    for (const line of questions) take(line, await talk.ask(line.text));
  } finally {
    talk.end();
  }
}

/** Evenly spread, so that all notes are covered and each run asks the same questions. */
const spread = (all, count) => Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor((at * all.length) / count)]);
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const share = (part, whole) => (whole === 0 ? "–" : `${(part / whole).toFixed(2)} (${part} of ${whole})`);

/** Turns on the setting that the terminal program has no option for. */
const REPHRASE = `
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as library:
    setting = '{"search":{"rewrite":true}}'
    library.execute("INSERT INTO settings VALUES ('settings', ?1) ON CONFLICT (name) DO UPDATE SET value = json_patch(value, ?1)", (setting,))
`;

/** Questions of many kinds, each with its own vault and time. */
function realQuestions(set, data) {
  if (options.server) throw new Failure("The scorer of real-questions asks a model of the app's own, not a server: leave --server out.");
  const args = ["--cli", program("marginalia-cli", "start"), "--data", data, "--answers", path.join(set, "dev.jsonl")];
  if (options.kinds) args.push("--kinds", options.kinds);
  else if (!options.all) args.push("--ids", path.join(set, "answers-dev.txt"));
  if (options.model) args.push("--model", options.model);
  if (options.rephrase) {
    // Any command makes the library.
    run(["web", "--data", data]);
    runVisibly("python3", ["-c", REPHRASE, path.join(data, "library.db")]);
  }
  const rows = path.join(data, "rows.jsonl");
  runVisibly("python3", [path.join(set, "score.py"), ...args, "--out", rows]);
  if (options.verbose) console.log(readFileSync(rows, "utf8"));
}

await entry(async () => {
  if (options.set === "real-questions") {
    const set = path.resolve(root, "../shared/data/real-questions");
    if (!existsSync(set)) {
      console.log(`The question set isn't here (looked for ${set}), so nothing was asked.`);
      return;
    }
    const data = mkdtempSync(path.join(tmpdir(), "answers-"));
    try {
      if (options.models) run(["models", "--refer", options.models, "--data", data]);
      realQuestions(set, data);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
    return;
  }
  const set = path.resolve(root, "../shared/data/retrieval", options.set);
  if (!existsSync(set)) {
    console.log(`The question set isn't here (looked for ${set}), so nothing was asked.`);
    return;
  }
  const all = readFileSync(path.join(set, "queries.jsonl"), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const asked = spread(all, Number(options.questions));
  const folder = mkdtempSync(path.join(tmpdir(), "answers-"));
  try {
    const data = path.join(folder, "data");
    if (options.models) run(["models", "--refer", options.models, "--data", data]);
    const vault = path.join(set, "vault");
    run(["index", vault, "--data", data]);
    const rows = [];
    await talk(vault, data, asked, (line, { answer, ...cost }) => {
      const golds = line.excerpts ?? [line.answer];
      const isRight = (text) => golds.some((gold) => holds(text, gold));
      const numbers = answer.references.filter((it) => it.path === line.note && it.state !== "considered").map((it) => it.number);
      const right = sentences(answer.text).filter((sentence) => isRight(sentence.text));
      const sourced = right.filter((sentence) => sources(answer, sentence).some((number) => numbers.includes(number)));
      rows.push({
        ...cost,
        question: line.text,
        golds,
        answer: answer.text,
        found: numbers.length > 0,
        holds: isRight(answer.text),
        right: right.length,
        sourced: sourced.length,
        silent: SAYS_NOTHING.test(answer.text),
      });
      if (options.verbose) console.log(JSON.stringify(rows.at(-1)));
    });
    // The same without the relevant notes.
    const without = path.join(folder, "without");
    cpSync(vault, without, { recursive: true });
    for (const line of asked) rmSync(path.join(without, line.note), { force: true });
    run(["index", without, "--data", data]);
    const silent = [];
    await talk(without, data, asked, (line, { answer }) => {
      silent.push({ question: line.text, answer: answer.text, silent: SAYS_NOTHING.test(answer.text) });
      if (options.verbose) console.log(JSON.stringify(silent.at(-1)));
    });
    const count = (rows, is) => share(rows.filter(is).length, rows.length);
    const sum = (name) => rows.reduce((whole, row) => whole + row[name], 0);
    const seconds = (name) => `${middle(rows.map((row) => row[name] ?? Infinity)).toFixed(1)} s`;
    console.log(`${options.set}, ${rows.length} questions`);
    console.log(`the right note was sent        ${count(rows, (row) => row.found)}`);
    console.log(`the answer holds the words     ${count(rows, (row) => row.holds)}`);
    console.log(`their sentence shows that note ${share(sum("sourced"), sum("right"))}`);
    console.log(`“The notes don't say”: where they do ${count(rows, (row) => row.silent)}, where they don't ${count(silent, (row) => row.silent)}`);
    console.log(`in the middle: first word ${seconds("first")}, answer ${seconds("seconds")}, ${middle(rows.map((row) => row.prompt ?? 0))} tokens read`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
