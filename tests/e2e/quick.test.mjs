// The quick question window.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { call, clean, home, id, privateFolders, startApp, startModel, useModel } from "./app.mjs";
import { program } from "../../scripts/setup.mjs";
import { until } from "./driver.mjs";

const ENTER = "\uE007";

async function open(t) {
  const folder = await home(t);
  const model = await startModel(t);
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await useModel(page, model.url);
  const [main] = await page.windows();
  return { folder, model, page, main };
}

/** Switches to the quick question window once it exists. */
async function quick(page, main) {
  const other = await until(async () => (await page.windows()).find((window) => window !== main), "the second window");
  await page.turnTo(other);
  await page.seen(id("quick-question"));
  return other;
}

test("a quick question finds passages while it is written, and its citation opens in the app's window", { timeout: 180_000 }, async (t) => {
  const { model, page, main } = await open(t);
  await call(page, "open_quick_ask");
  const small = await quick(page, main);
  await page.type(id("quick-question"), "How much salt goes into dough?");
  await page.seen(id("quick-hit"));
  await clean(page, "a quick question");
  assert.deepEqual(await model.requests(), [], "no model is asked while one writes");
  await page.type(id("quick-question"), ENTER);
  await page.seen(id("quick-answer", { "data-state": "complete" }));
  await page.click(`${id("quick-answer")} .chip`);

  await page.turnTo(main);
  await page.seen(`${id("reader")} .passage-mark`);
  assert.match(await page.text(id("conversation-title")), /salt/i);
  assert.equal(await page.text(`${id("answer")} .chip`), "1");

  // This window has no other permissions.
  await page.turnTo(small);
  for (const [command, args] of [
    ["get_settings", {}],
    ["set_key", { address: "http://a.example", key: "x" }],
    ["list_conversations", {}],
    ["open_outside", { path: "Salt.md" }],
  ]) {
    await assert.rejects(call(page, command, args), /not allowed/, command);
  }
});

/** Starts the app again, like another program or the desktop, and waits for it to end. */
function startAgain(folder, ...args) {
  const env = { ...process.env, ...privateFolders(folder), MARGINALIA_DATA: undefined };
  return new Promise((resolve, reject) => {
    const child = spawn(program("marginalia"), args, { env, stdio: "ignore" });
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

// B79
test("a link fills the box of the app that runs and sends nothing, and a second start opens no second app", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const model = await startModel(t);
  // An app with its state in another folder would run as a second one.
  const { page } = await startApp(t, folder, { args: ["--sample"], env: { MARGINALIA_DATA: undefined } });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await useModel(page, model.url);
  const [main] = await page.windows();

  assert.equal(await startAgain(folder, "marginalia://ask?q=How%20much%20salt%3F"), 0);
  const box = () => page.run("return document.querySelector(arguments[0]).value", id("composer"));
  await until(async () => (await box()) === "How much salt?", "the question of the link");
  assert.equal(await startAgain(folder, "marginalia://open?note=Ingredients%2FSalt.md&line=1"), 0);
  await until(async () => (await page.text(id("reader-title")))?.includes("Salt"), "the note of the link");
  assert.equal(await box(), "How much salt?");
  assert.equal(await startAgain(folder, "marginalia://search?q=rye%20flour"), 0);
  await until(() => page.run("return document.querySelector(arguments[0])?.value === 'rye flour'", id("search")), "the search of the link");
  assert.equal(await startAgain(folder), 0);
  assert.deepEqual(await page.windows(), [main]);
  assert.equal(await page.count(id("answer")), 0);
  assert.deepEqual(await model.requests(), [], "nothing was sent");

  await page.click(id("close-search"));
  await page.click(id("send"));
  await page.seen(id("answer", { "data-state": "complete" }));
  const [{ id: conversation }] = await call(page, "list_conversations");
  const { messages } = await call(page, "conversation_page", { id: conversation, before: null, limit: 10 });
  const sent = (await model.requests()).length;
  assert.equal(await startAgain(folder, `marginalia://receipt?answer=${messages.at(-1).id}`), 0);
  await page.seen(id("receipt"));
  assert.equal((await model.requests()).length, sent, "a receipt asks nothing");

  // Desktops that don't let programs register keys start the app by their own key.
  assert.equal(await startAgain(folder, "--quick-ask"), 0);
  await quick(page, main);
});
