// Models in the real window: entering and testing a server, choosing another model, correcting a model's properties,
// and a refused key.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ask, closeSettings, drop, enter, home, id, startApp, startModel } from "./app.mjs";
import { until } from "./driver.mjs";

const ENTER = "\uE007";
const DOWN = "\uE015";

const text = (page, css) => async () => (await page.text(css)) ?? "";

async function says(page, css, pattern, milliseconds) {
  return until(async () => pattern.test(await text(page, css)()), `${css} to say ${pattern}; it says ${await text(page, css)()}`, milliseconds);
}

/** Enters a server in the open settings by address only; its models appear. */
async function addServer(page, url) {
  await page.click(id("add-server"));
  await page.type(id("server-address"), url);
  await page.click(id("add-server-now"));
  await page.seen(id("server", { "data-address": url, "data-entered": "true" }));
}

test("a server is added and tested, another model is chosen, and the user sets its context window", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  await writeFile(
    script,
    JSON.stringify({
      models: [
        { name: "one", window: 8192 },
        { name: "two", window: 4096 },
      ],
      rules: [{ when: "Say hello", pieces: ["Hello ", "there."], usage: { prompt: 14, completion: 2 } }],
    }),
  );
  const model = await startModel(t, script);
  let { page, stop } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }));

  await page.click(id("open-settings"));
  await addServer(page, model.url);
  const server = id("server", { "data-address": model.url });
  await says(page, server, /Ollama.*2 models/s);

  // A real question, with a real answer and figures.
  await page.click(id("test-model"));
  await says(page, id("trial"), /Hello there\./);
  await says(page, id("trial"), /one started after .* and took .*The server counted 14 tokens read and 2 written\./s);
  await says(page, id("window-source"), /^8,192 tokens, reported by the server$/);

  // Properties that the user corrects.
  await page.click(id("server-model", { "data-name": "two" }));
  await page.seen(id("model-details", { "data-name": "two" }));
  await enter(page, id("model-window"), `3000${ENTER}`);
  await says(page, id("window-source"), /^3,000 tokens, set by you$/);
  await closeSettings(page);

  // The list of models, by keyboard alone.
  await says(page, id("model"), /one/);
  await page.click(id("model"));
  await page.seen(id("model-picker"));
  await page.press(DOWN);
  await page.press(ENTER);
  await says(page, id("model"), /two/);
  await ask(page, "How much salt goes into a country loaf?");
  await page.seen(id("answer", { "data-state": "complete" }));
  const asked = (await model.requests()).at(-1);
  assert.equal(asked.path, "/api/chat");
  assert.equal(asked.json.model, "two");
  assert.equal(asked.json.options.num_ctx, 3000);

  await stop();
  ({ page, stop } = await startApp(t, folder, { args: ["--sample"] }));
  await says(page, id("model"), /two/);
  await page.click(id("open-settings"));
  await says(page, id("models-now"), /Questions go to two.*3,000 tokens, set by you/s);
});

