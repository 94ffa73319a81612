// Uses of an answer in the real window: see its context and sources, ask again in other ways, read later changes, and
// have all matching notes read.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { SAMPLE, ask, asked, call, clean, home, id, more, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const SALT = "# Salt\n\nUse two per cent of the weight of the flour in salt.\n\n## Why\n\nSalt tightens the dough and slows the yeast.\n";

/** The app with its own vault, and a model that follows `rules`. */
async function open(t, notes, rules, model = {}) {
  const folder = await home(t);
  const vault = path.join(folder, "Bread");
  for (const [name, text] of Object.entries(notes)) {
    await mkdir(path.dirname(path.join(vault, name)), { recursive: true });
    await writeFile(path.join(vault, name), text);
  }
  const file = path.join(folder, "script.json");
  await writeFile(
    file,
    JSON.stringify({
      models: [
        { name: "scripted", window: 8192, tools: true, vision: true, ...model },
        { name: "other", window: 8192 },
      ],
      rules,
    }),
  );
  const server = await startModel(t, file);
  const start = async () => {
    const { page, stop } = await startApp(t, folder, { args: [vault] });
    await page.seen(id("index-chip", { "data-state": "synced" }));
    return { page, stop };
  };
  const { page, stop } = await start();
  await useModel(page, server.url);
  return { folder, vault, server, page, stop, start };
}

const lastAnswer = async (page) => {
  const [{ id: conversation }] = await call(page, "list_conversations");
  const { messages } = await call(page, "conversation_page", { id: conversation, before: null, limit: 10 });
  return messages.at(-1);
};

const press = (page, css) => page.run("const all = document.querySelectorAll(arguments[0]); all[all.length - 1].click()", css);

test("the passages that the model was sent stand in the column until its first word, and open their notes", { timeout: 180_000 }, async (t) => {
  const notes = { "Salt.md": SALT, "Rye.md": "# Rye\n\nRye is sticky.\n" };
  const { page, server } = await open(t, notes, [{ pieces: ["Two per cent [1]."], hold_after: 0 }]);
  await ask(page, "How much salt?");
  await page.seen(id("sent-passage"));
  assert.match(await page.text(id("waiting")), /is reading \d+ passages? \([\d,]+ tokens\)/);
  assert.match(await page.text(id("sent-passages")), /Salt[^]*two per cent of the weight/);
  assert.equal(await page.has(`${id("answer")} .prose`), false, "the model has said nothing");
  await clean(page, "passages that are being read");
  await page.click(id("sent-passage"));
  await page.seen(`${id("reader")} .passage-mark`);
  const top = () => page.run(`return document.querySelector('${id("answer")}').getBoundingClientRect().top`);
  const before = await top();
  await server.release();
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.match(await page.text(`${id("answer")} .prose`), /Two per cent/);
  assert.equal(await page.has(id("sent-passages")), false);
  assert.equal(await top(), before, "the answer stays where it was");
});

test("an answer says when it was written, what it took and from how much, and is asked for again of another model", { timeout: 180_000 }, async (t) => {
  const { page } = await open(t, { "Salt.md": SALT, "Rye.md": "# Rye\n\nRye is sticky.\n" }, [{ pieces: ["Two per cent [1]."] }]);
  await asked(page, "How much salt?");
  await more(page);
  assert.match(await page.text(id("answer-time")), /\d{4}, \d\d:\d\d/);
  assert.match(await page.text(id("question-time")), /just now|minute/);
  assert.match(await page.text(id("source-counts")), /\d+ of \d+ match(es)? used$/);
  await page.click(id("answer-tokens"));
  await page.seen(id("answer-tokens-detail"));
  const { tokens } = await lastAnswer(page);
  assert.equal(tokens.calls, 1);
  assert.ok(tokens.sent > tokens.question && tokens.answer > 0);
  assert.match(await page.text(id("answer-tokens-detail")), new RegExp(tokens.sent.toLocaleString("en")));
  await page.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))");

  await page.click(id("again-otherwise"));
  await page.seen(id("again-model"));
  await page.run("[...document.querySelectorAll(arguments[0])].find((one) => one.textContent.includes('other')).click()", id("again-model"));
  await until(async () => (await page.text(`${id("answer", { "data-state": "complete" })} ${id("branches")}`))?.includes("2 / 2"), "the second answer");
  assert.equal((await lastAnswer(page)).model, "other");
  // The model choice is unchanged.
  const { chosen } = await call(page, "find_models");
  assert.equal(chosen.model.name, "scripted");
});

