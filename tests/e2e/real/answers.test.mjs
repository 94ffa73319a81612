// The window with the provided model (Qwen2.5-Coder 1.5B) in its own engine, as a new user sees it. `npm test --
// real` runs it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { ensureModelFile } from "../../../scripts/model/install.mjs";
import { program } from "../../../scripts/setup.mjs";
import { ask, call, engines, home, id, privateFolders, startApp } from "../app.mjs";
import { until } from "../driver.mjs";

/** The sample vault in the window, with the model as `npm start` provides it, but not copied. */
async function withModel(t) {
  const folder = await home(t);
  const file = await ensureModelFile({ size: "large" });
  const env = { ...process.env, ...privateFolders(folder) };
  await promisify(execFile)(program("marginalia-cli"), ["models", "--refer", file], { env });
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  // Without randomness, and with all notes embedded, the model's input and output are the same each time.
  const settings = await call(page, "get_settings");
  await call(page, "set_settings", { settings: { ...settings, chat: { ...settings.chat, temperature: 0 } } });
  await until(async () => /Up to date/.test(await page.text(id("index-chip"))), "the search by meaning", 120_000);
  return { page, folder };
}

/** The last message of the newest conversation. */
async function lastAnswer(page) {
  const [{ id: conversation }] = await call(page, "list_conversations");
  const { messages } = await call(page, "conversation_page", { id: conversation, before: null, limit: 10 });
  return messages.at(-1);
}

/** A model of this size may repeat itself or its instructions, which ends the answer with this notice. */
const ENDED_EARLY = /the model (said the same over and over|repeated its instructions)/;

/** Waits for the answer's end, successful or not, and returns it. */
async function ended(t, page) {
  const states = ["complete", "failed", "cancelled"].map((state) => id("answer", { "data-state": state }));
  await page.seen(states.join(", "), 220_000);
  const answer = await lastAnswer(page);
  t.diagnostic(answer.text);
  if (answer.state !== "complete") assert.match(answer.error.message, ENDED_EARLY);
  return answer;
}

test("a question is answered with a number that opens its passage", { timeout: 240_000 }, async (t) => {
  const { page } = await withModel(t);
  await ask(page, "How long does rye bread keep?");
  await page.seen(id("answer", { "data-state": "complete" }), 180_000);
  const text = await page.text(`${id("answer")} .prose`);
  t.diagnostic(text);
  // The exact text varies; `npm run answers` measures correctness.
  assert.match(text, /[a-z]{3}/i);
  assert.doesNotMatch(text, /<\||\|>|documents is never/, "no marks of the template, none of the app's instructions");
  await page.click(id("chip"));
  await page.seen(`${id("reader")} .passage-mark`);
});

// B125
test("a question about data is answered by its computed table", { timeout: 240_000 }, async (t) => {
  const { page } = await withModel(t);
  await ask(page, "What is the average rating of my bakes?");
  await page.seen(id("answer", { "data-state": "complete" }), 180_000);
  assert.match((await lastAnswer(page)).text, /^Average of rating: \*\*3\*\* \[\d\]\.$/);
  await page.seen(id("record-table"));
  await ask(page, "Which bakes were rated 4?");
  await until(async () => (await page.count(id("answer", { "data-state": "complete" }))) === 2, "the second answer", 180_000);
  assert.match((await lastAnswer(page)).text, /^Sunday 8 March \(2026-03-08 First rye\): rating 4.* \[\d\]\.$/);
  await page.click(`${id("answer")}:last-of-type ${id("chip")}`);
  await page.seen(`${id("reader")} ${id("record-table")}`);
});

test("the model is loaded and reads its instructions before anything is asked", { timeout: 240_000 }, async (t) => {
  const { page, folder } = await withModel(t);
  // Once the model is known, the composer counts the tokens of an empty draft.
  await page.type(id("composer"), "How");
  await until(async () => (await engines(folder)).length === 1, "the engine");
});

test("a question is worked out, to a report", { timeout: 480_000 }, async (t) => {
  const { page } = await withModel(t);
  await page.click(id("work-it-out"));
  await ask(page, "How long does rye bread keep?");
  await page.seen(id("work"), 120_000);
  const answer = await ended(t, page);
  assert.equal(answer.work.stage, "reporting");
});

test("/note proposes a note", { timeout: 480_000 }, async (t) => {
  const { page } = await withModel(t);
  await ask(page, "/note how long rye bread keeps");
  const answer = await ended(t, page);
  // A model that abstains wrote no note.
  const abstains = /^The (notes|documents) do(n't| not) say\.$/.test(answer.text.trim());
  if (answer.state === "complete" && !abstains) await page.seen(id("review-changes"));
});

test("a question is asked first what it wants", { timeout: 480_000 }, async (t) => {
  const { page } = await withModel(t);
  const settings = await call(page, "get_settings");
  await call(page, "set_settings", { settings: { ...settings, chat: { ...settings.chat, routing: true } } });
  await ask(page, "How long does rye bread keep?");
  const answer = await ended(t, page);
  const receipts = await call(page, "receipts", { answer: answer.id });
  assert.ok(receipts.length >= 2, "one call that routes, one that answers");
});
