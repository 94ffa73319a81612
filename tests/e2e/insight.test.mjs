// Sources of answers and the graph of notes, in the real window.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, clean, command, id, openSample, select } from "./app.mjs";
import { until } from "./driver.mjs";

const [ENTER, ESCAPE, LEFT, RIGHT, UP, DOWN] = ["\uE007", "\uE00C", "\uE012", "\uE014", "\uE013", "\uE015"];

async function open(t) {
  const { model, page } = await openSample(t);
  await asked(page, "How much salt goes into dough?");
  return { model, page };
}

// B78 B94
test("insight says what answers rest on, and opens it", { timeout: 300_000 }, async (t) => {
  const { page } = await open(t);
  await command(page, "Insight");
  await until(async () => /1 answer · today/.test((await page.text(id("insight-row"))) ?? ""), "the note that the answer cites");
  await clean(page, "insight");
  await page.click(id("insight-months"));
  await until(async () => /1 answer, 1 note/.test((await page.text(id("insight-row"))) ?? ""), "the month");
  await page.click(id("insight-row"));
  await page.seen(id("insight-narrowed"));
  await page.click(id("insight-row"));
  await until(async () => (await page.count(id("insight"))) === 0, "the page to close");
  await page.seen(id("reader-title"));

  await command(page, "Insight");
  await page.click(id("insight-uncited"));
  await until(async () => (await page.count(id("insight-row"))) > 5, "the notes that nothing cites");
});

// B78 B95
test("the graph is walked by keyboard, and opens a note", { timeout: 300_000 }, async (t) => {
  const { page } = await open(t);
  await command(page, "Graph of notes");
  await page.seen(id("graph", { "data-state": "settled" }));
  assert.equal(await page.count(id("graph-no-canvas")), 0);
  const drawn = await page.run(
    `const canvas = document.querySelector("[data-testid=graph] canvas");
     const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
     let painted = 0;
     for (let at = 3; at < data.length; at += 4) if (data[at] > 0) painted += 1;
     return painted;`,
  );
  assert.ok(drawn > 1_000, `${drawn} pixels`);
  await clean(page, "the graph");
  await page.type(id("graph-find"), "salt");
  await until(async () => (await page.text(id("graph-spot")))?.includes("Salt"), "the note in the list");
  await page.click(id("graph-spot"));
  const focused = () => page.attribute(id("graph"), "data-focused");
  const first = await until(focused, "a note with the focus");
  for (const key of [UP, DOWN, LEFT, RIGHT]) if ((await focused()) === first) await page.press(key);
  await until(async () => (await focused()) !== first, "a neighbour with the focus");
  await select(page, id("graph-scope"), "conversation");
  await page.run(
    "const field = document.querySelector(arguments[0]); field.value = ''; field.dispatchEvent(new Event('input', { bubbles: true }));",
    id("graph-find"),
  );
  await page.seen(id("graph-spot", { "data-kind": "question" }));
  const note = id("graph-spot", { "data-kind": "note" });
  const cited = (await page.attribute(note, "title")).split("/").at(-1);
  await page.click(note);
  await until(async () => (await focused()) === cited, "the note that is cited");
  await page.press(ENTER);
  await until(async () => (await page.count(id("insight"))) === 0, "the graph to close");
  await page.seen(id("reader-title"));
});

// B96
test("a note near an answer goes into the next question with a click", { timeout: 300_000 }, async (t) => {
  const { model, page } = await open(t);
  await page.seen(id("nearby-note"));
  const before = (await model.requests()).length;
  const name = (await page.text(id("nearby-note"))).trim();
  const cut = "return [...document.querySelectorAll(arguments[0])].filter((title) => title.scrollWidth > title.clientWidth).map((title) => title.textContent)";
  assert.deepEqual(await page.run(cut, `${id("nearby-note")} .clip`), []);
  await page.click(id("nearby-note"));
  const written = () => page.run("return document.querySelector(arguments[0]).value", id("composer"));
  await until(async () => (await written()).startsWith("[["), `a link to ${name}`);
  await page.click(id("leave-nearby"));
  await until(async () => (await page.count(id("nearby"))) === 0, "no more of them");
  assert.equal((await model.requests()).length, before);
  await page.press(ESCAPE);
});
