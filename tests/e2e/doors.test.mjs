// Ways between parts of the real window: into the question, into and out of the context, to a setting, to another
// vault.
import assert from "node:assert/strict";
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ANSWERED, SAMPLE, asked, call, clean, closeSettings, enter, home, id, search, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const ESCAPE = "\uE00C";

async function open(t) {
  const folder = await home(t);
  const model = await startModel(t);
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await useModel(page, model.url);
  return { model, page };
}

const box = (page) => page.run("return document.querySelector(arguments[0]).value", id("composer"));

/** The model's input for the last question. */
async function lastSent(model) {
  const request = (await model.requests()).filter(({ json }) => json?.messages).at(-1);
  return JSON.stringify(request.json.messages);
}

test("a hit and a selected passage are put into the question, and go along with it", { timeout: 180_000 }, async (t) => {
  const { model, page } = await open(t);
  await search(page, "teaspoon of fine table salt");
  // Matches of the first words come before matches of all words.
  await until(async () => (await page.text(id("hit")))?.includes("a level teaspoon"), "the passage with the words");
  await page.click(id("hit-ask"));
  await until(async () => /Salt\s+lines \d+–\d+\s+\d+ tokens/.test((await page.text(id("attachment-chip"))) ?? ""), "the hit as a passage");
  await clean(page, "a hit in the question");
  await asked(page, "How does a baguette get its ears?");
  await asked(page, "How is a baguette scored?");
  // The passage stays with the first question.
  const sent = await lastSent(model);
  assert.ok(sent.indexOf("a level teaspoon") > 0 && sent.indexOf("a level teaspoon") < sent.indexOf("scored?"));

  await search(page, "teaspoon of fine table salt");
  await page.click(id("hit"));
  await page.press(ESCAPE);
  await page.seen(`${id("reader", { "aria-busy": "false" })} ${id("reader-body")} p`);
  await page.run(
    `const text = document.querySelector(arguments[0]);
     text.scrollIntoView({ block: "center" });
     getSelection().selectAllChildren(text);
     text.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
     text.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));`,
    `${id("reader-body")} p`,
  );
  const selected = (await page.text(`${id("reader-body")} p`)).trim().slice(0, 30);
  await page.click(id("ask-passage"));
  await until(async () => (await box(page)).includes(selected), "the selected words in the question");
  await asked(page, " What follows from this?");
  assert.ok((await lastSent(model)).includes(JSON.stringify(selected).slice(1, -1)));
});

// B77
test("a passage that is pinned goes along with every question until it is unpinned", { timeout: 180_000 }, async (t) => {
  const { model, page } = await open(t);
  await asked(page, "How many grams is a teaspoon of fine table salt?");

  await page.click(id("context-ring"));
  await page.type(id("composer"), "How many grams is a teaspoon of fine table salt?");
  // The context shows the passage's text as sent.
  const passage = await until(
    () =>
      page.run(
        `const of = [...document.querySelectorAll(".part")].find((part) => /^\\[\\d+\\] Salt/.test(part.querySelector(".name")?.textContent ?? ""));
         const [words] = /[^"\\\\]{40,80}/.exec(of?.querySelector("pre")?.textContent.split('"contents"')[1] ?? "") ?? [];
         if (words) of.querySelector(arguments[0]).click();
         return words ?? null;`,
        id("pin-part"),
      ),
    "a passage to pin",
    30_000,
  );
  await page.seen(`${id("pin-part")}[aria-pressed="true"]`);
  await clean(page, "a pinned passage");

  await enter(page, id("composer"), "How does a baguette get its ears?");
  await page.click(id("send"));
  await until(async () => (await page.count(ANSWERED)) === 2, "the second answer");
  assert.ok((await lastSent(model)).includes(passage), "the pinned passage");
  await page.click(id("context-next"));
  await page.click(`${id("context-parts")} > summary`);
  await page.click(`${id("pin-part")}[aria-pressed="true"]`);
  await until(async () => !(await page.has(`${id("pin-part")}[aria-pressed="true"]`)), "it to be unpinned");
  // One with a sharp answer: a question of how or why is sent more passages, and Salt may be one of them.
  await asked(page, "Which blade scores a baguette?");
  assert.ok(!(await lastSent(model)).includes(passage), "no longer");
});

test("a setting is found by its name, and the instructions are put in other words and back", { timeout: 180_000 }, async (t) => {
  const { model, page } = await open(t);
  await page.click(id("open-settings"));
  await page.type(id("find-setting"), "instructions");
  await clean(page, "a search of the settings");
  await page.click(id("settings-hit"));
  await page.seen(id("instructions"));
  await enter(page, id("instructions"), "Answer like a miller.");
  await page.press("\uE004");
  await closeSettings(page);
  await asked(page, "How much salt goes into the dough?");
  assert.ok((await lastSent(model)).includes("Answer like a miller."));

  await page.click(id("open-settings"));
  await page.type(id("find-setting"), "instructions");
  await page.click(id("settings-hit"));
  await page.click(id("reset-instructions"));
  await closeSettings(page);
  await asked(page, "And how much goes into brioche?");
  assert.ok(!(await lastSent(model)).includes("Answer like a miller."));
});

test("vaults that were open are switched between, and each shows its own notes and conversations", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const [bread, garden] = [path.join(folder, "Bread"), path.join(folder, "Garden")];
  await cp(SAMPLE, bread, { recursive: true });
  await mkdir(garden);
  await writeFile(path.join(garden, "Compost.md"), "# Compost\n\nTurn it every other week.\n");
  const model = await startModel(t);
  const first = await startApp(t, folder, { args: [bread] });
  await first.page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await useModel(first.page, model.url);
  await asked(first.page, "How much salt goes into the dough?");
  await first.stop();

  const { page } = await startApp(t, folder, { args: [garden] });
  await page.seen(id("note-item", { "data-path": "Compost.md" }));
  // The window asked for the list before this call.
  await call(page, "list_conversations");
  assert.equal(await page.count(id("conversation-item")), 0, "of another vault");
  await page.click(id("vault-name"));
  await page.seen(id("recent-vault"));
  await clean(page, "the vaults");
  await page.press(ESCAPE);
  await page.click(id("vault-name"));
  await until(
    () =>
      page.run(
        "const one = [...document.querySelectorAll(arguments[0])].find((it) => it.textContent.includes('Bread')); one?.click(); return Boolean(one)",
        id("recent-vault"),
      ),
    "the other vault",
  );
  await page.seen(id("conversation-item"));
  await until(async () => !(await page.has(id("note-item", { "data-path": "Compost.md" }))), "the other vault's notes");
  assert.equal(await page.text(id("vault-name")).then((name) => name.includes("Bread")), true);
});
