// The conversation in the real window: branches, tools, citation checks, and long conversations.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { program } from "../../scripts/setup.mjs";
import { ANSWERED, SAMPLE, asked, call, enter, id, more, openSample, privateFolders, startApp } from "./app.mjs";
import { until } from "./driver.mjs";

const run = promisify(execFile);

const [ESCAPE, CONTROL, ENTER] = ["\uE00C", "\uE009", "\uE007"];

const texts = (page, css) => page.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())", css);

/** Presses the button `name` of the message at `place` among those of its kind. */
const press = (page, kind, place, name) =>
  page.run("document.querySelectorAll(arguments[0])[arguments[1]].querySelector(arguments[2]).click()", id(kind), place, id(name));

const said = (when, text) => ({ when, pieces: [text] });

// B15, B46
test("a question that is edited and an answer asked for again are branches, which outlive the app", { timeout: 180_000 }, async (t) => {
  const script = {
    rules: [
      { ...said("How much salt?", "Two per cent."), times: 1 },
      said("How much salt?", "Twenty grams."),
      said("What about rye?", "Rye wants water."),
      said("How much water?", "Seventy per cent."),
    ],
  };
  let { folder, page, stop } = await openSample(t, script);
  await asked(page, "How much salt?");
  await asked(page, "What about rye?");

  // Regenerating an answer in the middle moves its follow-ups to the other branch.
  await press(page, "answer", 0, "answer-more");
  await press(page, "answer", 0, "again");
  await until(async () => (await page.text(id("answer")))?.includes("Twenty grams."), "the second answer");
  assert.equal(await page.count(id("question")), 1);
  await page.seen(`${id("answer", { "data-state": "complete" })} ${id("branches")}`);
  assert.match(await page.text(`${id("answer")} ${id("branches")}`), /2 \/ 2/);
  await press(page, "answer", 0, "branch-before");
  await until(async () => (await page.count(id("question"))) === 2, "the first branch");
  assert.match(await page.text(id("answer")), /Two per cent\./);

  // Edit the first question: Escape cancels, Ctrl+Enter asks.
  await press(page, "question", 0, "edit");
  await page.seen(id("edit-text"));
  await page.type(id("edit-text"), ESCAPE);
  await until(async () => !(await page.has(id("edit-text"))), "the editor to close");
  await press(page, "question", 0, "edit");
  await enter(page, id("edit-text"), "How much water?");
  await page.type(id("edit-text"), CONTROL + ENTER);
  await until(async () => (await page.text(id("answer")))?.includes("Seventy per cent."), "the answer to the edited question");
  // The text shows while it is written, and is checked before the answer is complete.
  await until(async () => (await page.count(ANSWERED)) === 1, "the answer to be complete");
  assert.deepEqual(await texts(page, `${id("question")} h2`), ["You asked: How much water?"]);
  assert.match(await page.text(`${id("question")} ${id("branches")}`), /2 \/ 2/);

  await stop();
  ({ page } = await startApp(t, folder));
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.match(await page.text(`${id("question")} h2`), /How much water\?/);
  await press(page, "question", 0, "branch-before");
  await until(async () => (await page.text(`${id("question")} h2`))?.includes("How much salt?"), "the first question");
  // Marginalia's own suggestions beside sentences aren't part of the answer.
  const shown = async () => (await texts(page, `${id("answer")} .prose`)).map((text) => text.replace(/\s*maybe \d+/, ""));
  // The newest branch shows, with the other one press away.
  assert.deepEqual(await shown(), ["Twenty grams."]);
  await press(page, "answer", 0, "branch-before");
  await until(async () => (await page.count(id("question"))) === 2, "the oldest branch");
  assert.deepEqual(await shown(), ["Two per cent.", "Rye wants water."]);
});

// B19
test("a citation says what of its sentence isn't in its passage", { timeout: 180_000 }, async (t) => {
  const { page } = await openSample(t, { rules: [said("salt", "Salt makes the dough tighter [1]. Take 731 g of it [1].")] });
  await asked(page, "How much salt goes into dough?");
  const wrong = `${id("answer")} .chip[data-support="unsupported"]`;
  await page.seen(wrong);
  assert.match(await page.attribute(wrong, "aria-label"), /not supported: .*731/);
  await page.run("document.querySelector(arguments[0]).focus()", wrong);
  await page.seen(id("doubt"));
  assert.match(await page.text(id("doubt")), /731.* isn’t in this passage/);
  // The correction is saved, not only shown.
  const [{ id: conversation }] = await call(page, "list_conversations");
  const { messages } = await call(page, "conversation_page", { id: conversation, before: null, limit: 10 });
  const { citations, checks } = messages.at(-1);
  assert.ok(citations.some(({ support }) => support === "unsupported"));
  assert.ok(checks.some(({ missing }) => missing.join().includes("731")));
});

// B13, B19, B71, B72
test("a wrong citation is put right by a click, opens at its very sentence, and stays so", { timeout: 180_000 }, async (t) => {
  const claim = "A level teaspoon of fine table salt is about 6 g";
  // At least one of the two numbers refers to another passage.
  let { folder, page, stop } = await openSample(t, { rules: [said("teaspoon", `${claim} [1]. ${claim} [2].`)] });
  await asked(page, "How many grams of salt are in a teaspoon?");
  await page.seen(id("rather"));
  const offered = (await page.text(id("rather"))).replace("maybe ", "");
  assert.match(await page.attribute(id("rather"), "aria-label"), new RegExp(`^Better source: ${offered}\\.`));
  assert.match(await page.text(id("check-summary")), /of 2 sentences likely supported/);
  await page.click(id("rather"));
  const chip = `${id("answer")} .chip[data-corrected]`;
  await page.seen(chip);
  assert.equal(await page.text(chip), offered);
  assert.match(await page.attribute(chip, "aria-label"), /, likely supported, corrected by you/);
  await page.click(chip);
  const evidence = `${id("reader-body")} mark.evidence`;
  await page.seen(evidence);
  assert.match((await texts(page, evidence)).join(" "), /a level teaspoon of fine table salt is about 6 g/);
  assert.equal(await page.has(`${id("reader")} .ground.bare`), true);

  await stop();
  ({ page } = await startApp(t, folder));
  await page.seen(chip);
  await page.click(id("take-back"));
  await page.seen(id("rather"));
  assert.equal(await page.has(chip), false);
});

