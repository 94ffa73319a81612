// A question answered step by step in the real window: the plan is shown, corrected, stopped and continued, and its
// report cites.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { call, clean, home, id, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const NOTES = {
  "Salt.md": "# Salt\n\nUse two per cent of the weight of the flour in salt.\n",
  "Rye.md": "# Rye\n\nRye dough is sticky and wants a tin.\n",
};

const RULES = [
  { when: "Now write the plan", pieces: ["1. How much salt\n2. How rye dough behaves"] },
  { when: "Work on step 1 alone", times: 1, hold_after: 1, pieces: ["Two per cent", " of salt."] },
  { when: "Work on step 2 alone", times: 1, hold_after: 1, pieces: ["Rye is", " sticky."] },
  { when: "Work on step 2 alone", pieces: ["Rye is sticky."] },
  { when: "Now list what is still open", pieces: ["- How long it rests"] },
  { when: "Now write the report", pieces: ["Use two per cent of the weight of the flour in salt [1]."] },
];

const lastAnswer = async (page) => {
  const [{ id: conversation }] = await call(page, "list_conversations");
  const { messages } = await call(page, "conversation_page", { id: conversation, before: null, limit: 10 });
  return messages.at(-1);
};

// B84
test("a question is worked out: its plan is seen, corrected on the way, stopped and gone on with, and its report cites", { timeout: 240_000 }, async (t) => {
  const folder = await home(t);
  const vault = path.join(folder, "Bread");
  await mkdir(vault, { recursive: true });
  for (const [name, text] of Object.entries(NOTES)) await writeFile(path.join(vault, name), text);
  const file = path.join(folder, "script.json");
  await writeFile(file, JSON.stringify({ models: [{ name: "scripted", window: 8192, tools: false }], rules: RULES }));
  const model = await startModel(t, file);
  const { page } = await startApp(t, folder, { args: [vault] });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await useModel(page, model.url);

  await page.click(id("work-it-out"));
  assert.equal(await page.attribute(id("work-it-out"), "aria-pressed"), "true");
  await page.type(id("composer"), "What do I know of salt and rye?");
  await page.click(id("send"));

  // The plan shows during the first step, with the estimated time.
  await page.seen(id("work-step", { "data-state": "running" }));
  assert.equal(await page.count(id("work-step")), 2);
  assert.match(await page.text(id("work-spent")), /of 30 calls/);
  await until(async () => /Two per cent/.test(await page.text(id("work"))), "what is being noted");
  await clean(page, "a plan that is worked through");

  // A remark goes into the next step.
  await page.type(id("composer"), "Only rye bread");
  await page.click(id("queue"));
  await page.seen(id("remark"));
  await model.release();
  await page.seen(id("work", { "data-done": "1" }));
  await until(async () => /Rye is/.test(await page.text(id("work"))), "the second step");
  const requests = JSON.stringify(await model.requests());
  assert.ok(requests.includes("Only rye bread"));

  // After a stop, the findings stay, and work continues from there.
  await page.click(id("stop"));
  await page.seen(id("answer", { "data-state": "cancelled" }));
  assert.match(await page.text(id("work-found")), /Two per cent of salt/);
  await page.click(id("go-on"));
  await page.seen(id("answer", { "data-state": "complete" }), 60_000);
  assert.match(await page.text(id("work")), /Worked out in 2 steps/);
  assert.match(await page.text(id("work-open")), /How long it rests/);
  await clean(page, "a report");
  const answer = await lastAnswer(page);
  assert.equal(answer.text, "Use two per cent of the weight of the flour in salt [1].");
  assert.equal(answer.citations[0].support, "supported");
  assert.deepEqual(
    answer.remarks.map(({ text }) => text),
    ["Only rye bread"],
  );
  assert.equal((await call(page, "receipts", { answer: answer.id })).length, answer.tokens.calls);
});