// B100
test("a picture of a found note goes to a model that sees, its card shows it, and it can be taken out", { timeout: 180_000 }, async (t) => {
  const picture = await readFile(path.join(SAMPLE, "Attachments", "loaf-anatomy.png"));
  const notes = { "Oven.md": "# Oven\n\nWhere the stone lies: ![[plan.png]]\n", "plan.png": picture };
  const { page } = await open(t, notes, [{ pieces: ["At the bottom [1]."] }], { window: 32_000 });
  await asked(page, "Where does the stone lie?");
  await more(page);
  await page.click(id("show-references"));
  await page.seen(id("card-picture"));
  await until(() => page.run("return document.querySelector(arguments[0]).naturalWidth === 1000", id("card-picture")), "the picture");
  await page.click(id("context-ring"));
  await page.type(id("composer"), "Where does the stone lie, again?");
  const parts = () => page.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", `${id("context-part")} .name`);
  const ofPicture = async () => (await parts()).filter((name) => name.includes("plan.png")).length;
  await until(async () => (await ofPicture()) === 1, "the picture among what would be sent");
  await page.run(
    "[...document.querySelectorAll('.part')].find((part) => part.textContent.includes('Image “plan.png”')).querySelector(arguments[0]).click()",
    id("remove-part"),
  );
  await until(async () => (await page.text(id("taken-out")))?.includes("plan.png") && (await ofPicture()) === 0, "that it was taken out");
});

test("where no note supports an answer the model is asked without notes, beside it", { timeout: 180_000 }, async (t) => {
  const { page } = await open(t, { "Salt.md": SALT }, [{ pieces: ["Paris, from what I know."] }]);
  await asked(page, "Xylophone quartz?");
  assert.match(await page.text(`${id("answer")} .prose`), /No note supports this/);
  await page.click(id("without-notes"));
  await until(async () => (await page.text(`${id("answer", { "data-state": "complete" })} .prose`))?.includes("Paris"), "an answer without notes");
  assert.match(await page.text(`${id("answer")} ${id("branches")}`), /2 \/ 2/);
  assert.equal((await lastAnswer(page)).mode, "none");
});

test("a verdict is rated by a key at its number, counts in the next answer too, and is listed in the settings", { timeout: 180_000 }, async (t) => {
  const { page } = await open(t, { "Salt.md": SALT }, [{ pieces: ["Use three per cent of the weight of the flour in salt [1]."] }]);
  const number = `${id("answer")}:last-of-type .chip`;
  const name = () => page.attribute(number, "aria-label");
  await asked(page, "How much salt?");
  await until(async () => /contradicted|not supported/.test(await name()), "the check's verdict");
  await page.run("document.querySelector(arguments[0]).focus()", number);
  await page.seen(id("rate"));
  await page.press("-");
  await until(async () => /likely supported/.test(await name()), "the opposite verdict");
  await asked(page, "How much salt, please?");
  const names = () =>
    page.run("return [...document.querySelectorAll(arguments[0])].map((chip) => chip.getAttribute('aria-label'))", `${id("answer")} .prose .chip`);
  await until(async () => (await names()).filter((name) => /likely supported/.test(name)).length === 2, "the rating in both answers");
  await page.click(id("open-settings"));
  await page.click(id("settings-tab-checking"));
  await page.click(`${id("ratings")} summary`);
  assert.match(await page.text(id("ratings")), /three per cent.*wrong, you said/s);
  await clean(page, "ratings of verdicts");
});

test("a call opens to what it returned and to the notes that it named, which count as read", { timeout: 180_000 }, async (t) => {
  const rules = [
    { when_result: "", pieces: ["Salt has a note."] },
    { when: "about salt", calls: [{ name: "find_notes", arguments: { query: "salt" } }] },
  ];
  const { page } = await open(t, { "Salt.md": SALT, "Pans.md": "# Pans\n\nIron ones, with salt rubbed in.\n" }, rules);
  await asked(page, "Which notes are about salt?");
  await page.run("document.querySelector(arguments[0]).open = true", id("step"));
  await page.seen(id("step-result"));
  await clean(page, "what a model looked up");
  assert.match(await page.text(id("step-result")), /\[\[Salt\]\] \(Salt\.md\)/);
  const { references } = await lastAnswer(page);
  const named = references.filter(({ path }) => path === "Salt.md");
  assert.ok(named.length > 0 && named.every(({ state }) => state === "used"), JSON.stringify(references.map(({ path, state }) => [path, state])));
});

// B14
test("a card says what the cited note is about, and follows a new summary", { timeout: 180_000 }, async (t) => {
  // Long enough that the cited passage isn't the first one.
  const flour = "Sieve the wheat and the rye twice. ".repeat(120);
  const note = (about) => `# Notebook\n\n${about}\n\n## Flour\n\n${flour}\n\n## Salt\n\nUse two per cent of the weight of the flour in salt.\n`;
  const { page, vault } = await open(t, { "Notebook.md": note("What I learned at the mill.") }, [{ pieces: ["Use two per cent [1]."] }]);
  const says = async (wanted) => {
    await more(page);
    await press(page, id("show-references"));
    await until(async () => ((await page.text(id("card-summary"))) ?? "").includes(wanted), `a card that says “${wanted}”`);
  };
  await asked(page, "How much salt of the weight of the flour?");
  await says("What I learned at the mill.");
  await writeFile(path.join(vault, "Notebook.md"), note("What the baker told me."));
  await until(async () => (await call(page, "open_note", { path: "Notebook.md", anchor: null })).html.includes("the baker"), "the change");
  await page.click(id("new-chat"));
  await asked(page, "How much salt of the weight of the flour?");
  await says("What the baker told me.");
});

