// The main task in the real window: open a vault, ask, and click from the answer to its passage.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, home, id, more, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const QUESTION = "How much salt goes into dough?";

// B12, B13, B17, B49
test("from the sample vault to the marked passage, and back after a restart", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const model = await startModel(t);
  let { page, stop } = await startApp(t, folder, { fresh: true });

  await page.seen(id("welcome"));
  await useModel(page, model.url);
  await page.click(id("open-sample"));
  await page.seen(id("note-item"));
  await until(async () => /up to date/i.test((await page.text(id("index-chip"))) ?? ""), "the index to be synced");

  await ask(page, QUESTION);
  await page.seen(id("answer", { "data-state": "complete" }));
  const answer = await page.text(id("answer"));
  assert.doesNotMatch(answer, /\[\d*$|\[\d+\]/, "a chip is no bracket");
  assert.ok(await page.has(`${id("answer")} ${id("chip")}, ${id("answer")} .chip`), "the answer has a chip");
  assert.match(await page.text(id("sources")), /^Based on/);
  await more(page);
  await page.click(id("show-references"));
  const passage = await page.attribute(id("card", { "data-state": "cited" }), "data-path");

  const scrolled = await page.run("return document.querySelector('[data-testid=\"answer\"]').getBoundingClientRect().top");
  await page.click(`${id("answer")} .chip`);
  await page.seen(`${id("reader")} .passage-mark`);
  const marked = await page.run(`return [...document.querySelectorAll('[data-testid="reader"] .passage-mark')].map((e) => e.textContent).join(" ")`);
  assert.ok(passage, "the card names its note");
  assert.ok(marked.length > 0);
  assert.equal(await page.run("return document.querySelector('[data-testid=\"answer\"]').getBoundingClientRect().top"), scrolled, "the chat does not move");

  const title = await page.text(id("reader-title"));
  await page.click(`${id("reader")} a.wikilink[data-path]`);
  await until(async () => (await page.text(id("reader-title"))) !== title, "the linked note");
  await page.click(id("back"));
  await until(async () => (await page.text(id("reader-title"))) === title, "the note before");

  const [request] = await model.requests();
  assert.ok(JSON.stringify(request).includes(QUESTION));

  await stop();
  ({ page } = await startApp(t, folder));
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.equal(await page.text(`${id("answer")} .chip`), "1");
  await page.click(`${id("answer")} .chip`);
  await page.seen(`${id("reader")} .passage-mark`);
});