// B47
test("a key that the server refuses: the window shows what it said, and the key is forgotten on request", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  await writeFile(
    script,
    JSON.stringify({
      default: { status: 401, body: { error: { message: "Incorrect API key provided: sk-wrong-one." } } },
    }),
  );
  const model = await startModel(t, script);
  // There is no keychain, so the key lasts for this run, and the window says so.
  const { page } = await startApp(t, folder, { args: ["--sample"], env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/no-bus` } });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await page.click(id("open-settings"));
  await addServer(page, model.url);
  const server = id("server", { "data-address": model.url });
  await page.click(id("test-model"));
  await says(page, id("trial-failure"), /needs a key \(401: Incorrect API key provided: sk-wrong-one\)\./);
  await page.type(`${server} ${id("key-entry")}`, `sk-wrong-one${ENTER}`);
  await page.seen(`${server} ${id("key", { "data-place": "thisRun" })}`);
  await says(
    page,
    `${server} ${id("key")}`,
    /The key is used until Marginalia is closed, and must be entered again then, because no keychain runs on this computer\./,
  );
  await page.click(id("test-model"));
  await says(page, id("trial-failure"), /didn't accept the key \(401: Incorrect API key provided: …\)\./);
  assert.equal((await model.requests()).at(-1).authorization, "Bearer sk-wrong-one");
  await page.click(`${server} ${id("remove-key")}`);
  await page.seen(`${server} ${id("key", { "data-place": "none" })}`);
  await closeSettings(page);
  await ask(page, "How much salt goes into a country loaf?");
  await page.seen(id("failure-card", { "data-code": "unauthorized" }));
  assert.equal((await model.requests()).at(-1).authorization, null);
  // The card offers other models directly.
  await page.click(id("choose-model"));
  await page.seen(id("model-picker"));
});

test("a model is downloaded by its name, stopped, downloaded again, and asked", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  const pull = { layers: [4_000_000_000, 8_000_000], hold_after: 2 };
  await writeFile(script, JSON.stringify({ models: [{ name: "one", window: 8192 }], pull }));
  const model = await startModel(t, script);
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await page.click(id("open-settings"));
  await addServer(page, model.url);
  await enter(page, id("pull-name"), `small-one${ENTER}`);
  await says(page, id("pull-status"), /% of 4\.0 GB/);
  await page.click(id("pull-stop"));
  await says(page, id("pull-outcome"), /^Stopped\./);
  // Again, this time to completion.
  await enter(page, id("pull-name"), ENTER);
  await says(page, id("pull-status"), /% of 4\.0 GB/);
  await model.release();
  await says(page, id("pull-outcome"), /small-one is ready/);
  await page.seen(id("server-model", { "data-name": "small-one" }));
});

test("Anthropic is added with its key, asked, and tried again when it is busy", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  const busy = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  await writeFile(
    script,
    JSON.stringify({
      speaks: ["anthropic"],
      models: [{ name: "claude-scripted", window: 200000, tools: true, vision: true }],
      rules: [
        { when: "How much salt", times: 1, status: 529, headers: { "retry-after": "6" }, body: busy },
        { when: "How much salt", pieces: ["Two per cent ", "[1]."] },
      ],
    }),
  );
  const model = await startModel(t, script);
  const { page } = await startApp(t, folder, { args: ["--sample"], env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/no-bus` } });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await page.click(id("open-settings"));
  await addServer(page, model.url);
  const server = id("server", { "data-address": model.url });
  await says(page, server, /Anthropic.*1 model/s);
  await page.type(`${server} ${id("key-entry")}`, `sk-ant-scripted${ENTER}`);
  await page.seen(`${server} ${id("key", { "data-place": "thisRun" })}`);
  await closeSettings(page);
  await says(page, id("model"), /claude-scripted/);
  await ask(page, "How much salt goes into a country loaf?");
  await says(page, id("retrying"), /529.*Trying again in 6 seconds\./s);
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.equal(await page.has(id("retrying")), false);
  await page.seen(id("chip"));
  const asked = (await model.requests()).at(-1);
  assert.equal(asked.path, "/v1/messages");
  assert.equal(asked.headers["x-api-key"], "sk-ant-scripted");
  assert.ok(asked.json.system.length > 0 && asked.json.max_tokens > 0, JSON.stringify(asked.json).slice(0, 300));
});

test("a model’s file is added by a drop, stays where it is, and is removed; what is no model says so", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }));

  const none = path.join(folder, "prices.gguf");
  await writeFile(none, "Rye: 2 a kilogram.\n");
  await drop(640, 500, none);
  await says(page, id("adding"), /prices\.gguf/);
  await page.click(id("add-copy"));
  await says(page, id("local-error"), /“prices\.gguf” isn't a model in the GGUF format/);

  // A header without metadata is enough for the list.
  const file = path.join(folder, "Mine.gguf");
  await writeFile(file, Buffer.concat([Buffer.from("GGUF\x03\0\0\0", "latin1"), Buffer.alloc(16)]));
  await drop(640, 500, file);
  await says(page, id("adding"), /Mine\.gguf/);
  await page.click(id("add-refer"));
  await says(page, id("added"), /^Mine was added\.$/);
  await says(page, id("local-model", { "data-id": "Mine" }), /your own file in another folder/);
  await page.click(`${id("local-model", { "data-id": "Mine" })} ${id("remove-model")}`);
  await until(async () => !(await page.has(id("local-model"))), "the model to be gone");
  assert.equal((await readFile(file)).length, 24);
});
