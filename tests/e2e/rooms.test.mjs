// Finding conversations again, and choosing the model's context, in the real window.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ANSWERED, asked, enter, id, openSample, search, select } from "./app.mjs";
import { until } from "./driver.mjs";

const [ESCAPE, TAB] = ["\uE00C", "\uE004"];

const texts = (page, css) => page.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())", css);

/** Presses the first of these elements with this text, or the button `inner` in it. */
const pressNamed = (page, css, text, inner = null) =>
  until(
    () =>
      page.run(
        `const found = [...document.querySelectorAll(arguments[0])].find((one) => one.textContent.includes(arguments[1]));
         const pressed = arguments[2] ? found?.querySelector(arguments[2]) : found;
         pressed?.click();
         return Boolean(pressed);`,
        css,
        text,
        inner,
      ),
    `${text} in ${css}`,
  );

test("conversations are narrowed by how they were asked, and a cited note leads to its answers", { timeout: 180_000 }, async (t) => {
  const { page } = await openSample(t);
  const listed = () => texts(page, `${id("conversation-item")} .grow`);
  const titled = (words) => until(async () => (await page.text(id("conversation-title")))?.includes(words), words);
  await asked(page, "How much salt goes into the dough?");
  await page.click(id("new-chat"));
  await until(async () => (await page.count(ANSWERED)) === 0, "a new chat");
  await page.click(id("mode-none"));
  await asked(page, "What is a haiku?");
  await until(async () => (await listed()).length === 2, "both conversations");

  await page.click(id("conversation-filters"));
  await select(page, id("filter-mode"), "none");
  await until(async () => (await listed()).join() === "Haiku", "the one without notes");
  await page.press(ESCAPE);
  await page.click(id("filter-set"));
  await until(async () => (await listed()).length === 2, "both again");

  // The note cited by the first answer says so, and links to it.
  await pressNamed(page, id("conversation-item"), "salt");
  await titled("salt");
  await page.click(`${ANSWERED} .chip`);
  await until(async () => (await page.text(id("cited-in")))?.includes("Cited in 1 answer"), "that it is cited");
  const cited = (await page.text(id("reader-title"))).trim();
  await page.click(id("new-chat"));
  await titled("New chat");
  // Another conversation's passage doesn't stay beside a new chat; the note that the user opens there does.
  await search(page, cited);
  await pressNamed(page, id("titled-note"), cited);
  await page.click(id("cited-in"));
  await page.click(id("citing-answer"));
  await titled("salt");
});

test("removed parts of the context aren't sent, and the receipt says why", { timeout: 180_000 }, async (t) => {
  const { page, model } = await openSample(t);
  await asked(page, "How much salt goes into the dough?");
  await page.click(id("context-ring"));
  await page.click(`${id("own-settings")} summary`);
  await enter(page, id("own-temperature"), `0.25${TAB}`);

  // A pause in typing would count the passages of half a question.
  await page.run(
    `const box = document.querySelector(arguments[0]);
     box.value = arguments[1];
     box.dispatchEvent(new InputEvent("input", { bubbles: true }));`,
    id("composer"),
    "How much salt goes into the dough, again?",
  );
  const passages = async () => (await texts(page, `${id("context-part")} .name`)).filter((name) => /^\[\d+\]/.test(name));
  const [passage] = await until(async () => ((await passages()).length > 0 ? passages() : null), "the passages of the next question");
  await pressNamed(page, ".part", passage, id("remove-part"));
  await until(async () => (await page.text(id("taken-out")))?.includes(passage), "what was taken out");
  await until(async () => !(await passages()).includes(passage), "the context without it");
  await page.click(id("send"));
  await until(async () => (await page.count(ANSWERED)) === 2, "the second answer");
  const request = (await model.requests()).filter(({ json }) => json?.messages).at(-1);
  assert.equal(request.json.temperature, 0.25);

  await page.click(id("context-answer"));
  await until(async () => (await texts(page, id("context-cut"))).some((cut) => cut.includes("You removed it")), "why it isn't there");
});
