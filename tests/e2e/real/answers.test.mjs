// The window with the model that comes along (Qwen2.5-Coder 1.5B) in its own engine: what a user gets who starts the
// app, asks, and reads. `npm test -- real` runs it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { ensureModelFile } from "../../../scripts/model/install.mjs";
import { program } from "../../../scripts/setup.mjs";
import { ask, home, id, privateFolders, startApp } from "../app.mjs";

/** The sample vault in the window, with the model as `npm start` hands it over, but not copied. */
async function withModel(t) {
  const folder = await home(t);
  const file = await ensureModelFile({ size: "large" });
  const env = { ...process.env, ...privateFolders(folder) };
  await promisify(execFile)(program("marginalia-cli"), ["models", "--refer", file], { env });
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  return { page, data: path.join(folder, "data") };
}

test("a question is answered with a number that opens its passage", { timeout: 240_000 }, async (t) => {
  const { page } = await withModel(t);
  await ask(page, "How long does rye bread keep?");
  await page.seen(id("answer", { "data-state": "complete" }), 180_000);
  const text = await page.text(`${id("answer")} .prose`);
  t.diagnostic(text);
  assert.match(text, /week/, "the notes say more than a week");
  assert.doesNotMatch(text, /<\||\|>|documents is never/, "no marks of the template, none of the app's instructions");
  await page.click(id("chip"));
  await page.seen(`${id("reader")} .passage-mark`);
});
