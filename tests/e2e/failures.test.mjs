// Common failures in the real window: no model, a killed app.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ask, call, clean, closeSettings, home, id, processes, select, startApp, startModel, useModel } from "./app.mjs";
import { freePort, until } from "./driver.mjs";

// B47
test("no server: one line names it once, with help, and the passages stand below", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("note-item"));
  const nobody = `http://127.0.0.1:${await freePort()}`;
  await useModel(page, nobody);
  await ask(page, "Why does my crumb turn out gummy?");
  await page.seen(`${id("no-model-answer", { "data-code": "refused" })} ${id("sent-passage")}`);
  assert.ok((await page.text(id("no-model-answer"))).includes(nobody.replace("http://", "")), "the line names the address that was tried");
  assert.match(
    await page.text(`${id("no-model-answer")} p`),
    /^Marginalia can’t reach the model\. Is it running\?$/,
    "what happened is said before the address",
  );
  await clean(page, "a server that doesn't answer");
  await page.click(id("sent-passage"));
  await page.seen(`${id("reader")} .passage-mark`);
});

test("no model: a suggested question is answered with its passages, and a model is offered", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await page.seen(id("no-model"));
  await page.click(id("suggestion"));
  await page.seen(`${id("no-model-answer")} ${id("sent-passage")}`);
  assert.equal(await page.has(id("failure-card")), false);
  await clean(page, "passages without a model");
  await page.click(id("sent-passage"));
  await page.seen(`${id("reader")} .passage-mark`);
});

// B80
test("in German the app behind the window speaks German, too: at once, and from the next start on", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  let { page, stop } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("note-item"));
  await page.click(id("open-settings"));
  await page.click(id("settings-tab-appearance"));
  await select(page, id("language"), "de");
  await page.seen('html[lang="de"]');
  await closeSettings(page);
  await useModel(page, `http://127.0.0.1:${await freePort()}`);
  await ask(page, "Why does my crumb turn out gummy?");
  await page.seen(id("no-model-answer"));
  const failure = await page.text(id("no-model-answer"));
  assert.match(failure, /Was kann ich tun\?/);
  assert.match(failure, /Dort läuft kein Server\./);
  assert.doesNotMatch(failure, /No model|no server/);
  await stop();

  const nowhere = path.join(folder, "Nirgendwo");
  ({ page } = await startApp(t, folder, { args: [nowhere] }));
  await page.seen(id("notice"));
  assert.match(await page.text(id("notice")), /Nirgendwo lässt sich nicht als Vault öffnen/);
});

// B46
test("kill -9 in mid-answer: the text so far is there at the next start, marked interrupted", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  const shown = "The salt goes in last";
  await writeFile(script, JSON.stringify({ default: { pieces: [`${shown}, `, "and then"], hold_after: 1 } }));
  const model = await startModel(t, script);
  let { page, stop } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("note-item"));
  await useModel(page, model.url);
  await ask(page, "When does the salt go in?");
  await until(async () => (await page.text(id("answer")))?.includes(shown), "the first words");
  await until(async () => {
    const [{ id: conversation }] = await call(page, "list_conversations");
    return (await call(page, "conversation_page", { id: conversation, before: null, limit: 100 })).messages.at(-1).text.includes(shown);
  }, "the first words to be stored");
  for (const pid of await processes(folder)) process.kill(pid, "SIGKILL");
  await until(async () => (await processes(folder)).length === 0, "the app to be gone");
  await stop();

  ({ page } = await startApp(t, folder, { args: ["--sample"] }));
  await page.seen(id("answer", { "data-state": "interrupted" }));
  assert.ok((await page.text(id("answer"))).includes(shown));
});
