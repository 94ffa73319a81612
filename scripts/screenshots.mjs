// npm run screenshots [-- NAME…]: retakes the pictures in docs/screenshots, of the real window over the sample vault.
// The answers are below; a small server inserts the passages' numbers from the request, like a model. The rest is the
// app's own work.
import { writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { buildTests } from "./setup.mjs";
import { entry, root } from "./task.mjs";
import { ask, call, closeSettings, home, id, more, search, startApp } from "../tests/e2e/app.mjs";
import { freePort, until } from "../tests/e2e/driver.mjs";

const MODEL = "gemma-3-12b";
const ESCAPE = "\uE00C";

/** The answers by question; `«…»` becomes the number of the passage with these words. */
const ANSWERS = [
  {
    when: "why was my first rye gummy?",
    text: `**You cut it too early.** You cut it after three hours and were sure you had failed; the other half was perfect on Monday «The other half was perfect». The water in a rye loaf takes a day to settle evenly through the crumb «takes a day to settle».

Rye asks for more patience than wheat, because its amylase stays awake while its starch is setting, so it can dissolve the crumb from within «stays awake while».

Next time:

1. Leave the loaf for **24 hours**, wrapped in a cloth «wrapped in a cloth».
2. Make sure at least a third of the flour has gone through the sour, and that the loaf reaches 98 °C «at least a third of the flour».`,
  },
  {
    when: "how much salt goes into dough?",
    text: `Salt is 2% of the flour weight: 10 g for 500 g of flour, 20 g for a kilo «Salt is 2%». Weigh it, for a level teaspoon of fine table salt is about 9 g «level teaspoon».`,
  },
  {
    when: "how does temperature change the first rise?",
    text: `Bulk is the first rise, the whole dough together in its tub «Bulk is the first rise». It depends on the temperature of the dough more than on the clock.`,
  },
];

/** The documents in a request, from the newest message and all earlier ones. */
function passages(messages) {
  const found = [];
  for (const { content } of messages) {
    // Messages with pictures have parts.
    const text = typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("\n");
    for (const [, number, contents] of text.matchAll(/"document":\s*(\d+)[^{}]*?"contents":\s*"((?:[^"\\]|\\.)*)"/gs)) {
      found.push({ number, contents: JSON.parse(`"${contents}"`) });
    }
  }
  return found;
}

function answer(messages) {
  const question = messages.findLast(({ role }) => role === "user");
  const asked = JSON.stringify(question?.content ?? "").toLowerCase();
  const written = ANSWERS.find(({ when }) => asked.includes(when))?.text ?? "The notes don't say.";
  const all = passages(messages);
  return written.replace(/«([^»]*)»/g, (_, words) => {
    const passage = all.findLast(({ contents }) => contents.includes(words));
    if (!passage) console.log(`no passage with “${words}” was sent`);
    return `[${passage?.number ?? 1}]`;
  });
}

/** A server with OpenAI's protocol. */
async function startServer(t) {
  const port = await freePort();
  const server = http.createServer(async (request, response) => {
    if (request.method === "GET") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: MODEL, object: "model", context_length: 16384 }] }));
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const text = answer(JSON.parse(body).messages);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (value) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    for (const content of text.split(/(?<= )/)) send({ choices: [{ index: 0, delta: { content } }] });
    send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
    send({ choices: [], usage: { prompt_tokens: Math.ceil(body.replace(/data:[^"]*/g, "").length / 4.2), completion_tokens: Math.ceil(text.length / 4) } });
    response.end("data: [DONE]\n\n");
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${port}`;
}

const wanted = process.argv.slice(2);

async function pictures(t) {
  const folder = await home(t);
  const { page } = await startApp(t, folder);
  await page.size(1440, 900);
  const take = async (name) => {
    if (wanted.length > 0 && !wanted.includes(name)) return;
    // Skip animations and wait for the redraw.
    await page.run("for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()");
    await page.runAsync("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)));");
    await writeFile(path.join(root, "docs", "screenshots", `${name}.png`), Buffer.from(await page.screenshot(), "base64"));
    console.log(`docs/screenshots/${name}.png`);
  };
  const theme = async (chosen) => {
    await page.run("document.documentElement.dataset.theme = arguments[0]", chosen);
    await page.run("for (const animation of document.getAnimations()) animation.cancel()");
  };
  const answered = (css = id("answer", { "data-state": "complete" })) => page.seen(css, 60_000);
  const newChat = async (question) => {
    await page.click(id("new-chat"));
    await until(async () => (await page.count(id("answer"))) === 0, "an empty conversation");
    await ask(page, question);
    await answered();
  };

  await page.seen(id("welcome"), 30_000);
  await take("welcome");
  await page.click(id("open-sample"));
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  const settings = await call(page, "get_settings");
  await call(page, "set_settings", {
    settings: { ...settings, servers: [{ kind: "openai", base_url: await startServer(t), name: null }], chosen: null },
  });
  // The pictures show search by words and by meaning.
  await page.click(id("index-chip"));
  await page.seen(id("index-meaning", { "data-state": "ready" }), 300_000);
  await page.press(ESCAPE);

  await ask(page, "How much salt goes into dough?");
  await answered();
  await page.run("document.querySelector(arguments[0]).focus()", `${id("answer")} .chip[data-support="unsupported"]`);
  await page.seen(id("chip-popover"));
  await take("check");

  await newChat("How does temperature change the first rise?");
  await more(page);
  await page.click(id("read-all"));
  await until(async () => /call/.test((await page.text(id("read-all-estimate"))) ?? ""), "the estimate");
  await theme("dark");
  await take("read-all");
  await theme("light");
  await page.press(ESCAPE);

  await newChat("Why was my first rye gummy?");
  const chips = `${id("answer")} li .chip`;
  await page.click(chips);
  await page.seen(`${id("reader")} .passage-mark`);
  await take("answer");
  await theme("dark");
  await take("answer-dark");
  await theme("light");
  await more(page);
  await page.click(id("show-receipt"));
  await page.seen(id("receipt"));
  await take("receipt");

  await page.click(id("keep-as-note"));
  await page.click(id("keep-new"));
  await page.seen(id("review", { "data-state": "proposed" }), 15_000);
  await page.seen(id("hunk"));
  await theme("dark");
  await take("change");
  await page.press(ESCAPE);

  await search(page, "slice too early");
  await page.seen(id("hit"), 15_000);
  await take("search");
  await theme("light");
  await page.click(id("open-settings"));
  await page.click(id("settings-tab-privacy"));
  await take("privacy");
  await closeSettings(page);

  const [main] = await page.windows();
  await call(page, "open_quick_ask");
  await page.turnTo(await until(async () => (await page.windows()).find((window) => window !== main), "the second window", 30_000));
  await page.type(id("quick-question"), "How long may dough rest in the fridge?");
  await page.seen(id("quick-hit"), 15_000);
  await theme("dark");
  await take("quick");
}

await entry(async () => {
  await buildTests();
  const endings = [];
  try {
    await pictures({ after: (end) => endings.unshift(end) });
  } finally {
    for (const end of endings) await end();
  }
});
