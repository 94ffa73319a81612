// The screens to take pictures of: the state of the app that each needs, and the way there.
import { call, enter, id, more, search, select, startModel, useModel } from "../../tests/e2e/app.mjs";
import { freePort, until } from "../../tests/e2e/driver.mjs";
import { startServer } from "./model.mjs";
import { hugeHome, sampleVault } from "./vaults.mjs";

const [ENTER, ESCAPE, DOWN] = ["\uE007", "\uE00C", "\uE015"];
const RYE = "Why was my first rye gummy?";
const SALT = "How much salt goes into dough?";
const FAILURE = "Was my first rye a failure?";
const WORK = "What should I change about my rye?";
const EDIT = "Write into my salt note that it gets weighed first";

const synced = (page) => page.seen(id("index-chip", { "data-state": "synced" }), 900_000);

/**
 * The states of the app by name: `vault` makes the vault in the home folder, `prepare` runs once in the window.
 */
export const states = {
  first: {},
  // Without a model, and with nothing asked yet.
  new: {
    vault: sampleVault,
    prepare: async (page) => {
      await synced(page);
      await useModel(page, `http://127.0.0.1:${await freePort()}`);
    },
  },
  used: {
    vault: sampleVault,
    prepare: async (page, t) => {
      await synced(page);
      const server = await startServer(t);
      t.release = server.release;
      await useModel(page, server.url);
      // The pictures show search by words and by meaning.
      await page.click(id("index-chip"));
      await page.seen(id("index-meaning", { "data-state": "ready" }), 300_000);
      await page.press(ESCAPE);
    },
  },
  huge: {
    vault: hugeHome,
    prepare: async (page, t) => {
      await page.seen(`${id("note-list")} [role="treeitem"]`, 300_000);
      await useModel(page, (await startModel(t)).url);
    },
  },
};

async function command(page, name) {
  await page.click(id("open-palette"));
  await page.type(id("palette-input"), name);
  await page.press(ENTER);
}

/** Waits for the answer's end. */
const answered = (page) => page.seen(id("answer", { "data-state": "complete" }), 90_000);

