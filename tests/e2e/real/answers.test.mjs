// The window with the model that comes along (Qwen2.5-Coder 1.5B) in its own engine: what a user gets who starts the
// app, asks, and reads. `npm test -- real` runs it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";
import { ensureModelFile } from "../../../scripts/model/install.mjs";
import { program } from "../../../scripts/setup.mjs";
import { ask, call, home, id, privateFolders, startApp } from "../app.mjs";
import { until } from "../driver.mjs";

/** The sample vault in the window, with the model as `npm start` hands it over, but not copied. */
async function withModel(t) {
  const folder = await home(t);
  const file = await ensureModelFile({ size: "large" });
  const env = { ...process.env, ...privateFolders(folder) };
  await promisify(execFile)(program("marginalia-cli"), ["models", "--refer", file], { env });
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  return { page, folder };
}

/** The last message of the newest conversation. */
async function lastAnswer(page) {
  const [{ id: conversation }] = await call(page, "list_conversations");
  const { messages } = await call(page, "conversation_page", { id: conversation, before: null, limit: 10 });
  return messages.at(-1);
}

/** Waits until the answer has ended, however it did; gives it. */
async function ended(t, page) {
  const states = ["complete", "failed", "cancelled"].map((state) => id("answer", { "data-state": state }));
  await page.seen(states.join(", "), 220_000);
  const answer = await lastAnswer(page);
  t.diagnostic(answer.text);
  assert.equal(answer.state, "complete", JSON.stringify(answer.error));
  return answer;
}

/** The programs of the app that run a model. */
async function engines(folder) {
  const { stdout } = await promisify(execFile)("pgrep", ["-f", "marginalia --engine"]).catch(() => ({ stdout: "" }));
  const environment = (pid) => readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  const found = await Promise.all(stdout.split("\n").filter(Boolean).map(environment));
  return found.filter((text) => text.includes(`HOME=${folder}`)).length;
}

test("a question is answered with a number that opens its passage", { timeout: 240_000 }, async (t) => {
  const { page } = await withModel(t);
  await ask(page, "How long does rye bread keep?");
  await page.seen(id("answer", { "data-state": "complete" }), 180_000);
  const text = await page.text(`${id("answer")} .prose`);
  t.diagnostic(text);
  // What exactly it says depends on chance; `npm run answers` counts how often it is right.
  assert.match(text, /[a-z]{3}/i);
  assert.doesNotMatch(text, /<\||\|>|documents is never/, "no marks of the template, none of the app's instructions");
  await page.click(id("chip"));
  await page.seen(`${id("reader")} .passage-mark`);
});

test("the model is loaded and reads its instructions before anything is asked", { timeout: 240_000 }, async (t) => {
  const { page, folder } = await withModel(t);
  // The composer counts what an empty draft would send once the model is known.
  await page.type(id("composer"), "How");
  await until(async () => (await engines(folder)) === 1, "the engine");
});

test("a question is worked out, to a report", { timeout: 480_000 }, async (t) => {
  const { page } = await withModel(t);
  await page.click(id("work-it-out"));
  await ask(page, "How long does rye bread keep?");
  await page.seen(id("work"), 120_000);
  const answer = await ended(t, page);
  assert.equal(answer.work.stage, "reporting");
  assert.ok(answer.text.trim().length > 0);
});

test("/note proposes a note", { timeout: 480_000 }, async (t) => {
  const { page } = await withModel(t);
  await ask(page, "/note how long rye bread keeps");
  await ended(t, page);
  await page.seen(id("review-changes"));
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
