// The vault in the real window: opened by dialog and by drop, and followed on disk.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { SAMPLE, ask, drop, home, id, startApp, startManager, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const execute = promisify(execFile);

async function copyOfSample(folder) {
  const vault = path.join(folder, "My bread");
  await cp(SAMPLE, vault, { recursive: true });
  return vault;
}

test("an edit on disk shows in the reader, a new note in the list", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const vault = await copyOfSample(folder);
  const { page } = await startApp(t, folder, { args: [vault] });
  await page.type(id("note-filter"), "Start here");
  await page.click(id("note-item", { "data-path": "Start here.md" }));
  await until(async () => (await page.text(id("reader-title")))?.includes("Start here"), "the note");
  await until(async () => /up to date/i.test((await page.text(id("index-chip"))) ?? ""), "the index to be synced");

  const file = path.join(vault, "Start here.md");
  const words = "Written a moment ago";
  await writeFile(file, `${await readFile(file, "utf8")}\n${words}.\n`);
  await until(async () => (await page.text(id("reader")))?.includes(words), "the edit in the reader");

  const added = "Start here again.md";
  await writeFile(path.join(vault, added), "# Start here again\n");
  await page.seen(id("note-item", { "data-path": added }));
  await rm(path.join(vault, added));
  await until(async () => !(await page.has(id("note-item", { "data-path": added }))), "the removed note to go");
});

test("a dropped folder opens as the vault, a dropped file is attached and sent", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const vault = await copyOfSample(folder);
  const model = await startModel(t);
  const { page } = await startApp(t, folder);
  await page.seen(id("welcome"));
  await drop(500, 400, vault);
  await page.seen(id("note-item"));
  await useModel(page, model.url);

  const recipe = path.join(folder, "grandmother.txt");
  await writeFile(recipe, "Grandmother used exactly 417 grams of spelt.\n");
  await drop(640, 500, recipe);
  await page.seen(id("attachment-chip"));
  assert.match(await page.text(id("attachment-chip")), /grandmother\.txt/);
  assert.match(await page.text(id("attachment-chip")), /\d+/, "with its tokens");
  await ask(page, "How much spelt did she use?");
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.ok(JSON.stringify(await model.requests()).includes("417 grams of spelt"));

  const picture = path.join(folder, "picture.bin");
  await writeFile(picture, Buffer.from([0, 1, 2, 255, 254, 0, 7]));
  await drop(640, 500, picture);
  // Excludes the answers' own notices.
  const notices = () => page.run("return [...document.querySelectorAll(arguments[0])].map((notice) => notice.textContent).join()", id("notice"));
  await until(async () => (await notices()).includes("picture.bin"), "the refusal to name the file");
});

// B35
test("a file that can't fit is refused with figures and three ways out, and its best passages are sent", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const model = await startModel(t);
  const { page } = await startApp(t, folder, { args: [await copyOfSample(folder)] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await useModel(page, model.url);
  const diary = path.join(folder, "diary.txt");
  const day = (at) => `Day ${at}: the starter rose, fell, and was fed again with flour and water.\n\n`;
  await writeFile(diary, `${Array.from({ length: 4000 }, (_, at) => day(at)).join("")}On the last day the secret was 417 grams of spelt.\n`);
  await page.type(id("composer"), "How many grams of spelt was the secret?");
  await drop(640, 500, diary);
  await page.seen(id("send-passages"));
  assert.match(await page.text(id("notice")), /diary\.txt.*\d[\d,.]* tokens/s);
  assert.deepEqual([await page.has(id("keep-as-note")), await page.has(id("leave-out"))], [true, true]);
  await page.click(id("send-passages"));
  await page.seen(id("attachment-chip"));
  await page.click(id("send"));
  await page.seen(id("answer", { "data-state": "complete" }));
  assert.ok(JSON.stringify(await model.requests()).includes("417 grams of spelt"));
});

test("the folder dialog opens a vault", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const vault = await copyOfSample(folder);
  await startManager(t);
  const { page } = await startApp(t, folder);
  await page.click(id("choose-folder"));
  const xdotool = (...args) => execute("xdotool", args);
  const dialog = () => xdotool("search", "--onlyvisible", "--name", "^Choose a folder of notes$");
  await until(async () => (await dialog()).stdout.trim(), "the dialog");
  // A dialog that is still loading may lose a key, so retry filling its address line.
  await until(
    async () => {
      if (await page.has(id("note-item"))) return true;
      const [window] = (await dialog()).stdout.trim().split("\n");
      await xdotool("windowactivate", "--sync", window);
      // Leave the recent folders, which accept no text, for the address line.
      await xdotool("key", "alt+Home");
      await xdotool("key", "ctrl+l", "ctrl+a");
      await xdotool("type", "--delay", "15", vault);
      // Once for the completed name, once for the dialog.
      await xdotool("key", "--delay", "300", "Return", "Return");
      return page.seen(id("note-item"), 4_000);
    },
    "the vault to open",
    60_000,
  );
});