// B20
test("a changed passage is shown then and now, and the note opens in Obsidian", { timeout: 180_000 }, async (t) => {
  const { page, vault } = await open(t, { "Salt.md": SALT, ".obsidian/app.json": "{}" }, [{ pieces: ["Use two per cent [1]."] }]);
  await asked(page, "How much salt of the flour?");
  await writeFile(path.join(vault, "Salt.md"), SALT.replace("two per cent of the weight", "nearly three per cent of the weight"));
  await until(async () => (await call(page, "open_note", { path: "Salt.md", anchor: null })).html.includes("nearly three"), "the change");
  await press(page, `${id("answer")} .chip[data-number]`);
  await page.seen(id("then-and-now"));
  assert.equal(await page.text(`${id("then")} del`), "two");
  assert.equal(await page.text(`${id("now")} ins`), "nearly three");
  await clean(page, "then and now");
  await page.click(id("open-outside"));
  await page.seen(id("open-in-obsidian"));
});

test("an attached file is read beside the chat", { timeout: 180_000 }, async (t) => {
  const { page } = await open(t, { "Salt.md": SALT }, [{ pieces: ["It is a pixel."] }]);
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const { token } = await call(page, "paste_file", { name: "Crumb.png", base64: pixel });
  const attached = await call(page, "attach_file", { token });
  const document = await call(page, "open_attachment", { id: attached.id });
  assert.deepEqual([document.title, document.picture], ["Crumb.png", attached.id]);
});

test("a conversation opens where it was left, also after the app was closed", { timeout: 180_000 }, async (t) => {
  const long = Array.from({ length: 60 }, (_, at) => `Line ${at} of a long answer.`).join("\n\n");
  let { folder, page, stop, start } = await open(t, { "Salt.md": SALT }, [{ pieces: [long] }]);
  await asked(page, "How much salt?");
  await asked(page, "And why?");
  const box = id("messages");
  // The place is kept when the window draws it.
  await page.runAsync(
    `const done = arguments[1];
     document.querySelector(arguments[0]).scrollTop = 300;
     requestAnimationFrame(() => requestAnimationFrame(() => done()));`,
    box,
  );
  const first = (css) =>
    `const box = document.querySelector(${JSON.stringify(css)}); const edge = box.getBoundingClientRect().top;
     const seen = [...box.querySelectorAll(".message")].find((one) => one.getBoundingClientRect().bottom > edge);
     return [seen.dataset.message, Math.round(seen.getBoundingClientRect().top - edge)];`;
  const left = await page.run(first(box));
  const same = async () => JSON.stringify(await page.run(first(box))) === JSON.stringify(left);
  await page.click(id("new-chat"));
  await page.click(id("conversation-item"));
  await until(same, "the same place");

  const preferences = async () => JSON.parse(await readFile(path.join(folder, "data", "marginalia", "window.json"), "utf8"));
  await until(
    () =>
      preferences()
        .then(({ places }) => Object.values(places ?? {})[0]?.message === left[0])
        .catch(() => false),
    "the place to be kept",
  );
  await stop();
  ({ page } = await start());
  await page.seen(id("answer"));
  await until(same, "the same place after a new start");
});

// B76
test("all notes that match are read in batches, which is estimated first and answered with citations that are checked", { timeout: 240_000 }, async (t) => {
  const filler = "The dough rests in the cool room until the evening comes. ".repeat(60);
  const notes = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`Note ${at + 1}.md`, `# Note ${at + 1}\n\nSalt fact ${at + 1}: use ${at + 1} per cent of salt. ${filler}\n`]),
  );
  const rules = [
    { when: "Now list what these documents say", cite_first: true },
    { when: "Now answer", pieces: ["Salt fact 1: use 1 per cent of salt [1]."] },
  ];
  const { page } = await open(t, notes, rules, { window: 4096, tools: false });
  await asked(page, "How much salt?");
  await more(page);
  await page.click(id("read-all"));
  await until(async () => /round/.test((await page.text(id("read-all-estimate"))) ?? ""), "the estimate");
  assert.match(await page.text(id("read-all-estimate")), /Reads 9 notes in.*tokens to read/s);
  await clean(page, "an estimate");
  await page.click(id("read-all-start"));
  await page.seen(id("survey", { "data-read": "9" }), 60_000);
  await until(async () => (await page.text(`${id("answer", { "data-state": "complete" })} ${id("branches")}`))?.includes("2 / 2"), "the answer", 60_000);
  const answer = await lastAnswer(page);
  assert.equal(answer.survey.read, 9);
  assert.ok(answer.survey.batches.length > 1);
  assert.equal(answer.citations[0].support, "supported");
  assert.match(await page.text(id("survey")), /Read 9 notes in \d batches/);
  assert.equal((await call(page, "receipts", { answer: answer.id })).length, answer.survey.batches.length + 1);
});
