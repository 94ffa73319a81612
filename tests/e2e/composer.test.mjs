// The composer in the real window: scope, links, attachments, and queued questions.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ask, clean, home, id, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const [ESCAPE, ENTER] = ["\uE00C", "\uE007"];

/** The app with a small vault and a model that follows `script`. */
async function open(t, script) {
  const folder = await home(t);
  const vault = path.join(folder, "Bread");
  await mkdir(path.join(vault, "Recipes"), { recursive: true });
  await writeFile(path.join(vault, "Salt.md"), "# Salt\n\nSalt in dough: two per cent of the flour.\n");
  await writeFile(path.join(vault, "Recipes", "Rye.md"), "# Rye\n\nThe salt of this dough is 18 g.\n");
  let file;
  if (script) {
    file = path.join(folder, "script.json");
    await writeFile(file, JSON.stringify(script));
  }
  const model = await startModel(t, file);
  const { page } = await startApp(t, folder, { args: [vault] });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await useModel(page, model.url);
  return { folder, model, page };
}

const texts = (page, css) => page.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())", css);

/** The sources of the last question, in any view. */
const found = (page) =>
  page.runAsync(
    `const done = arguments[0];
     const call = window.__TAURI_INTERNALS__.invoke;
     call("list_conversations").then(([{ id }]) => call("conversation_page", { id, before: null, limit: 10 }))
       .then(({ messages }) => done(messages.at(-1).references.map(({ path }) => path)));`,
  );

// B75
test("@folder limits what is found, for this question and the next, until it is taken away", { timeout: 300_000 }, async (t) => {
  const { page } = await open(t);
  await page.type(id("composer"), "@rec");
  await page.seen(id("mention-option"));
  await clean(page, "places to look in");
  await page.type(id("composer"), ENTER);
  await page.seen(id("scope-pill"));
  assert.deepEqual(await texts(page, `form ${id("scope-pill")}`), ["Recipes"]);
  await ask(page, "How much salt goes into dough?");
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.deepEqual([...new Set(await found(page))], ["Recipes/Rye.md"]);
  assert.deepEqual(await texts(page, `${id("question")} ${id("scope-pill")}`), ["Recipes"]);

  // It applies to the next question too, until its × is pressed.
  await page.click(`form ${id("scope-pill")} button`);
  await ask(page, "And how much salt in dough at all?");
  await until(async () => (await page.count(id("answer", { "data-state": "complete" }))) === 2, "the second answer");
  assert.ok((await found(page)).includes("Salt.md"));
});

test("a broken link shows as it is typed, and is mended by a press", { timeout: 300_000 }, async (t) => {
  const { page } = await open(t);
  await page.type(id("composer"), "What of [[Slat]]");
  await page.seen(id("link-state", { "data-state": "broken" }));
  assert.match(await page.text(id("link-trouble")), /No note matches \[\[Slat\]\]/);
  await page.click(id("mend-link"));
  await page.seen(id("link-state", { "data-state": "resolved" }));
  assert.equal(await page.run("return document.querySelector(arguments[0]).value", id("composer")), "What of [[Salt]]");
  // After sending, it links to its note.
  await page.type(id("composer"), ENTER);
  await page.click(id("question-link"));
  await page.seen(id("reader", { "data-path": "Salt.md" }));
});

test("a question waits for the answer that is being written, and is asked when that ends", { timeout: 300_000 }, async (t) => {
  const script = {
    rules: [
      { when: "first", pieces: ["One, ", "two."], hold_after: 1 },
      { when: "second", pieces: ["Three."] },
    ],
  };
  const { model, page } = await open(t, script);
  await page.click(id("mode-none"));
  await ask(page, "The first?");
  await until(async () => (await page.text(id("answer")))?.includes("One,"), "the first words");
  await page.type(id("composer"), `The second?${ENTER}`);
  await page.seen(id("queued"));
  assert.match(await page.text(id("queued")), /The second\?/);
  await clean(page, "a question that waits");
  assert.equal(await page.count(id("question")), 1);
  await model.release();
  await until(async () => (await page.count(id("answer", { "data-state": "complete" }))) === 2, "both answers");
  assert.match((await texts(page, id("answer")))[1], /Three\./);
  assert.ok(!(await page.has(id("queued"))));
});

// B46
test("a stopped answer goes on in its place", { timeout: 300_000 }, async (t) => {
  const script = {
    rules: [
      { when: "broke off", pieces: [" two per cent."] },
      { when: "salt", pieces: ["Salt is", " never said"], hold_after: 1 },
    ],
  };
  const { page } = await open(t, script);
  await page.click(id("mode-none"));
  await ask(page, "How much salt?");
  await until(async () => (await page.text(id("answer")))?.includes("Salt is"), "the first words");
  await page.press(ESCAPE);
  await page.seen(id("answer", { "data-state": "cancelled" }));
  await page.click(id("go-on"));
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.match(await page.text(id("answer")), /Salt is two per cent\./);
  assert.equal(await page.count(id("question")), 1);
  assert.equal(await page.count(id("answer")), 1);
});
