// Questions and searches about data in the real window: properties, tasks and dates, as tables.
import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { SAMPLE, ask, clean, embedded, home, id, search, startApp } from "./app.mjs";
import { until } from "./driver.mjs";

async function open(t) {
  const folder = await home(t);
  const vault = path.join(folder, "My bread");
  await cp(SAMPLE, vault, { recursive: true });
  await writeFile(
    path.join(vault, "Bakes.base"),
    'filters: file.inFolder("Log")\nviews:\n  - type: table\n    name: All bakes\n    order: [file.name, rating]\n',
  );
  await writeFile(path.join(vault, "Overview.md"), "# Overview\n\n![[Bakes.base]]\n");
  const { page } = await startApp(t, folder, { args: [vault] });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  return page;
}

const texts = (page, css) => page.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())", css);

// B125
test("without a model, a question about data is answered by a table, and its query can be changed", { timeout: 180_000 }, async (t) => {
  const page = await open(t);
  await ask(page, "What is the average rating of my bakes?");
  await page.seen(id("record-table"), 60_000);
  const rows = async () => (await texts(page, `${id("answer")} ${id("record")}`)).length;
  await until(async () => (await rows()) === 5, "the five bakes");
  assert.match(await page.text(id("answer")), /average of rating.*3/i);
  assert.match((await texts(page, id("query-token"))).join(" "), /average of rating/);
  // A row opens its note.
  await page.click(id("open-record"));
  await until(async () => (await page.text(id("reader-title")))?.includes("11 January"), "the note of the first row");
  // Another query asks the same question again.
  await page.click(id("edit-query"));
  await page.run("document.querySelector('[data-testid=query-field]').select()");
  await page.type(id("query-field"), "tag:bake rating>=4 sort:-rating");
  await page.click(id("query-again"));
  await until(async () => (await rows()) === 2, "two bakes");
  await clean(page);
  // A question that compares groups has a row for each.
  await ask(page, "How many bakes per month?");
  const last = () => page.run("return [...document.querySelectorAll(arguments[0])].at(-1)?.textContent", id("answer"));
  await until(async () => /2026-03\s*2/.test(await last()), "two bakes in March");
  // No rows are an answer, too, and the query stands above it.
  await ask(page, "Which bakes did I rate below 1?");
  await until(async () => /0 found/.test(await last()), "no bakes");
  assert.match((await texts(page, id("query-token"))).join(" "), /rating < 1/);
});

// B124
test("the search box answers queries and completes them", { timeout: 180_000 }, async (t) => {
  const page = await open(t);
  await search(page, "tag:bake rati");
  await page.seen(id("completion"));
  assert.ok((await texts(page, id("completion"))).some((text) => text.startsWith("rating is …")));
  await page.type(id("search"), "ng>=4 sort:-rating");
  // Without the order, too, two bakes are found.
  const hits = () => page.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.dataset.path)", id("record-hit"));
  const best = ["Log/2026-02-14 Country loaf.md", "Log/2026-03-08 First rye.md"];
  await until(async () => isDeepStrictEqual(await hits(), best), "the two best bakes, the best one first");
  await clean(page);
});

// B130
test("a note shows the rows of the base that it embeds", { timeout: 180_000 }, async (t) => {
  const page = await open(t);
  // Hits change their places when the new note is embedded, and a click would miss them.
  await embedded(page);
  await search(page, "overview");
  await page.seen(id("titled-note"));
  await page.click(id("hit", { "data-path": "Overview.md" }));
  await page.seen(`${id("reader")} ${id("record-table")}`, 30_000);
  await until(async () => (await texts(page, `${id("reader")} ${id("record")}`)).length === 5, "the five bakes");
  await clean(page);
});
