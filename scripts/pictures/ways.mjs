// The ways to the screens in the window.
import { call, enter, id } from "../../tests/e2e/app.mjs";
import { until } from "../../tests/e2e/driver.mjs";

const [ENTER, CONTROL] = ["\uE007", "\uE009"];

export async function palette(page) {
  // Its button moves when a pane opens, and a click misses it.
  await page.chord([CONTROL], "k");
  await page.seen(id("palette-item"));
}

export async function command(page, name) {
  await palette(page);
  await page.type(id("palette-input"), name);
  await page.press(ENTER);
}

/** Waits for the answer's end. */
export const answered = (page) => page.seen(id("answer", { "data-state": "complete" }), 90_000);

/** Opens the conversation that began with this question, or asks it in a new one. */
export async function conversation(page, question, { work = false, ends = true } = {}) {
  let first;
  for (const entry of await call(page, "list_conversations")) {
    const { messages } = await call(page, "conversation_page", { id: entry.id, before: null, limit: 40 });
    if (messages[0]?.text === question) first = entry;
  }
  if (first) {
    await page.click(id("conversation-item", { "data-id": first.id }));
  } else {
    await page.click(id("new-chat"));
    await until(async () => (await page.count(id("answer"))) === 0, "an empty conversation");
    if (work) await page.click(id("work-it-out"));
    // A draft may be there.
    await enter(page, id("composer"), question);
    await page.click(id("send"));
  }
  if (ends) await answered(page);
}

/** A new chat with this text in the composer. */
export async function draft(page, text = "") {
  await page.click(id("new-chat"));
  await until(async () => (await page.count(id("answer"))) === 0, "an empty conversation");
  if (text) await enter(page, id("composer"), text);
}

export const focus = (css) => async (page) => {
  await page.seen(css);
  await page.run("document.activeElement.blur(); document.querySelector(arguments[0]).focus()", css);
  await page.seen(id("chip-popover"));
};
export const chip = (support) => focus(`${id("answer")} .chip[data-support="${support}"]`);

export const settings = (tab) => async (page) => {
  await page.click(id("open-settings"));
  // Drawn again once the settings are loaded.
  await until(() => page.click(id(`settings-tab-${tab}`)).then(() => true), `the settings’ page ${tab}`);
};

export async function graph(page) {
  await command(page, "Graph of notes");
  await page.seen(id("graph", { "data-state": "settled" }), 120_000);
}

export const quick = (question) => async (page) => {
  const [main] = await page.windows();
  await call(page, "open_quick_ask");
  await page.turnTo(await until(async () => (await page.windows()).find((window) => window !== main), "the second window", 30_000));
  await page.type(id("quick-question"), question);
  await page.seen(id("quick-hit"), 15_000);
};
