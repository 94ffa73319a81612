// Accessibility: axe finds nothing in any state of the real window, light and dark.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ask, closeSettings, home, id, more, select, startApp, startModel, useModel, violations } from "./app.mjs";
import { until } from "./driver.mjs";

const [ESCAPE, CONTROL] = ["\uE00C", "\uE009"];

// B78
test("axe finds nothing in any state of the window", { timeout: 420_000 }, async (t) => {
  const folder = await home(t);
  const model = await startModel(t);
  const { page } = await startApp(t, folder);
  const wrong = [];
  const look = async (state) => wrong.push(...(await violations(page, state)));

  await page.seen(id("welcome"));
  await look("welcome");
  await useModel(page, model.url);
  await page.click(id("open-sample"));
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await look("empty chat");

  await ask(page, "How much salt goes into a country loaf?");
  await page.seen(id("answer", { "data-state": "complete" }));
  await look("answer");
  await more(page);
  await look("more of an answer");
  await page.click(id("show-references"));
  await page.seen(id("card"));
  await look("references");
  await page.click(`${id("answer")} .chip`);
  await page.seen(`${id("reader")} .passage-mark`);
  await look("note");
  await page.click(id("show-receipt"));
  await page.seen(id("receipt"));
  await look("receipt");

  for (const [button, shown] of [
    ["open-palette", "palette"],
    ["index-chip", "index-panel"],
    ["vault-name", "vaults"],
  ]) {
    await page.click(id(button));
    await page.seen(id(shown));
    await look(shown);
    await page.press(ESCAPE);
  }

  await page.click(id("open-settings"));
  for (const name of ["models", "local", "search", "web", "answers", "checking", "notes", "privacy", "keys", "about", "appearance"]) {
    await page.click(id(`settings-tab-${name}`));
    await page.seen(`#settings-${name}:not([hidden])`);
    await look(`settings, ${name}`);
  }

  assert.deepEqual(wrong, []);
});

