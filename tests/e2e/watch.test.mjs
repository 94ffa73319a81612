// The vault on disk and the real window: changes without events are found on focus, and a moved note is followed.
import assert from "node:assert/strict";
import { appendFile, cp, link, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { SAMPLE, ask, call, home, id, startApp, startManager, startModel, useModel, windowNumber, xdotool } from "./app.mjs";
import { until } from "./driver.mjs";

async function copyOfSample(folder) {
  const vault = path.join(folder, "My bread");
  await cp(SAMPLE, vault, { recursive: true });
  return vault;
}

const synced = (page) => until(async () => (await page.attribute(id("index-chip"), "data-state")) === "synced", "the index to be synced");

test("bringing the window to the front shows changes that raised no event", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const vault = await copyOfSample(folder);
  await startManager(t);
  const { page } = await startApp(t, folder, { args: [vault] });
  await page.type(id("note-filter"), "Start here");
  await page.click(id("note-item", { "data-path": "Start here.md" }));
  await until(async () => (await page.text(id("reader-title")))?.includes("Start here"), "the note");
  await synced(page);

  const window = await windowNumber();
  await xdotool("windowminimize", "--sync", window);
  // Written through a hard link outside the vault, so no watcher gets an event.
  const other = path.join(folder, "other name.md");
  await link(path.join(vault, "Start here.md"), other);
  const words = "Nobody told of this";
  await appendFile(other, `\n${words}.\n`);
  await xdotool("windowmap", "--sync", window, "windowactivate", "--sync", window);
  await until(async () => (await page.text(id("reader")))?.includes(words), "the edit in the reader");
});

// B20
test("a note that is renamed and edited while it is read is followed, and so is its citation", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const vault = path.join(folder, "Notes");
  await mkdir(vault);
  const salt = "# Salt\n\nUse two per cent of the weight of the flour in salt.\n";
  await writeFile(path.join(vault, "Salt.md"), salt);
  const model = await startModel(t);
  const { page } = await startApp(t, folder, { args: [vault] });
  await synced(page);
  await useModel(page, model.url);
  await ask(page, "How much salt for the flour?");
  await page.seen(id("answer", { "data-state": "complete" }));
  await page.click(id("chip"));
  await page.seen(".passage-mark");

  await rename(path.join(vault, "Salt.md"), path.join(vault, "Sea.md"));
  await writeFile(path.join(vault, "Sea.md"), `Written at the same moment.\n\n${salt}`);
  await until(async () => (await page.text(id("reader")))?.includes("Written at the same moment"), "the note at its new place");
  await page.seen(".passage-mark");
  await page.seen(id("note-item", { "data-path": "Sea.md" }));
  assert.equal(await page.has(id("note-item", { "data-path": "Salt.md" })), false);

  // The stored conversation links there too.
  const [{ id: conversation }] = await call(page, "list_conversations");
  const { messages } = await call(page, "conversation_page", { id: conversation, before: null, limit: 100 });
  const cited = messages.at(-1).references.find((reference) => reference.state === "cited");
  const opened = await call(page, "open_reference", { id: cited.id, sentences: [] });
  assert.equal(opened.note.path, "Sea.md");
  assert.equal(opened.standing, "moved");
  assert.equal(cited.wikilink, "[[Salt]]");
});

test("a vault folder that disappears is reported, and is shown again when it is back", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const vault = await copyOfSample(folder);
  const { page } = await startApp(t, folder, { args: [vault] });
  await synced(page);
  const count = () => page.text(".notes .list-head [role=status]");
  const before = await until(async () => {
    const all = await count();
    return all !== "0" && all;
  }, "the notes");
  await rename(vault, `${vault} (away)`);
  await page.seen(id("index-chip", { "data-state": "away" }));
  assert.equal(await count(), before);
  await page.click(id("index-chip"));
  assert.match(await page.text(id("index-panel")), /isn't there at the moment/);
  await rename(`${vault} (away)`, vault);
  await synced(page);
  await page.type(id("note-filter"), "Back again");
  await writeFile(path.join(vault, "Back again.md"), "# Back again\n");
  await page.seen(id("note-item", { "data-path": "Back again.md" }));
});
