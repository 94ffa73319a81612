// Search by words and by meaning in the real window, reasons for hits and misses, related notes, and the index panel.
import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { SAMPLE, call, clean, embedded, home, id, search, startApp } from "./app.mjs";
import { until } from "./driver.mjs";

const ESCAPE = "\uE00C";

async function open(t, { fresh = false } = {}) {
  const folder = await home(t);
  const vault = path.join(folder, "My bread");
  await cp(SAMPLE, vault, { recursive: true });
  const { page } = await startApp(t, folder, { args: [vault], fresh });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  return { page, vault };
}

const first = (page) => page.attribute(id("hit"), "data-path");

// B42
test("a passage with none of the words is found by its meaning, and each passage says why it was found", { timeout: 240_000 }, async (t) => {
  const { page, vault } = await open(t, { fresh: true });
  assert.notEqual(await embedded(page), "0");
  const question = "preventing a blackened exterior";
  await search(page, question);
  await page.click(id("search-meaning"));
  await until(async () => (await first(page)) === "Science/Crust colour.md", "the note that means it");
  const why = async () => (await page.attribute(id("hit"), "title")) ?? "";
  assert.match(await why(), /in meaning/);
  await page.click(id("search-words"));
  await until(async () => !/in meaning/.test(await why()), "only words");

  // A passage opens at its place.
  await page.click(id("search-both"));
  await until(async () => /in meaning/.test(await why()), "both");
  await page.click(id("hit"));
  await page.seen(".passage-mark");

  // A saved note is found by its words at once, and by its meaning soon after.
  await search(page, "wombat");
  await writeFile(path.join(vault, "Wombat.md"), "# Wombat\n\nA wombat digs long burrows and eats grass at night.\n");
  await until(async () => (await first(page)) === "Wombat.md", "the new note by its words");
  // The hit by words goes, so that the next one is found by meaning.
  await page.click(id("close-search"));
  await search(page, "nocturnal burrowing animal");
  await until(async () => (await first(page)) === "Wombat.md", "the new note by its meaning", 60_000);
});

// B44
test("a missing note says why it isn't among the hits, and related notes are listed under a note", { timeout: 240_000 }, async (t) => {
  const { page } = await open(t);
  await embedded(page);
  await search(page, '"two per cent of the flour weight" -salt');
  await page.click(id("why-not"));
  await page.type(id("why-not-name"), "Roller mills");
  await page.click(id("why-not-note"));
  assert.match(await until(() => page.text(id("why-not-answer")), "the reason"), /None of its passages/);

  await page.type(id("note-filter"), "Gluten");
  await page.click(id("note-item", { "data-path": "Science/Gluten.md" }));
  await page.seen(id("related"));
  const notes = await call(page, "related_notes", { path: "Science/Gluten.md" });
  assert.ok(notes.length >= 3 && notes.every(({ path, why }) => path !== "Science/Gluten.md" && why !== ""), JSON.stringify(notes));
  await page.click(id("related"));
  await until(async () => (await page.attribute(id("reader"), "data-path")) === notes[0].path, "the related note");
});

test("the index can be rebuilt, and search by meaning turned off and on", { timeout: 240_000 }, async (t) => {
  const { page } = await open(t);
  const passages = await embedded(page);
  await page.click(id("index-chip"));
  await page.run(
    `const chip = document.querySelector(arguments[0]);
     window.states = [];
     new MutationObserver(() => window.states.push(chip.dataset.state)).observe(chip, { attributeFilter: ["data-state"] });`,
    id("index-chip"),
  );
  await page.click(id("index-rebuild"));
  await until(() => page.run("return window.states.length > 1 && window.states.at(-1) === 'synced'"), "the index to be built again");
  // The vectors survive the restart; nothing is embedded again.
  await until(async () => (await page.text(id("index-embedded"))) === passages, "all vectors");
  await page.press(ESCAPE);

  const settings = await call(page, "get_settings");
  const embedBy = (embeddings) => call(page, "set_settings", { settings: { ...settings, search: { ...settings.search, embeddings } } });
  await embedBy({ type: "off" });
  await page.click(id("index-chip"));
  await page.seen(id("index-meaning", { "data-state": "off" }));
  await page.press(ESCAPE);
  await search(page, "gummy crumb");
  await page.seen(id("hit"));
  assert.equal(await page.has(id("search-notice")), false);
  await clean(page, "hits");
  await page.click(id("search-meaning"));
  assert.match(await until(() => page.text(id("search-notice")), "a notice"), /words only.*turned off/);
  await embedBy({ type: "builtIn" });
  await page.click(id("index-chip"));
  await page.seen(id("index-meaning", { "data-state": "ready" }), 60_000);
});
