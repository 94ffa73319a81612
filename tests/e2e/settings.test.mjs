// Settings that change how questions are answered: set in the real window, and seen to work there.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { test } from "node:test";
import { ask, call, closeSettings, enter, home, id, select, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const TAB = "\uE004";
const ANSWERED = id("answer", { "data-state": "complete" });

const NOTES = {
  "Salt.md": "# Salt\n\nUse two per cent of the weight of the flour in salt.\n",
  "Rye.md": "# Rye\n\nRye dough is sticky and wants a tin. Salt it late.\n",
};

/** The app with these notes, and a model with these rules. */
async function open(t, rules) {
  const folder = await home(t);
  const vault = path.join(folder, "Bread");
  await mkdir(vault, { recursive: true });
  for (const [name, text] of Object.entries(NOTES)) await writeFile(path.join(vault, name), text);
  const file = path.join(folder, "script.json");
  await writeFile(file, JSON.stringify({ models: [{ name: "scripted", window: 8192, tools: false }], rules, default: { pieces: ["Two per cent [1]."] } }));
  const model = await startModel(t, file);
  const { page } = await startApp(t, folder, { args: [vault] });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await useModel(page, model.url);
  return { model, page };
}

/** Changes settings on a page, and closes them once they are saved. */
async function set(page, name, change) {
  await page.click(id("open-settings"));
  await page.click(id(`settings-tab-${name}`));
  await page.seen(`#settings-${name}:not([hidden])`);
  await page.run("for (const fold of document.querySelectorAll(arguments[0])) fold.open = true", `#settings-${name} details`);
  await change();
  await page.press(TAB);
  await until(async () => /Saved/.test((await page.text(id("settings-outcome"))) ?? ""), "the settings to be saved");
  await closeSettings(page);
}

/** Answers each request by `reply`, called with its path and its JSON; 404 without a reply. */
async function serve(t, reply) {
  const server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const answer = reply(request.url, body && JSON.parse(body));
      response.statusCode = answer === undefined ? 404 : 200;
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

test("a plain sentence is understood as a command once the settings allow it, and can be answered instead", { timeout: 180_000 }, async (t) => {
  const { page } = await open(t, [{ when: "What does the newest message want?", pieces: ["FIND rye dough"] }]);
  await ask(page, "Where did I write of rye?");
  await page.seen(ANSWERED);
  assert.equal(await page.has(id("routed")), false);

  await set(page, "answers", () => page.click(id("use-routing")));
  await page.click(id("new-chat"));
  await until(async () => (await page.count(ANSWERED)) === 0, "a new chat");
  await ask(page, "Where did I write of rye?");
  await page.seen(id("routed"));
  assert.match(await page.text(id("routed")), /\/find rye dough/);
  await page.click(id("answer-as-chat"));
  await until(async () => !(await page.has(id("routed"))), "an answer of the model");
});

test("the window of the model is shared out as the settings say, and tools lend what they don't need", { timeout: 180_000 }, async (t) => {
  const { page } = await open(t, []);
  await page.type(id("composer"), "How much salt?");
  await page.click(id("context-ring"));
  const budgets = async () => (await page.text(".budgets")) ?? "";
  await until(async () => /of 4,915/.test(await budgets()), "60% of the window for messages");
  assert.equal(await page.has(id("lent")), false);

  await set(page, "answers", async () => {
    await enter(page, id("share-tools"), "20");
    await enter(page, id("share-messages"), "50");
    await page.click(id("lend-shares"));
  });
  // Without tools, their 20% are lent.
  await page.seen(id("lent"));
  assert.match(await page.text(id("lent")), /1,638 more tokens/);
  assert.match(await budgets(), /of 5,734/);
});

// B84
test("step-by-step work ends at the limit that the settings name", { timeout: 180_000 }, async (t) => {
  const { page } = await open(t, [
    { when: "Now write the plan", pieces: ["1. How much salt\n2. How rye dough behaves"] },
    { when: "Work on step", pieces: ["Two per cent of salt."] },
    { when: "Now list what is still open", pieces: ["- How rye dough behaves"] },
    { when: "Now write the report", pieces: ["Use two per cent of the weight of the flour in salt [1]."] },
  ]);
  await set(page, "answers", async () => {
    await enter(page, id("work-steps"), "1");
    await enter(page, id("work-calls"), "9");
    await enter(page, id("work-tokens"), "50000");
    await enter(page, id("work-minutes"), "7");
  });
  await page.click(id("work-it-out"));
  await ask(page, "What do I know of salt and rye?");
  await page.seen(id("work-limit"), 60_000);
  assert.match(await page.text(id("work-limit")), /step limit/);
  await page.seen(ANSWERED);
  const [{ id: conversation }] = await call(page, "list_conversations");
  const { messages } = await call(page, "conversation_page", { id: conversation, before: null, limit: 10 });
  assert.deepEqual(messages.at(-1).work.limits, { steps: 1, calls: 9, tokens: 50_000, minutes: 7 });
});

test("the chat model replaces a failing reranking server if the settings allow it", { timeout: 180_000 }, async (t) => {
  const { model, page } = await open(t, [{ when: "as a JSON list", pieces: ["[2, 1]"] }]);
  const broken = await serve(t, () => undefined);
  const ordered = async () => JSON.stringify(await model.requests()).includes("as a JSON list");
  await set(page, "search", async () => {
    await select(page, "#rerank", "server");
    await enter(page, "#rerank-address", broken);
    await enter(page, "#rerank-model", "judge");
  });
  await ask(page, "Salt for a sticky rye dough?");
  await page.seen(ANSWERED);
  assert.equal(await ordered(), false);

  await set(page, "search", () => page.click(id("or-chat-model")));
  await page.click(id("new-chat"));
  await until(async () => (await page.count(ANSWERED)) === 0, "a new chat");
  await ask(page, "Salt for a sticky rye dough?");
  await page.seen(ANSWERED);
  assert.equal(await ordered(), true);
});

test("vectors on a Chroma server go to the collection that the settings name", { timeout: 180_000 }, async (t) => {
  const { page } = await open(t, []);
  const collections = new Map();
  const chroma = await serve(t, (url, json) => {
    if (url.endsWith("/pre-flight-checks")) return { max_batch_size: 100, supports_base64_encoding: false };
    if (url.endsWith("/collections")) {
      if (!collections.has(json.name)) collections.set(json.name, new Set());
      return { id: json.name };
    }
    const [name, action] = url.split("/").slice(-2);
    const stored = collections.get(name);
    if (action === "upsert") for (const key of json.ids) stored.add(key);
    if (action === "get") return { ids: (json.ids ?? [...stored]).filter((key) => stored.has(key)) };
    return action === "count" ? stored.size : {};
  });
  await set(page, "search", async () => {
    await select(page, "#vectors", "chroma");
    await enter(page, "#chroma", chroma);
    await enter(page, id("chroma-collection"), "Our bread");
  });
  const filled = () => [...collections].some(([name, stored]) => /^marginalia-Ourbread-/.test(name) && stored.size > 0);
  await until(filled, "the vectors in that collection", 120_000);
});
