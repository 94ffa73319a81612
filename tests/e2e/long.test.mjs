// Long conversations in the real window: they are summarised for the model, and stay fast.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { program } from "../../scripts/setup.mjs";
import { SAMPLE, ask, call, clean, enter, home, id, privateFolders, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const run = promisify(execFile);
const COMPLETE = id("answer", { "data-state": "complete" });

// B30
test("a long conversation is summarised, and the summary is seen, read, corrected and taken back", { timeout: 240_000 }, async (t) => {
  const folder = await home(t);
  const script = {
    models: [{ name: "scripted", window: 2000 }],
    rules: [{ when: "The conversation:", pieces: ["You weigh salt: two per cent."], no_usage: true }],
    default: { pieces: [Array.from({ length: 20 }, (_, at) => `Loaf ${at + 1}: salt is weighed with the flour. `).join("")], no_usage: true },
  };
  const file = path.join(folder, "script.json");
  await writeFile(file, JSON.stringify(script));
  const model = await startModel(t, file);
  const { page } = await startApp(t, folder, { args: [SAMPLE] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await useModel(page, model.url);
  const settings = await call(page, "get_settings");
  await call(page, "set_settings", { settings: { ...settings, reserve: 200 } });
  await page.click(id("mode-none"));

  for (let turn = 1; !(await page.has(id("compaction"))); turn += 1) {
    assert.ok(turn < 14, "it was never summarised");
    await ask(page, `And salt, ${turn}?`);
    await until(
      async () =>
        (await page.run("return document.querySelector(arguments[0]) === null", id("stop"))) &&
        (await page.count(id("answer", { "data-state": "streaming" }))) === 0,
      "the answer to end",
      60_000,
    );
  }
  assert.match(await page.text(id("compaction")), /messages above are summarised for the model \([\d,]+ tokens saved\)/);
  await page.click(id("compaction-view"));
  assert.match(await page.text(id("compaction-summary")), /You weigh salt: two per cent\./);
  await clean(page, "a summary");

  await page.click(id("compaction-edit"));
  await enter(page, `${id("compaction-summary")} textarea`, "Salt: 1.8 %.");
  await page.click(id("compaction-save"));
  await until(async () => /Salt: 1\.8 %\./.test((await page.text(id("compaction-summary"))) ?? ""), "the corrected summary");
  assert.match(await page.text(id("compaction-summary")), /Corrected by you/);
  await ask(page, "And salt once more?");
  const sent = () => model.requests().then((all) => JSON.stringify(all.at(-1).json.messages));
  await until(async () => (await sent()).includes("And salt once more?"), "the next question", 60_000);
  assert.match(await sent(), /Salt: 1\.8 %\./);
  await until(async () => (await page.count(id("answer", { "data-state": "streaming" }))) === 0, "its answer", 60_000);

  const summaries = await page.count(id("compaction"));
  await page.click(id("compaction-undo"));
  await until(async () => (await page.count(id("compaction"))) === summaries - 1, "the summary to go");
  // Nothing was lost: the library still has every message.
  const [{ id: conversation }] = await call(page, "list_conversations");
  const { messages, earlier } = await call(page, "conversation_page", { id: conversation, before: null, limit: 100 });
  assert.equal(earlier, 0);
  assert.match(messages[0].text, /And salt, 1\?/);
});

test("in a conversation of 1,000 messages a streaming answer redraws only its open block", { timeout: 240_000 }, async (t) => {
  const folder = await home(t);
  const talk = Array.from({ length: 1000 }, (_, at) =>
    at % 2 === 0 ? { role: "user", content: `Question ${at / 2 + 1} about bread` } : { role: "assistant", content: `Answer ${(at + 1) / 2}. `.repeat(30) },
  );
  const sessions = path.join(folder, "chat_sessions.json");
  await writeFile(sessions, JSON.stringify({ messages: talk }));
  const file = path.join(folder, "script.json");
  const paragraph = (at) => `Paragraph ${at} says something about bread, and then a little more. `;
  // The last paragraph stays open until released, and is then long enough to be seen growing.
  const pieces = [...Array.from({ length: 40 }, (_, at) => `${paragraph(at)}\n\n`), ...Array.from({ length: 4_000 }, (_, at) => `word${at} `), "end."];
  await writeFile(file, JSON.stringify({ rules: [{ when: "newest", pieces, delay_ms: 5, hold_after: 40 }] }));
  const model = await startModel(t, file);
  const env = { ...process.env, ...privateFolders(folder) };
  await run(program("marginalia-cli"), ["import", sessions, "--vault", SAMPLE, "--json"], { env, maxBuffer: 1e9 });

  const { page } = await startApp(t, folder, { args: [SAMPLE] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await useModel(page, model.url);
  await page.click(id("conversation-item"));
  await page.seen(COMPLETE);
  assert.ok((await page.count(".message")) < 60, "only the newest are drawn");
  await page.click(id("mode-none"));
  await ask(page, "The newest question");
  await until(async () => (await page.text(id("answer", { "data-state": "streaming" })))?.includes("Paragraph 39"), "the first forty paragraphs");
  await page.run(
    `window.drawn = { elsewhere: 0, finished: 0, open: 0 };
     const answer = document.querySelector(arguments[0]);
     const blocks = [...answer.querySelectorAll(".block")];
     const finished = new Set(blocks.slice(0, -1));
     const list = document.querySelector('[data-testid="messages"]');
     new MutationObserver((changes) => {
       for (const { target } of changes) {
         const element = target.nodeType === 1 ? target : target.parentElement;
         // The age of a message changes by itself.
         if (element?.closest("time")) continue;
         const block = element?.closest(".block");
         if (block && finished.has(block)) window.drawn.finished += 1;
         else if (element && answer.contains(element)) window.drawn.open += 1;
         else if (element?.closest(".message")) window.drawn.elsewhere += 1;
       }
     }).observe(list, { childList: true, characterData: true, subtree: true });`,
    id("answer", { "data-state": "streaming" }),
  );
  await model.release();
  await until(async () => (await page.text(id("answer", { "data-state": "streaming" })))?.includes("word9 "), "the last paragraph to grow");
  const drawn = await page.run("return window.drawn");
  assert.deepEqual({ elsewhere: drawn.elsewhere, finished: drawn.finished }, { elsewhere: 0, finished: 0 });
  assert.ok(drawn.open > 0, "the open block grew");
});
