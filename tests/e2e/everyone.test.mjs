// For everyone: what axe finds in each state of the real window, light and dark. Nothing, that is.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { ask, home, id, startApp, startModel, useModel } from "./app.mjs";

const ESCAPE = "\uE00C";
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in what is shown now, a line for each. */
async function found(page, state) {
  await page.run(`${axe}; window.axe = axe;`);
  const violations = await page.runAsync(
    `const done = arguments[0];
     for (const animation of document.getAnimations()) animation.cancel();
     window.axe.run(document, { resultTypes: ["violations"] }).then(
       ({ violations }) => done(violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(" | "))),
       (error) => done(["axe failed: " + error]),
     );`,
  );
  return violations.map((line) => `${state}: ${line}`);
}

test("axe finds nothing in any state of the window", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const model = await startModel(t);
  const { page } = await startApp(t, folder);
  const wrong = [];
  const look = async (state) => wrong.push(...(await found(page, state)));

  await page.seen(id("welcome"), 30_000);
  await look("welcome");
  await useModel(page, model.url);
  await page.click(id("open-sample"));
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await look("empty chat");

  await ask(page, "How much salt goes into a country loaf?");
  await page.seen(id("answer", { "data-state": "complete" }), 30_000);
  await look("answer");
  await page.click(id("show-references"));
  await page.seen(id("card"));
  await look("references");
  await page.click(`${id("answer")} .chip`);
  await page.seen(`${id("reader")} .passage-mark`);
  await look("note");
  await page.click(id("show-receipt"));
  await page.seen(id("receipt"));
  await look("receipt");

  for (const [button, shown] of [["open-palette", "palette"], ["index-chip", "index-panel"], ["vault-name", "vaults"]]) {
    await page.click(id(button));
    await page.seen(id(shown));
    await look(shown);
    await page.press(ESCAPE);
  }

  await page.click(id("open-settings"));
  for (const name of ["models", "local", "search", "answers", "notes", "privacy", "keys", "about", "appearance"]) {
    await page.click(id(`settings-tab-${name}`));
    await page.seen(`#settings-${name}:not([hidden])`);
    await look(`settings, ${name}`);
  }
  await page.click(id("theme-dark"));
  await page.seen('html[data-theme="dark"]');
  await look("settings, dark");
  await page.press(ESCAPE);
  await look("answer, dark");

  assert.deepEqual(wrong, []);
});
