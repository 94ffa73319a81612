// From the first start to a cited answer and back by keyboard alone, without the mouse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clean, closeSettings, home, id, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const [TAB, ENTER, ESCAPE, DOWN, SHIFT, CONTROL, F1, F8] = ["\uE004", "\uE007", "\uE00C", "\uE015", "\uE008", "\uE009", "\uE031", "\uE038"];

// B78
test("keyboard alone leads from the first start to a cited answer, its passage, a search, a setting and back", { timeout: 240_000 }, async (t) => {
  const folder = await home(t);
  const model = await startModel(t);
  const { page } = await startApp(t, folder);
  await page.seen(id("welcome"));
  await useModel(page, model.url);

  const focused = (css) => page.run("return document.activeElement?.matches(arguments[0]) ?? false", css);
  /** Presses Tab until this element has the focus. */
  const tabTo = async (css) => {
    for (let step = 0; !(await focused(css)); step += 1) {
      assert.ok(step < 80, `Tab doesn't lead to ${css}`);
      await page.press(TAB);
    }
    // The focus is visible.
    assert.notEqual(await page.run("return getComputedStyle(document.activeElement).outlineStyle", css), "none");
  };

  await tabTo(id("open-sample"));
  await page.press(ENTER);
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);

  await until(() => focused(id("composer")), "the focus on the question, without a key");
  await page.keys("How much salt goes into dough?");
  await page.press(ENTER);
  await page.seen(id("answer", { "data-state": "complete" }));
  await page.press(F8);
  await until(() => focused(`${id("answer")} .chip`), "the focus on the first citation");
  assert.match(await page.run("return document.activeElement.getAttribute('aria-label')"), /^1, .*supported/);
  await page.press(ENTER);
  await page.seen(`${id("reader")} .passage-mark`);

  await page.chord([CONTROL], "s");
  await until(() => focused(id("keep-name")), "the focus on the name of a note for the last answer");
  await page.press(ESCAPE);
  await until(async () => !(await page.has(id("keep-name"))), "the name to close");
  await page.chord([CONTROL, SHIFT], "r");
  await until(async () => (await page.text(id("branches")))?.includes("2") ?? false, "a second answer");
  await page.seen(id("answer", { "data-state": "complete" }));

  await page.chord([CONTROL, SHIFT], "f");
  await until(() => focused(id("search")), "the focus on the search");
  await page.keys("rye");
  await page.seen(id("hit"));
  // The notes whose titles match come before the passages.
  for (let step = 0; !(await focused(id("hit"))); step += 1) {
    assert.ok(step < 10, "the arrows don't lead to a passage");
    await page.press(DOWN);
  }
  const title = await page.text(id("reader-title"));
  await page.press(ENTER);
  await until(async () => (await page.text(id("reader-title"))) !== title, "the passage in the reader");

  await page.chord([CONTROL], ",");
  await page.seen(id("settings"));
  await tabTo(id("find-setting"));
  await page.press(ESCAPE);
  await until(async () => !(await page.has(id("settings"))), "the settings to close from their empty search");
  await page.chord([CONTROL], ",");
  await page.seen(id("settings"));
  await tabTo(id("settings-tab-models"));
  for (let step = 0; !(await focused(id("settings-tab-appearance"))); step += 1) {
    assert.ok(step < 20, "the arrows don't lead to the page");
    await page.press(DOWN);
  }
  await tabTo(`${id("settings")} [role="radio"][aria-checked="true"]`);
  await page.press(DOWN);
  await page.press(DOWN);
  await page.seen('html[data-theme="dark"]');
  await closeSettings(page);

  await page.press(F1);
  await page.seen(id("help-body"));
  await clean(page, "the help");
  await page.press(ESCAPE);
  await page.chord([CONTROL], "l");
  await until(() => focused(id("composer")), "the focus back on the question");
});
