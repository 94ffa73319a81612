// The window with only its own engine: no server, no key, and the smallest working model.
import assert from "node:assert/strict";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ensureModelFile } from "../../scripts/model/install.mjs";
import { ask, call, closeSettings, engines, home, id, more, processes, startApp, startModel } from "./app.mjs";
import { until } from "./driver.mjs";

const STOPPED = /the model (said the same over and over|repeated its instructions)/;

/** The sample vault in the window, with a user's model in the app's folder. */
async function withModel(t) {
  const folder = await home(t);
  const models = path.join(folder, "data", "marginalia", "models");
  await mkdir(models, { recursive: true, mode: 0o700 });
  await copyFile(await ensureModelFile({ size: "small" }), path.join(models, "SmolLM2-135M-Instruct.gguf"));
  const { page, stop } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  return { folder, page, stop };
}

/** Waits for the answer's end. The smallest model may say the same over and over until its answer is stopped. */
async function ended(page) {
  const answer = (state) => id("answer", { "data-state": state });
  await page.seen(`${answer("complete")}, ${answer("failed")}`, 300_000);
  if (await page.has(answer("failed"))) assert.match(await page.text(id("failure-card")), STOPPED);
}

// B56
test("with no server a question is answered by the engine, word by word, and its passages are shown", { timeout: 600_000 }, async (t) => {
  const { page } = await withModel(t);
  await ask(page, "How much salt goes into dough?");
  await page.seen(`${id("answer", { "data-state": "streaming" })} .prose`, 300_000);
  await ended(page);
  await more(page);
  assert.match(await page.text(id("answer")), /SmolLM2-135M-Instruct/, "the answer names its model");
  // A model of this size often makes its answer up, which is then withdrawn; what it read is listed in any case.
  await page.click(id("show-references"));
  await page.click(`${id("card")} .chip`);
  await page.seen(`${id("reader")} .passage-mark`);
});

// B57, B58
test("a stop and a crash of the engine cost one answer at most, and nothing of it outlives the app", { timeout: 900_000 }, async (t) => {
  const { page, folder } = await withModel(t);
  await ask(page, "Tell me everything about bread.");
  await until(async () => (await engines(folder)).length === 1, "the engine", 60_000);
  await page.click(id("stop"));
  await page.seen(id("answer", { "data-state": "cancelled" }));

  await ask(page, "Tell me everything about salt.");
  let engine;
  await until(
    async () => {
      [engine] = await engines(folder);
      return engine !== undefined && page.has(`${id("answer", { "data-state": "streaming" })} .prose`);
    },
    "the first words",
    300_000,
  );
  process.kill(engine, "SIGKILL");
  await page.seen(id("failure-card"));
  assert.match(await page.text(id("failure-card")), /The model was stopped from outside.*Ask again/s);

  await page.click(id("retry"));
  await page.seen(`${id("answer", { "data-state": "streaming" })} .prose`, 300_000);
  assert.notDeepEqual(await engines(folder), [engine], "a new child answers");
  for (const pid of await processes(folder)) process.kill(pid, "SIGKILL");
  await until(async () => (await engines(folder)).length === 0, "the engine to be gone");
});

// B114
test("the built-in model and a server that is added are asked in turn", { timeout: 900_000 }, async (t) => {
  const { page, folder } = await withModel(t);
  const script = path.join(folder, "script.json");
  await writeFile(script, JSON.stringify({ models: [{ name: "maple", window: 8192 }], default: { pieces: ["Two per cent [1]."] } }));
  const model = await startModel(t, script);
  const names = async () => {
    const [conversation] = await call(page, "list_conversations");
    if (!conversation) return [];
    const { messages } = await call(page, "conversation_page", { id: conversation.id, before: null, limit: 20 });
    const answers = ({ state, error }) => state === "complete" || STOPPED.test(error?.message ?? "");
    return messages.filter(answers).map(({ model }) => /SmolLM2|maple/.exec(model)?.[0]);
  };
  const answered = async (...expected) => {
    await ask(page, `How much salt goes into loaf ${expected.length}?`);
    await until(async () => (await names()).length === expected.length, `answer ${expected.length}`, 300_000);
    assert.deepEqual(await names(), expected);
  };
  const choose = async (name) => {
    await page.click(id("model"));
    await page.click(id("model-option", { "data-name": name }));
    await until(async () => (await page.text(id("model"))).includes(name), `${name} to be chosen`);
  };

  await answered("SmolLM2");
  await page.click(id("open-settings"));
  await page.click(id("settings-tab-models"));
  await page.click(id("add-server"));
  await page.type(id("server-address"), model.url);
  await page.click(id("add-server-now"));
  await page.seen(id("server", { "data-address": model.url, "data-entered": "true" }));
  await closeSettings(page);
  await choose("maple");
  await answered("SmolLM2", "maple");
  await choose("SmolLM2-135M-Instruct");
  await answered("SmolLM2", "maple", "SmolLM2");
  await choose("maple");
  await answered("SmolLM2", "maple", "SmolLM2", "maple");
});
