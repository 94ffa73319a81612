// npm run answers [-- --questions N] [--set NAME] [--server URL] [--model NAME] [--models FILE] [--verbose]: asks a model
// questions of a set in ../shared/data/retrieval whose answers are known, and prints how many of its
// answers hold them, whether the sentence that holds them shows the right note as its source, and
// how often it says "The notes don't say" when the notes that tell have been taken out. FILE is a
// .gguf for the app's own engine.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { program } from "./setup.mjs";
import { Failure, entry, root } from "./task.mjs";

const { values: options } = parseArgs({
  options: {
    questions: { type: "string", default: "40" },
    set: { type: "string", default: "xquad-en-paragraphs" },
    server: { type: "string" },
    model: { type: "string" },
    models: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});

/** What the model is told to write where no passage tells, and what stands for it in other words. */
const SAYS_NOTHING = /(notes?|documents?) (do(es)?n['’]t|do(es)? not) (say|tell|mention)|no note supports this/i;

/** Words alone: case, punctuation and articles don't decide whether an answer is right. */
function plain(text) {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").split(" ");
  return words.filter((word) => word && !["a", "an", "the"].includes(word)).join(" ");
}

const holds = (text, gold) => ` ${plain(text)} `.includes(` ${plain(gold)} `);

/** The sentences of an answer, each with the marks behind it, by their places in bytes as citations give them. */
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

/** The numbers that the window shows as a sentence's source: cited and not marked wrong, or our own guess. */
function sources(answer, sentence) {
  const meets = (mark) => mark.start <= sentence.end && sentence.start < mark.end;
  const cited = answer.citations.filter((mark) => meets(mark) && !["unsupported", "contradicted"].includes(mark.support));
  return [...cited, ...answer.probably.filter(meets)].map((mark) => mark.number);
}

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program("marginalia-cli", "start"), args, { stdio: ["ignore", "pipe", "pipe"] });
    const began = Date.now();
    let [out, err, first] = ["", "", undefined];
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (first === undefined && /"type":"(text|citation)"/.test(out)) first = (Date.now() - began) / 1000;
    });
    child.stderr.on("data", (chunk) => (err += chunk));
    child.on("error", reject);
    child.on("close", () => {
      const lines = out.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
      resolve({ lines, err, first, seconds: (Date.now() - began) / 1000 });
    });
  });
}

async function ask(vault, data, question) {
  const { server, model } = options;
  const where = [...(server ? ["--server", server] : []), ...(model ? ["--model", model] : [])];
  const { lines, err, first, seconds } = await run(["ask", vault, question, "--json", "--data", data, ...where]);
  const end = lines.findLast((event) => event.answer && event.type !== "started");
  if (!end) throw new Failure(`“${question}” got no answer: ${err.trim()}`);
  return { answer: end.answer, first, seconds, prompt: lines.findLast((event) => event.usage)?.usage.prompt };
}

/** Evenly over the set, so that all notes have their share and each run asks the same. */
const spread = (all, count) => Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor((at * all.length) / count)]);
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const share = (part, whole) => (whole === 0 ? "–" : `${(part / whole).toFixed(2)} (${part} of ${whole})`);

await entry(async () => {
  const set = path.resolve(root, "../shared/data/retrieval", options.set);
  if (!existsSync(set)) {
    console.log(`The question set isn't here (looked for ${set}), so nothing was asked.`);
    return;
  }
  const all = readFileSync(path.join(set, "queries.jsonl"), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const asked = spread(all, Number(options.questions));
  const folder = mkdtempSync(path.join(tmpdir(), "answers-"));
  try {
    const data = path.join(folder, "data");
    if (options.models) await run(["models", "--refer", options.models, "--data", data]);
    const vault = path.join(set, "vault");
    await run(["index", vault, "--data", data]);
    const rows = [];
    for (const line of asked) {
      const { answer, ...cost } = await ask(vault, data, line.text);
      const golds = line.excerpts ?? [line.answer];
      const isRight = (text) => golds.some((gold) => holds(text, gold));
      const numbers = answer.references.filter((it) => it.path === line.note && it.state !== "considered").map((it) => it.number);
      const right = sentences(answer.text).filter((sentence) => isRight(sentence.text));
      const sourced = right.filter((sentence) => sources(answer, sentence).some((number) => numbers.includes(number)));
      rows.push({
        ...cost, question: line.text, golds, answer: answer.text, found: numbers.length > 0, holds: isRight(answer.text),
        right: right.length, sourced: sourced.length, silent: SAYS_NOTHING.test(answer.text),
      });
      if (options.verbose) console.log(JSON.stringify(rows.at(-1)));
    }
    // Half as many where no note tells.
    const without = path.join(folder, "without");
    cpSync(vault, without, { recursive: true });
    for (const line of asked) rmSync(path.join(without, line.note), { force: true });
    await run(["index", without, "--data", data]);
    const silent = [];
    for (const line of spread(asked, Math.ceil(asked.length / 2))) {
      const { answer } = await ask(without, data, line.text);
      silent.push({ question: line.text, answer: answer.text, silent: SAYS_NOTHING.test(answer.text) });
      if (options.verbose) console.log(JSON.stringify(silent.at(-1)));
    }
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
