// Changes to notes in the real window: saving an answer; accepting, skipping and rewording hunks; notes that changed
// meanwhile; links, footnotes, undo, and commits.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { asked, call, clean, closeSettings, enter, home, id, more, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const run = promisify(execFile);
const [ENTER, CONTROL, SHIFT, ESCAPE] = ["\uE007", "\uE009", "\uE008", "\uE00C"];

const SALT = "# Salt\n\nUse two per cent of the weight of the flour in salt.\n";
const LIST = "# List\n\n- Two per cent of salt.\n- Rye needs more of it.\n- It goes in late.\n";

/** The app with its own vault, and a model that follows `rules`. */
async function open(t, notes, rules = []) {
  const folder = await home(t);
  const vault = path.join(folder, "Bread");
  await mkdir(vault);
  for (const [name, text] of Object.entries(notes)) await writeFile(path.join(vault, name), text);
  const file = path.join(folder, "script.json");
  await writeFile(file, JSON.stringify({ models: [{ name: "scripted", window: 64_000, tools: true }], rules }));
  const server = await startModel(t, file);
  const { page, stop } = await startApp(t, folder, { args: [vault] });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await useModel(page, server.url);
  const read = (name) => readFile(path.join(vault, name), "utf8");
  return { folder, vault, page, stop, read, server };
}

/** A model that edits a note on request and says so. */
const editing = (when, edit) => [
  { when, calls: [{ name: "edit_note", arguments: edit }], argument_pieces: 100_000 },
  { when_result: "Prepared", pieces: ["It waits for you."] },
];

const edit = { note: "List", old: "- Two per cent of salt.\n- Rye needs more of it.", new: "- Three per cent of salt.\n- Rye needs less of it." };

/** Opens the pending changes by keyboard. */
async function review(page) {
  await page.chord([CONTROL, SHIFT], "e");
  await page.seen(id("review"));
}

const state = (page, wanted) => page.seen(id("review", { "data-state": wanted }));
const texts = (page, css) => page.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.replace(/\\s+/g, ' ').trim())", css);

