// Data shared by conversations, in the real window: projects, prompts, memory.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ANSWERED, asked, clean, command, enter, id, openSample } from "./app.mjs";
import { until } from "./driver.mjs";

const [ESCAPE, ENTER] = ["\uE00C", "\uE007"];

const lastRequest = async (model) => (await model.requests()).at(-1).body;

// B78 B82
test("a project is made, says how large it is, and its conversations stand under it", { timeout: 180_000 }, async (t) => {
  const { model, page } = await openSample(t);
  await page.click(id("new-project"));
  await enter(page, id("project-name"), "Salt book");
  await page.click(id("project-more"));
  await enter(page, id("project-instructions"), "Think of the oven.");
  await page.type(id("project-notes"), "Salt");
  await page.click(id("project-notes-offer"));
  await until(async () => /^1 note and 0 files: \d+ tokens/.test((await page.text(id("project-size"))) ?? ""), "the size of the project");
  assert.match((await page.text(id("project-use"))) ?? "", /The project fits/);
  await clean(page, "a project");
  await page.click(id("project-save"));
  await page.seen(id("project"));

  await page.click(id("project-chat"));
  await until(async () => (await page.text(id("held-project")))?.includes("Salt book"), "the project over the question");
  await asked(page, "What do I plan?");
  const sent = await lastRequest(model);
  assert.match(sent, /Instructions for everything in the project “Salt book”/);
  assert.match(sent, /Ingredients\/Salt\.md/);
  await until(async () => (await page.count(id("project-conversation"))) === 1, "the conversation under its project");
  assert.equal(await page.count(id("conversation-item")), 0);

  // A chat begun elsewhere isn't in the project.
  await page.click(id("new-chat"));
  await until(async () => (await page.count(id("held-project"))) === 0, "no project");
  await asked(page, "What is a haiku?");
  await until(async () => (await page.count(id("conversation-item"))) === 1, "the conversation beside it");
});

// B78 B83
test("a prompt is stored, and fills the question before it is sent", { timeout: 300_000 }, async (t) => {
  const { model, page } = await openSample(t);
  await command(page, "Prompts");
  await page.click(id("new-prompt"));
  await page.type(id("prompt-text"), "Sum up the week before {{date}}.");
  assert.equal(await page.text(id("prompt-named")), "Name: Sum up the week");
  await page.click(id("prompt-more"));
  await enter(page, id("prompt-name"), "Weekly review");
  await clean(page, "a prompt");
  await page.click(id("prompt-save"));
  await page.click(id("prompt-use"));
  await page.press(ESCAPE);
  await page.seen(id("held-prompt"));
  await page.type(id("composer"), "/week");
  await page.seen(id("prompt-option"));
  await clean(page, "prompts to choose from");
  await page.press(ENTER);
  const written = () => page.run("return document.querySelector(arguments[0]).value", id("composer"));
  await until(async () => /^Sum up the week before \w+day, /.test(await written()), "the prompt in the question");
  assert.equal((await model.requests()).length, 0, "nothing is sent yet");
  await page.click(id("send"));
  await page.seen(ANSWERED);
  assert.equal((await lastRequest(model)).match(/Sum up the week before/g)?.length, 2, "the prompt that goes along, and the question");
});

// B78 B85
test("the memory is off, then remembers what is said, and forgets it", { timeout: 300_000 }, async (t) => {
  const { model, page } = await openSample(t);
  await command(page, "Memory");
  await page.seen(id("memory-off"));
  await page.click(id("memory-on"));
  await until(async () => (await page.count(id("memory-off"))) === 0, "that the memory is on");
  await clean(page, "the memory");
  await page.press(ESCAPE);
  await asked(page, "Remember that I bake on Sundays.");
  assert.equal((await model.requests()).length, 0, "no model is asked");
  await page.click(id("new-chat"));
  await until(async () => (await page.count(ANSWERED)) === 0, "a new chat");
  await page.click(id("mode-none"));
  await asked(page, "When do I bake?");
  assert.match(await lastRequest(model), /I bake on Sundays/);

  await command(page, "Memory");
  await until(async () => (await page.text(id("memory-entry")))?.includes("I bake on Sundays."), "the fact on its page");
  await page.click(id("memory-forget"));
  await page.click(id("memory-really-forget"));
  await until(async () => (await page.count(id("memory-entry"))) === 0, "an empty memory");
});
