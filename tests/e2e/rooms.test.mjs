// Finding back to conversations, and deciding what goes to the model, in the real window.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, enter, home, id, select, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const ANSWERED = id("answer", { "data-state": "complete" });

async function open(t) {
  const folder = await home(t);
  const model = await startModel(t);
  const { page, stop } = await startApp(t, folder);
  await page.seen(id("welcome"), 30_000);
  await useModel(page, model.url);
  await page.click(id("open-sample"));
  await page.seen(id("index-chip", { "data-state": "synced" }), 30_000);
  return { folder, model, page, stop };
}

async function asked(page, question) {
  const before = await page.count(ANSWERED);
  await ask(page, question);
  await until(async () => (await page.count(ANSWERED)) > before, `an answer to ${question}`, 30_000);
}

const texts = (page, css) => page.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())", css);

test("conversations are narrowed by how they were asked, and a cited note leads to its answers", { timeout: 180_000 }, async (t) => {
  const { page } = await open(t);
  await asked(page, "How much salt goes into the dough?");
  await page.click(id("new-chat"));
  await page.click(id("mode-none"));
  await asked(page, "What is a haiku?");
  const listed = () => texts(page, `${id("conversation-item")} .grow`);
  await until(async () => (await listed()).length === 2, "both conversations");

  await page.click(id("conversation-filters"));
  await select(page, id("filter-mode"), "none");
  await until(async () => (await listed()).join() === "What is a haiku?", "the one without notes");
  assert.match(await page.text(id("filter-set")), /No notes/);
  await page.click(id("filter-set"));
  await until(async () => (await listed()).length === 2, "both again");

  // The note that the first answer cites says so, and opens it.
  await page.click(`${id("conversation-item")}:last-of-type`);
  await until(async () => /salt/i.test((await page.text(id("conversation-title"))) ?? ""), "the first conversation");
  await page.click(`${ANSWERED} .chip`);
  await page.seen(id("cited-in"));
  assert.match(await page.text(id("cited-in")), /Cited in 1 answer/);
  await page.click(id("new-chat"));
  await page.click(id("cited-in"));
  await page.click(id("citing-answer"));
  await until(async () => /salt/i.test((await page.text(id("conversation-title"))) ?? ""), "the answer that cites it");
});

test("what is taken out of the context isn't sent, and the receipt says why", { timeout: 180_000 }, async (t) => {
  const { page, model } = await open(t);
  await asked(page, "How much salt goes into the dough?");
  await page.click(id("context-ring"));
  await page.seen(id("own-settings"));
  await page.click(`${id("own-settings")} summary`);
  await enter(page, id("own-temperature"), "0.25\n");
  await page.click(id("new-chat"));
  await page.click(id("conversation-item"));

  await page.type(id("composer"), "How much salt goes into the dough, again?");
  const passage = await until(async () => {
    const labels = await page.run(
      `return [...document.querySelectorAll('[data-testid="context-part"] .name')].map((e) => e.textContent).filter((name) => /^\\[\\d+\\]/.test(name))`,
    );
    return labels[0];
  }, "the passages of the next question");
  await page.run(
    `[...document.querySelectorAll('[data-testid="context-part"]')].find((part) => part.querySelector(".name").textContent === arguments[0])
       .parentElement.querySelector('[data-testid="remove-part"]').click()`,
    passage,
  );
  await page.seen(id("taken-out"));
  await page.click(id("send"));
  await until(async () => (await page.count(ANSWERED)) === 2, "the second answer", 30_000);
  const request = (await model.requests()).at(-1);
  assert.equal(request.json.temperature, 0.25);

  await page.click(id("context-answer"));
  await until(async () => (await texts(page, id("context-cut"))).some((cut) => cut.includes("You took it out")), "why it isn't there");
});