// B89
test("an answer is kept as a note, which reads like one, and is undone from the list of what was written", { timeout: 180_000 }, async (t) => {
  const { vault, page, read } = await open(t, { "Salt.md": SALT }, [
    { pieces: ["# Salt in bread\n\nUse two per cent of the weight of the flour in salt [1].\n"] },
  ]);
  await asked(page, "How much salt?");
  await more(page);
  await page.click(id("keep-as-note"));
  const name = () => page.run("return document.querySelector(arguments[0]).value", id("keep-name"));
  await until(async () => (await name()) === "Salt in bread", "the answer's heading as the note's name");
  await enter(page, id("keep-name"), "Bread/Salt in bread");
  await page.click(id("keep-new"));
  await state(page, "proposed");
  assert.deepEqual(await readdir(vault), ["Salt.md"]);
  await page.click(id("apply-change"));
  await state(page, "applied");
  const kept = await read("Bread/Salt in bread.md");
  assert.match(kept, /in salt \[\^1\]\.\n\n\[\^1\]: \[\[Salt#Salt\]\] “Use two per cent of .*” \^marginalia-[0-9a-f]{16}-\d+-\d+\n$/s);

  // A new folder takes a moment to be noticed.
  await page.seen(id("note-item", { "data-path": "Bread/Salt in bread.md" }));

  // The passage changes, and both the note and the list over all notes report it.
  await writeFile(path.join(vault, "Salt.md"), SALT.replace("two", "three"));
  await page.click(id("all-changes"));
  await page.click(id("check-footnotes"));
  await until(async () => (await page.text(id("footnotes-changed"))) === "1 of 1 footnote changed", "the change to be told");
  await page.click(id("changed-footnote"));
  await page.seen(id("reader", { "data-path": "Bread/Salt in bread.md" }));
  await page.click(id("note-footnotes"));
  await page.seen(`${id("note-footnote-list")} ${id("changed-footnote")}`);
  await page.press(ESCAPE);

  await page.chord([CONTROL, SHIFT], "e");
  await page.seen(id("change-entry", { "data-state": "applied" }));
  await clean(page, "all changes");
  await page.click(`${id("change-entry", { "data-state": "applied" })} > button:last-child`);
  await page.seen(id("change-entry", { "data-state": "undone" }));
  await until(async () => !(await readdir(path.join(vault, "Bread"))).includes("Salt in bread.md"), "the note to be gone");
});

// B86, B87
test("by keys alone hunks are taken, left and put in other words; a note that changed meanwhile is not written over", { timeout: 180_000 }, async (t) => {
  const { vault, page, read } = await open(t, { "List.md": LIST }, editing("Make it three", edit));
  await asked(page, "Make it three per cent");
  await page.seen(id("review-changes"));
  await review(page);
  assert.equal(await page.count(id("hunk")), 2);
  await clean(page, "a change");
  // Reword the first hunk, skip the second.
  await page.press("e");
  const words = `${id("hunk")} textarea`;
  await page.seen(words);
  assert.equal(await page.run("return document.activeElement.tagName"), "TEXTAREA");
  await page.run("document.activeElement.select()");
  await page.type(words, "- Four per cent of salt.");
  await page.chord([CONTROL], ENTER);
  await until(async () => !(await page.has(words)), "the words to be kept");
  await page.press("j");
  await page.press("x");
  assert.equal(await page.count(id("hunk", { "data-taken": "false" })), 1);
  assert.equal(await read("List.md"), LIST);
  await page.chord([CONTROL], ENTER);
  await state(page, "partly");
  const written = await read("List.md");
  assert.match(written, /^# List\n\n- Four per cent of salt\.\n/);
  assert.match(written, /\n- Rye needs more of it\.\n- It goes in late\.\n$/);
  await page.click(id("undo-change"));
  await state(page, "undone");
  assert.equal(await read("List.md"), LIST);
  await page.press(ESCAPE);

  await asked(page, "Make it three per cent once more");
  await review(page);
  const grown = LIST.replace("# List\n", "# List\n\nWritten meanwhile.\n");
  await writeFile(path.join(vault, "List.md"), grown);
  await page.chord([CONTROL], ENTER);
  await page.seen(id("change-error"));
  assert.match(await page.text(id("change-error")), /Review it again/);
  assert.equal(await read("List.md"), grown);
  await page.chord([CONTROL], ENTER);
  await state(page, "applied");
  assert.equal(await read("List.md"), grown.replace(edit.old, edit.new));
});

test("words that name a note become links to it by diff, one or all at once", { timeout: 180_000 }, async (t) => {
  const notes = {
    "Salt.md": "# Salt\n\nIt wants good flour.\n",
    "Flour.md": "# Flour\n\nWhite, with salt.\n",
    "Loaf.md": "# Loaf\n\nFlour, water and Salt; more salt later.\n",
    "Linked.md": "# Linked\n\n[[Salt]] and salt.\n",
  };
  const { page, read } = await open(t, notes);
  await page.click(`${id("note-list")} [role="treeitem"]:last-child`);
  await page.seen(id("reader", { "data-path": "Salt.md" }));
  const elsewhere = id("mentions-source");
  await page.seen(elsewhere);
  assert.deepEqual((await texts(page, `${elsewhere} mark`)).sort(), ["Salt", "salt"]);
  assert.deepEqual(await texts(page, `${id("mentions-target")} mark`), ["flour"]);
  await page.click(`${elsewhere} ${id("link-all")}`);
  await state(page, "proposed");
  assert.equal(await page.count(id("changed-note")), 2);
  assert.equal(await read("Loaf.md"), notes["Loaf.md"]);
  await page.chord([CONTROL], ENTER);
  await state(page, "applied");
  assert.equal(await read("Loaf.md"), "# Loaf\n\nFlour, water and [[Salt]]; more salt later.\n");
  assert.equal(await read("Flour.md"), "# Flour\n\nWhite, with [[salt]].\n");
  await page.press(ESCAPE);
  await until(async () => !(await page.has(elsewhere)), "nothing to be left to link");
  await page.click(`${id("mentions-target")} ${id("link-mention")}`);
  await state(page, "proposed");
  await page.chord([CONTROL], ENTER);
  await state(page, "applied");
  assert.equal(await read("Salt.md"), "# Salt\n\nIt wants good [[flour]].\n");
});

test("an answer says what became of the change that it proposed, also after a restart", { timeout: 240_000 }, async (t) => {
  const other = { note: "List", old: "- It goes in late.", new: "- It goes in early." };
  const rules = [...editing("three", edit), ...editing("early", other)];
  const { folder, vault, page, stop, server } = await open(t, { "List.md": LIST }, rules);
  const said = (page) => texts(page, `${id("step")} summary`);
  await asked(page, "Make it three per cent");
  await until(async () => (await said(page)).join() === "Proposed: Edit “List”", "the proposed change");
  await review(page);
  await page.click(id("refuse-change"));
  await page.press(ESCAPE);
  await until(async () => (await said(page))[0] === "Discarded: Edit “List”", "what became of it");
  await asked(page, "Write that salt goes in early");
  await review(page);
  await page.chord([CONTROL], ENTER);
  await state(page, "applied");
  await page.click(id("undo-change"));
  await state(page, "undone");
  await page.press(ESCAPE);
  const both = ["Discarded: Edit “List”", "Applied, then undone: Edit “List”"];
  await until(async () => (await said(page)).join() === both.join(), "what became of both");
  await stop();
  const { page: later } = await startApp(t, folder, { args: [vault] });
  await until(async () => (await said(later)).join() === both.join(), "the same after a restart");
  assert.equal((await server.requests()).length, 4);
});

test("/note writes a note from the notes, which waits to be looked at; it is committed if the user wishes", { timeout: 180_000 }, async (t) => {
  const { folder, vault, page, read, server } = await open(t, { "Salt.md": SALT }, [
    { pieces: ["# How I salt\n\nTwo per cent of the weight of the flour [1].\n"] },
  ]);
  const git = async (...given) => (await run("git", ["-C", folder, ...given])).stdout.trim();
  // The vault is a folder in the repository.
  await git("init", "-q", "-b", "main");
  await git("config", "user.name", "Ada");
  await git("config", "user.email", "ada@example.org");
  await git("add", "Bread");
  await git("commit", "-q", "-m", "Notes");
  await writeFile(path.join(vault, "Staged.md"), "Staged.\n");
  await git("add", "Bread/Staged.md");

  await page.click(id("open-settings"));
  await page.click(id("settings-tab-notes"));
  await page.click(id("commit-changes"));
  await until(async () => (await call(page, "get_settings")).commit_changes, "the setting");
  await closeSettings(page);
  // The window still has the settings read before the model existed.
  await useModel(page, server.url);
  await asked(page, "/note salt");
  await page.seen(id("review-changes"));
  await page.click(id("card-name"));
  await page.seen(id("keep-name"));
  await enter(page, id("keep-name"), "Baking/How I salt");
  await page.press(ENTER);
  await until(async () => (await page.text(id("change-card"))).includes("Baking"), "the new folder on the card");
  await review(page);
  assert.deepEqual((await readdir(vault)).sort(), ["Salt.md", "Staged.md"]);
  await page.chord([CONTROL], ENTER);
  await state(page, "applied");
  assert.match(await read("Baking/How I salt.md"), /^# How I salt\n\nTwo per cent .*\[\^1\]: /s);
  assert.match(await git("log", "--format=%s"), /^New note “How I salt”\nNotes$/);
  assert.equal(await git("show", "--format=", "--name-status"), "A\tBread/Baking/How I salt.md");
  assert.equal(await git("status", "--porcelain", "--untracked-files=no"), "A  Bread/Staged.md");
  await page.click(id("undo-change"));
  await state(page, "undone");
  assert.equal(await git("show", "--format=%s", "--name-status"), "Undo: New note “How I salt”\n\nD\tBread/Baking/How I salt.md");
  assert.equal(await git("ls-tree", "-r", "--name-only", "HEAD"), "Bread/Salt.md");
});
