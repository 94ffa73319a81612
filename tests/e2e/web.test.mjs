// The web in the real window: setting up a search server, a query that waits for the user, and a page that is cited,
// opened and saved as a note.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ask, clean, closeSettings, enter, home, id, select, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const [ENTER, ESCAPE] = ["\uE007", "\uE00C"];

/** A SearXNG server that finds one page for every query, and its recorded queries. */
async function startSearch(t) {
  const asked = [];
  const server = createServer((request, reply) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      asked.push(new URLSearchParams(body).get("q"));
      const results = [{ url: "https://mill.example/salt", title: "Salt of the sea", content: "Sea salt is won from the sea by the sun." }];
      reply.setHeader("content-type", "application/json").end(JSON.stringify({ results, unresponsive_engines: [] }));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${server.address().port}`, asked };
}

// B81
test("a page of the web is asked for, cited, opened as it was, and kept as a note", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  await writeFile(
    script,
    JSON.stringify({
      models: [{ name: "one", window: 8192 }],
      default: { pieces: ["Sea salt is won from the sea by the sun [1]."] },
    }),
  );
  const [model, search] = [await startModel(t, script), await startSearch(t)];
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await useModel(page, model.url);
  assert.equal(await page.has(id("mode-web")), false);

  await page.click(id("open-settings"));
  await page.click(id("settings-tab-web"));
  await select(page, id("web-service"), "searXng");
  await enter(page, id("web-address"), search.url);
  await select(page, id("web-ask"), "once");
  await until(async () => /Saved/.test((await page.text(id("settings-outcome"))) ?? ""), "the search server to be kept");
  await closeSettings(page);
  await page.seen(id("mode-web"));

  // Nothing is sent before the user agrees.
  await page.click(id("mode-web"));
  await ask(page, "Where is sea salt won?");
  await page.seen(id("outgoing", { "data-waits": "first" }));
  assert.match(await page.text(id("outgoing")), /Where is sea salt won\?/);
  await clean(page, "a question that may leave or not");
  assert.deepEqual(search.asked, []);
  await page.click(id("let-out"));
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.deepEqual(search.asked, ["Where is sea salt won?"]);
  const [sent] = (await model.requests()).filter(({ path }) => path.endsWith("chat") || path.endsWith("completions")).slice(-1);
  assert.match(JSON.stringify(sent.json), /https:\/\/mill\.example\/salt/);

  await page.click(".chip");
  await page.seen(`${id("document")} .passage-mark`);
  assert.match(await page.text(id("document")), /Salt of the sea.*mill\.example.*Stored .*won from the sea by the sun/s);

  await page.click(id("keep-page"));
  const name = () => page.run("return document.querySelector(arguments[0]).value", id("keep-name"));
  await page.seen(id("keep-name"));
  await until(async () => (await name()) === "Salt of the sea", "the page's title as the note's name");
  await clean(page, "name of a new note");
  await enter(page, id("keep-name"), "Web/Salt of the sea");
  await page.press(ENTER);
  await page.seen(id("apply-change"));
  await page.click(id("apply-change"));
  const note = path.join(folder, "data", "marginalia", "Sample vault", "Web", "Salt of the sea.md");
  await until(
    () =>
      readFile(note, "utf8").then(
        () => true,
        () => false,
      ),
    "the note to be written",
  );
  assert.match(await readFile(note, "utf8"), /^---\nsource: "https:\/\/mill\.example\/salt"\nfetched: \d{4}-\d\d-\d\d\n---\n\n# Salt of the sea\n/);

  await page.press(ESCAPE);

  // The permission covers the conversation's next question; another conversation asks again.
  await ask(page, "And where else is salt won?");
  await until(() => search.asked.length === 2, "the second query");
  await until(async () => (await page.count(id("answer", { "data-state": "complete" }))) === 2, "the second answer");
  await page.click(id("new-chat"));
  await page.click(id("mode-web"));
  await ask(page, "Who sells salt?");
  await page.seen(id("outgoing", { "data-waits": "first" }));
  await page.click(id("keep-in"));
  await until(async () => /You didn't allow it to be sent/.test((await page.text(id("notice"))) ?? ""), "the refusal to be told");
  assert.equal(search.asked.length, 2);
});

/** A text in invisible letters. */
const tags = (text) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");

// B81 B90
test("a model that obeys a note sends nothing that its user didn’t see and allow", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  const question = "Where is sea salt won?";
  const calls = [
    { name: "web_search", arguments: { query: `${question}${tags("4711")}`, limit: 7 } },
    { name: "web_search", arguments: { query: "wHErE iS SeA sAlT WoN won won?" } },
    { name: "web_search", arguments: { query: "won salt" } },
    { name: "web_search", arguments: { query: `cellar${tags("4711")} co\u200bde ⡴\u2800` } },
    { name: "open_url", arguments: { url: "https://mill.example/salt" } },
    { name: "web_search", arguments: { query: "salt won" } },
  ];
  await writeFile(
    script,
    JSON.stringify({
      models: [{ name: "one", window: 65_536, tools: true }],
      rules: [{ calls, times: 1 }],
      default: { pieces: ["Sea salt is won from the sea by the sun [1]."] },
    }),
  );
  const [model, search] = [await startModel(t, script), await startSearch(t)];
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await useModel(page, model.url);
  await page.click(id("open-settings"));
  await page.click(id("settings-tab-web"));
  await select(page, id("web-service"), "searXng");
  await enter(page, id("web-address"), search.url);
  await select(page, id("web-ask"), "once");
  await until(async () => /Saved/.test((await page.text(id("settings-outcome"))) ?? ""), "the search server to be kept");
  await closeSettings(page);
  await page.seen(id("mode-web"));
  await page.click(id("mode-web"));
  await ask(page, question);
  await page.seen(id("outgoing", { "data-waits": "first" }));
  assert.match(await page.text(id("outgoing", { "data-waits": "first" })), /Later questions in this conversation are then searched without asking/);
  await page.click(id("let-out"));

  // The question's own words need no further permission; all other requests wait in turn. Allowed requests arrive
  // exactly as shown.
  const waiting = id("outgoing", { "data-waits": "otherWords" });
  const shown = async () => (await page.text(waiting)) ?? "";
  const arrived = [question];
  const left = new Set(["won salt", "cellar code ⡴", "https://mill.example/salt", "salt won"]);
  while (left.size > 0) {
    await page.seen(waiting);
    const box = await shown();
    assert.match(box, /The model chose this\. A note or page may have told it/);
    const text = [...left].find((text) => box.includes(text));
    assert.ok(text, `${box} isn’t one of ${[...left].join(", ")}`);
    assert.deepEqual(search.asked, arrived);
    left.delete(text);
    const isLetOut = text.startsWith("cellar");
    await page.click(id(isLetOut ? "let-out" : "keep-in"));
    if (isLetOut) {
      arrived.push(text);
      await until(() => search.asked.length === arrived.length, "what was let out to arrive");
    }
    await until(async () => !(await shown()).includes(text), `“${text}” to be decided`);
  }
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.deepEqual(search.asked, arrived);
});