// B78
test(
  "axe finds nothing in what comes and goes: no model, lists that open, a stream, a card, a review and a pane over others",
  { timeout: 420_000 },
  async (t) => {
    const folder = await home(t);
    const script = path.join(folder, "script.json");
    const rules = [
      { when: "streams", pieces: ["The first words, ", "and the last."], hold_after: 1 },
      { when: "salt", pieces: ["Use two per cent of the flour [1]."] },
    ];
    await writeFile(script, JSON.stringify({ models: [{ name: "scripted", window: 64_000 }], rules }));
    const model = await startModel(t, script);
    const { page } = await startApp(t, folder, { args: ["--sample"] });
    const wrong = [];
    const look = async (state) => wrong.push(...(await violations(page, state)));

    await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
    await page.seen(id("no-model"));
    await look("chat with no model");
    await useModel(page, model.url);

    await ask(page, "How much salt goes into a country loaf?");
    await page.seen(id("answer", { "data-state": "complete" }));
    for (const [button, shown] of [
      ["model", "model-picker"],
      ["conversation-filters", "filter-mode"],
    ]) {
      await page.click(id(button));
      await page.seen(id(shown));
      await look(shown);
      await page.press(ESCAPE);
      await until(async () => !(await page.has(id(shown))), `${shown} to be closed`);
    }
    await page.run("document.querySelector(arguments[0]).focus()", `${id("answer")} .chip`);
    await page.seen(id("chip-popover"));
    // The card is in no landmark and takes no focus: its chip is described by it and scrolls it by arrow keys.
    const apart = /: (region: |scrollable-region-focusable: <div class="popover[^|]*$)/;
    wrong.push(...(await violations(page, "card at a citation")).filter((line) => !apart.test(line)));
    await page.run("document.activeElement.blur()");
    await until(async () => !(await page.has(id("chip-popover"))), "the card to go");
    await more(page);
    await page.click(id("keep-as-note"));
    await page.click(`${id("keep-new")}:not([disabled])`);
    await page.seen(id("review", { "data-state": "proposed" }));
    await look("review of a change");
    await page.press(ESCAPE);
    await until(async () => !(await page.has(id("review"))), "the review to be closed");

    await page.click(id("new-chat"));
    await until(async () => (await page.count(id("answer"))) === 0, "an empty conversation");
    await ask(page, "What does one see while it streams?");
    await until(async () => (await page.text(id("answer")))?.includes("The first words"), "the first words");
    await look("streaming answer");
    await model.release();
    await page.seen(id("answer", { "data-state": "complete" }));

    await page.size(480, 600);
    await until(async () => !(await page.has(id("new-chat"))), "the sidebar to make room");
    await page.chord([CONTROL], "b");
    await page.seen(id("new-chat"));
    await look("sidebar over the chat");

    assert.deepEqual(wrong, []);
  },
);

/**
 * Clipped content: hints in empty fields, names of buttons, buttons outside the window, and panes that scroll
 * sideways.
 */
const CUT = `
  const seen = (element) => element.getClientRects().length > 0;
  const paint = document.createElement("canvas").getContext("2d");
  const wrong = [];
  for (const field of document.querySelectorAll("input[placeholder]")) {
    if (!seen(field) || field.value !== "") continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    paint.font = font;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (paint.measureText(field.placeholder).width > room + 1) wrong.push("hint: " + field.placeholder);
  }
  for (const button of document.querySelectorAll("button")) {
    if (seen(button) && button.scrollWidth > button.clientWidth + 1 && !button.querySelector(".clip")) wrong.push("button: " + button.textContent.trim());
    if (seen(button) && !button.closest("[role=tablist]") && button.getBoundingClientRect().right > innerWidth + 1) wrong.push("beyond the window: " + (button.dataset.testid ?? button.textContent.trim()));
  }
  for (const box of document.querySelectorAll("form, aside *, nav, main, dialog *")) {
    const { overflowX } = getComputedStyle(box);
    if (seen(box) && ["auto", "scroll"].includes(overflowX) && !box.matches("pre, table, [role=tablist]") && box.scrollWidth > box.clientWidth + 1) {
      wrong.push("scrolls sideways: " + (box.dataset.testid ?? box.className));
    }
  }
  return wrong;`;

test("nothing is cut off, in English and German, in a wide window, a narrow one and the smallest, and at twice the size", { timeout: 600_000 }, async (t) => {
  const folder = await home(t);
  const model = await startModel(t);
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  const wrong = [];
  for (const [width, height, size] of [
    [1440, 900, 100],
    [900, 700, 100],
    [480, 600, 100],
    [1440, 900, 200],
  ]) {
    await page.size(width, height);
    await until(() => page.run("return innerWidth === arguments[0]", width), "the new size");
    const rem = (width / 16 / size) * 100;
    for (const language of ["de", "en"]) {
      const look = async (state) => wrong.push(...(await page.run(CUT)).map((line) => `${language}, ${width}, ${size} %, ${state}: ${line}`));
      // By keyboard, because a narrow window hides the sidebar with its buttons.
      await page.chord([CONTROL], ",");
      await page.click(id("settings-tab-appearance"));
      await select(page, id("size"), String(size));
      await select(page, id("language"), language);
      await page.seen(`html[lang="${language}"]`);
      for (const name of rem < 40 ? [] : ["models", "local", "search", "answers", "checking", "notes", "privacy", "keys", "about", "appearance"]) {
        await page.click(id(`settings-tab-${name}`));
        await page.seen(`#settings-${name}:not([hidden])`);
        await look(`settings, ${name}`);
      }
      await closeSettings(page);
      // The window's settings don't have the server yet.
      await useModel(page, model.url);
      await page.chord([CONTROL], "n");
      await page.seen(id("empty-chat"));
      await look("empty chat");
      await ask(page, "How much salt goes into a country loaf?");
      await page.seen(id("answer", { "data-state": "complete" }));
      await look("answer");
      await page.click(id("context-ring"));
      await page.seen(`${id("own-settings")} summary`);
      await page.run("document.querySelector(arguments[0]).open = true", id("own-settings"));
      await look("context");
      if (rem < 68) await page.press(ESCAPE);
    }
  }
  assert.deepEqual(wrong, []);
});

test("text in a right-to-left script runs from right to left everywhere", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const model = await startModel(t);
  const { page } = await startApp(t, folder, { args: ["--sample"] });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await useModel(page, model.url);
  await ask(page, "כמה מלח Zopf?");
  await page.seen(id("answer", { "data-state": "complete" }));
  const bidi = await page.run(`return getComputedStyle(document.querySelector(arguments[0])).unicodeBidi`, id("composer"));
  assert.equal(bidi, "plaintext");
  // The last word is at the left end.
  const ends = `
    const texts = document.createTreeWalker(document.querySelector(arguments[0]), NodeFilter.SHOW_TEXT);
    let node = texts.nextNode();
    while (node && !node.data.includes("כמה")) node = texts.nextNode();
    const leftOf = (letter) => {
      const range = document.createRange();
      const at = node.data.indexOf(letter);
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf("Z") < leftOf("כ");`;
  for (const place of ["question", "conversation-title", "conversation-item"]) assert.equal(await page.run(ends, id(place)), true, place);
});
