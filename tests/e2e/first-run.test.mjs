// The first run in the real window: from an empty profile and a folder of notes to passages, without a model.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { call, clean, drop, home, id, startApp } from "./app.mjs";
import { until } from "./driver.mjs";

const THINGS = [
  "Rye",
  "Salt",
  "Garden",
  "Piano",
  "Budget",
  "Compost",
  "Letters",
  "Statistics",
  "Roof",
  "Chess",
  "Novel",
  "Bicycle",
  "Kitchen",
  "Museum",
  "Choir",
];
const PLACES = ["cellar", "attic", "yard", "harbour", "village", "station", "school", "bakery", "library", "mill", "bridge", "market"];
const KINDS = ["plan", "log"];
const NOTES = THINGS.length * PLACES.length * KINDS.length;

/** A folder of linked notes with a few sentences each, as a user has it. */
async function notesIn(folder) {
  const vault = path.join(folder, "Notes");
  for (const thing of THINGS) {
    await mkdir(path.join(vault, thing), { recursive: true });
    for (const [at, place] of PLACES.entries()) {
      for (const kind of KINDS) {
        const title = `${thing} ${kind} of the ${place}`;
        const next = `${thing} ${kind} of the ${PLACES[(at + 1) % PLACES.length]}`;
        const text = `# ${title}\n\nAt the ${place} I wrote down what comes first: ${thing.toLowerCase()}. It took ${at + 3} hours.\n\n## Next\n\nGo on with [[${next}]].\n`;
        await writeFile(path.join(vault, thing, `${title}.md`), text);
      }
    }
  }
  return vault;
}

test("the first run leads from a folder of notes to passages for a question from it, before any model", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const vault = await notesIn(folder);
  const begin = performance.now();
  const reached = (state) => t.diagnostic(`${state}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);

  const { page } = await startApp(t, folder, { fresh: true });
  await page.seen(id("welcome"));
  reached("the window is open");
  await drop(500, 400, vault);
  await until(async () => (await page.text(id("progress")))?.includes(`${NOTES} notes`) ?? false, "the notes to be counted");
  reached(`${NOTES} notes are counted`);

  await until(async () => (await page.count(id("suggestion"))) === 3, "three questions");
  const questions = await page.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", id("suggestion"));
  const titles = questions.map((question) => /(?:about|Sum up) (.+?)(?:\?| in three sentences\.)$/.exec(question)?.[1]);
  assert.equal(new Set(titles).size, 3, `${questions.join(" | ")} aren’t three questions`);
  for (const title of titles) assert.match(title ?? "", /^\w+ (plan|log) of the \w+$/, "a question is about a note");
  await page.seen(id("no-model"));
  await clean(page, "the first questions");

  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  reached("the notes are read");
  await page.click(id("suggestion"));
  await page.seen(`${id("no-model-answer")} ${id("sent-passage")}`);
  reached("the passages are in the column");
  assert.ok((await page.text(id("sent-passages"))).includes(titles[0]), "the note that the question is about is among the passages");
  assert.equal((await call(page, "get_settings")).chosen, null);
  await page.click(id("sent-passage"));
  await page.seen(`${id("reader")} .passage-mark`);
});