// B8, B10
test("the model's look-ups are shown, and what they find can be opened", { timeout: 180_000 }, async (t) => {
  const script = {
    models: [{ name: "scripted", window: 16384, tools: true }],
    rules: [
      {
        when: "Look up rye",
        calls: [
          { name: "find_excerpts", arguments: { query: "rye" } },
          { name: "read_note", arguments: { note: "No such note" } },
        ],
      },
      { when_result: "rye", pieces: ["Rye is there."] },
    ],
  };
  const { model, page } = await openSample(t, script);
  await asked(page, "Look up rye");
  const lines = (await texts(page, `${id("step")} summary`)).map((line) => line.replace(/\s+/g, " "));
  assert.equal(lines.length, 2, JSON.stringify(await model.requests()).slice(0, 2000));
  assert.match(lines[0], /^Searched your notes for “rye” · \d+ passages? of \d+ notes?$/);
  assert.match(lines[1], /^Failed: .*No such note/);
  assert.equal(await page.count(id("step", { "data-state": "failed" })), 1);
  await page.run("document.querySelector(arguments[0]).click()", `${id("step")} summary`);
  assert.match(await page.text(`${id("step")} dl`), /find_excerpts.*query.*rye/s);
  await page.click(id("tab-references"));
  await page.click(`${id("card")} button`);
  await page.seen(`${id("reader")} .passage-mark`);
  // Each model call has a receipt.
  await more(page);
  await page.click(id("show-receipt"));
  await page.seen(id("receipt-calls"));
  assert.match(await page.text(id("receipt-calls")), /Call 2 of 2/);
});

/** Asks many questions in sequence for passages only, which needs no model. */
const askMany = (page, count) =>
  page.runAsync(
    `const done = arguments[1];
     const { invoke, transformCallback } = window.__TAURI_INTERNALS__;
     (async () => {
       let conversation = null;
       for (let at = 1; at <= arguments[0]; at += 1) {
         const request = { text: "Question " + at + " about salt", mode: "notes", attachments: [], at: { end: conversation }, way: "passages" };
         const channel = "__CHANNEL__:" + transformCallback(() => {});
         await invoke("ask", { request, channel });
         conversation ??= (await invoke("list_conversations"))[0].id;
       }
       return conversation;
     })().then(done, (error) => done("error: " + JSON.stringify(error)));`,
    count,
  );

test("a long conversation opens at its end, and scrolling back doesn't jump", { timeout: 240_000 }, async (t) => {
  const { folder, page: first, stop } = await openSample(t, {});
  const conversation = await askMany(first, 40);
  assert.doesNotMatch(conversation, /^error/);
  await stop();
  const { page } = await startApp(t, folder);
  await page.seen(id("answer", { "data-state": "complete" }));
  const questions = () => texts(page, `${id("question")} h2`);
  assert.match((await questions()).at(-1), /Question 40/);
  assert.ok((await page.count(".message")) < 60, "only the newest are drawn");

  const top =
    "[...document.querySelectorAll('.message')].find((e) => e.getBoundingClientRect().bottom > document.querySelector('[data-testid=\"messages\"]').getBoundingClientRect().top)";
  for (let step = 0; !(await questions())[0].includes("Question 1 "); step += 1) {
    assert.ok(step < 400, `scrolled up ${step} times and the first drawn question is ${(await questions())[0]}`);
    // The top message moves exactly by the scrolled distance, whatever appears above it.
    const moved = await page.runAsync(
      `const done = arguments[0];
       const box = document.querySelector('[data-testid="messages"]');
       const message = ${top};
       const before = message.getBoundingClientRect().top;
       const room = box.scrollTop;
       box.scrollTop -= 500;
       setTimeout(() => done({ moved: message.getBoundingClientRect().top - before, room }), 120);`,
    );
    if (moved.room >= 500) assert.ok(Math.abs(moved.moved - 500) <= 2, `moved by ${moved.moved} at step ${step}`);
  }

  // The export has the whole conversation and can be imported. Uses the terminal to avoid dialogs, and another vault,
  // so that the search below finds one of each.
  const file = path.join(folder, "long.json");
  const env = { ...process.env, ...privateFolders(folder) };
  const terminal = (...args) => run(program("marginalia-cli"), args, { env, maxBuffer: 1e9 });
  await terminal("export", conversation, "--format", "json", "-o", file);
  const { stdout } = await terminal("import", file, "--vault", SAMPLE, "--json");
  assert.equal(JSON.parse(stdout.trim()).messages, 80);

  // A search finds any message and opens the conversation at it.
  await page.click(id("new-chat"));
  await page.seen(id("empty-chat"));
  await page.type(id("conversation-search"), "question 33 salt");
  await until(async () => /Question 33 /.test((await page.text(id("conversation-hit"))) ?? ""), "question 33 among the hits");
  await page.click(id("conversation-hit"));
  await page.seen(".message.found");
  assert.match(await page.text(".message.found"), /Question 33 about salt/);
});