/** Opens the conversation that began with this question, or asks it in a new one. */
async function conversation(page, question, { work = false, ends = true } = {}) {
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
async function draft(page, text = "") {
  await page.click(id("new-chat"));
  await until(async () => (await page.count(id("answer"))) === 0, "an empty conversation");
  if (text) await enter(page, id("composer"), text);
}

const focus = (css) => async (page) => {
  await page.seen(css);
  await page.run("document.activeElement.blur(); document.querySelector(arguments[0]).focus()", css);
  await page.seen(id("chip-popover"));
};
const chip = (support) => focus(`${id("answer")} .chip[data-support="${support}"]`);

const settings = (tab) => async (page) => {
  await page.click(id("open-settings"));
  await page.click(id(`settings-tab-${tab}`));
};

async function graph(page) {
  await command(page, "Graph of notes");
  await page.seen(id("graph", { "data-state": "settled" }), 120_000);
}

const quick = (question) => async (page) => {
  const [main] = await page.windows();
  await call(page, "open_quick_ask");
  await page.turnTo(await until(async () => (await page.windows()).find((window) => window !== main), "the second window", 30_000));
  await page.type(id("quick-question"), question);
  await page.seen(id("quick-hit"), 15_000);
};

/**
 * The screens, in order: those of a state share one run of the app, and some need what an earlier one left. `show`
 * goes there; `again` repeats the part that a change of the window's width ends; `pane` is what a narrow window
 * opens over the chat; `docs` gives the pictures for docs/screenshots by name, with their theme.
 */
export const screens = [
  { name: "welcome", state: "first", show: (page) => page.seen(id("welcome"), 30_000), docs: { welcome: "light" } },

  { name: "no-model", state: "new", show: (page) => page.seen(id("no-model")) },
  { name: "model-menu-failing", state: "new", show: (page) => page.click(id("model")) },
  { name: "settings-models-failing", state: "new", show: settings("models") },
  { name: "settings-local", state: "new", show: settings("local") },
  { name: "changes-empty", state: "new", show: (page) => command(page, "Review changes") },
  { name: "prompts-empty", state: "new", show: (page) => command(page, "Prompts") },
  { name: "memory-empty", state: "new", show: (page) => command(page, "Memory") },
  { name: "insight-empty", state: "new", show: (page) => command(page, "Insight") },
  { name: "search-empty", state: "new", show: (page) => search(page, "xylophone quartz") },
  {
    name: "table",
    state: "new",
    show: async (page) => {
      await conversation(page, "What is the average rating of my bakes?");
      await page.seen(id("record-table"), 60_000);
    },
  },
  {
    name: "failure",
    state: "new",
    show: async (page) => {
      await draft(page, RYE);
      await page.click(id("send"));
      await page.click(`${id("failure-details")} > summary`);
    },
  },
  {
    name: "passages-only",
    state: "new",
    show: async (page) => {
      await draft(page, "/find gummy rye");
      await page.click(id("send"));
      await answered(page);
    },
  },

  { name: "empty-chat", state: "used", show: (page) => draft(page) },
  { name: "check", state: "used", show: (page) => conversation(page, SALT), again: chip("unsupported"), docs: { check: "light" } },
  { name: "contradicted", state: "used", show: (page) => conversation(page, FAILURE), again: chip("contradicted") },
  { name: "unsupported", state: "used", show: (page) => conversation(page, FAILURE) },
  { name: "no-support", state: "used", show: (page) => conversation(page, "What is the capital of Mongolia?") },
  {
    name: "read-all",
    state: "used",
    show: (page) => conversation(page, "How does temperature change the first rise?"),
    again: async (page) => {
      await more(page);
      await page.click(id("read-all"));
      await until(async () => /call/.test((await page.text(id("read-all-estimate"))) ?? ""), "the estimate");
    },
    docs: { "read-all": "dark" },
  },
  {
    name: "answer",
    state: "used",
    show: async (page) => {
      await conversation(page, RYE);
      await page.click(`${id("answer")} li .chip`);
      await page.seen(`${id("reader")} .passage-mark`);
    },
    docs: { answer: "light", "answer-dark": "dark" },
  },
  {
    name: "reader",
    state: "used",
    pane: "reader",
    show: async (page) => {
      await conversation(page, RYE);
      await page.click(`${id("answer")} li .chip`);
      await page.seen(`${id("reader")} .passage-mark`);
    },
  },
  {
    name: "more",
    state: "used",
    show: async (page) => {
      await conversation(page, RYE);
      await more(page);
    },
  },
  { name: "hover", state: "used", show: (page) => conversation(page, RYE), again: chip("supported") },
  {
    name: "sources",
    state: "used",
    pane: "reader",
    show: async (page) => {
      await conversation(page, RYE);
      await more(page);
      await page.click(id("show-references"));
      await page.seen(id("card"));
    },
  },
  {
    name: "context",
    state: "used",
    pane: "reader",
    show: async (page) => {
      await draft(page, SALT);
      await page.click(id("context-ring"));
      await page.seen(id("context-part"));
    },
  },
  {
    name: "receipt",
    state: "used",
    pane: "reader",
    show: async (page) => {
      await conversation(page, RYE);
      await more(page);
      await page.click(id("show-receipt"));
      await page.seen(id("receipt"));
    },
    docs: { receipt: "light" },
  },
  { name: "search", state: "used", show: (page) => search(page, "slice too early").then(() => page.seen(id("hit"), 15_000)), docs: { search: "dark" } },
  { name: "palette", state: "used", show: (page) => page.click(id("open-palette")) },
  { name: "settings-models", state: "used", show: settings("models") },
  { name: "settings-search", state: "used", show: settings("search") },
  { name: "settings-answers", state: "used", show: settings("answers") },
  { name: "settings-appearance", state: "used", show: settings("appearance") },
  { name: "settings-keys", state: "used", show: settings("keys") },
  { name: "settings-privacy", state: "used", show: settings("privacy"), docs: { privacy: "light" } },
  {
    name: "model-menu",
    state: "used",
    show: (page) => until(async () => (await page.text(id("model")))?.includes("gemma"), "the models to be found"),
    again: async (page) => {
      await page.click(id("model"));
      await page.seen(id("model-option"));
    },
  },
  {
    name: "project",
    state: "used",
    show: async (page) => {
      await page.click(id("new-project"));
      await enter(page, id("project-name"), "Rye for the market");
    },
  },
  {
    name: "projects",
    state: "used",
    pane: "side",
    show: async (page) => {
      if ((await call(page, "list_projects")).length === 0) {
        const project = await call(page, "new_project");
        await call(page, "put_project", { project: { ...project, name: "Rye for the market", instructions: "Answer in grams." } });
        await page.run("location.reload()");
      }
      await page.seen(id("project"));
    },
  },
  {
    name: "prompts",
    state: "used",
    show: async (page) => {
      const { prompts } = await call(page, "list_prompts");
      if (prompts.length === 0) {
        const prompt = await call(page, "new_prompt");
        await call(page, "put_prompt", { prompt: { ...prompt, name: "Shopping list", text: "List the ingredients of {{note}} with their weights." } });
      }
      await command(page, "Prompts");
      await page.seen(id("prompt"));
    },
  },
  {
    name: "memory",
    state: "used",
    show: async (page) => {
      if ((await call(page, "list_memories")).length === 0) await call(page, "remember", { text: "I bake on Saturdays, in an oven that reaches 250 °C." });
      await command(page, "Memory");
      await page.seen(id("memory-entry"));
    },
  },
  { name: "insight", state: "used", show: (page) => command(page, "Insight").then(() => page.seen(id("insight-row"))) },
  { name: "graph", state: "used", show: graph },
  { name: "period", state: "used", show: (page) => conversation(page, "What happened in March 2026?") },
  {
    name: "plan",
    state: "used",
    show: async (page) => {
      await conversation(page, WORK, { work: true, ends: false });
      await page.seen(id("work", { "data-done": "1" }), 60_000);
    },
    leave: async (page, t) => {
      t.release();
      await answered(page);
    },
  },
  { name: "report", state: "used", show: (page, t) => (t.release(), conversation(page, WORK, { work: true })) },
  {
    name: "change-card",
    state: "used",
    show: async (page) => {
      await conversation(page, EDIT);
      await page.seen(id("change-card"), 30_000);
    },
  },
  {
    name: "change",
    state: "used",
    show: async (page) => {
      await conversation(page, RYE);
      await more(page);
      await page.click(id("keep-as-note"));
      await page.click(id("keep-new"));
      await page.seen(id("review", { "data-state": "proposed" }), 15_000);
      await page.seen(id("hunk"));
    },
    docs: { change: "dark" },
  },
  {
    name: "changes",
    state: "used",
    show: async (page) => {
      await conversation(page, EDIT);
      await page.click(id("review-changes"));
      await page.seen(id("hunk"));
    },
  },
  {
    name: "zoom-150",
    state: "used",
    show: async (page) => {
      await conversation(page, RYE);
      await settings("appearance")(page);
      await select(page, id("size"), "150");
      await page.press(ESCAPE);
      await page.type(id("composer"), "And how long should a loaf of half rye and half wheat rest before I cut it, if the kitchen is cold?");
    },
    leave: async (page) => {
      await settings("appearance")(page);
      await select(page, id("size"), "100");
    },
  },
  {
    name: "pdf",
    state: "used",
    pane: "reader",
    show: async (page) => {
      await search(page, "fired at dawn");
      await page.click(id("hit", { "data-path": "Library/Ovens.pdf" }));
    },
    again: async (page) => {
      await page.seen(id("pages-frame"));
      await page.within(id("pages-frame"), () => page.seen(".sheet mark.passage", 30_000));
    },
  },
  { name: "quick", state: "used", window: "quick", show: quick("How long may dough rest in the fridge?"), docs: { quick: "dark" } },

  { name: "huge-vault", state: "huge", pane: "side", show: (page) => draft(page) },
  {
    name: "long-conversation",
    state: "huge",
    show: async (page) => {
      await page.click(id("conversation-item"));
      await answered(page);
    },
  },
  { name: "huge-search", state: "huge", show: (page) => search(page, "rye plan").then(() => page.seen(id("hit"), 60_000)) },
  {
    name: "huge-palette",
    state: "huge",
    show: async (page) => {
      await page.click(id("open-palette"));
      await page.type(id("palette-input"), "rye plan");
      await page.press(DOWN);
    },
  },
  { name: "huge-graph", state: "huge", show: graph },
];
