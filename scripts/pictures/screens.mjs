// The screens to take pictures of: the state of the app that each needs, and the way there.
import { call, closeSettings, enter, id, more, search, select, startModel, useModel } from "../../tests/e2e/app.mjs";
import { freePort, until } from "../../tests/e2e/driver.mjs";
import { startServer } from "./model.mjs";
import { hugeHome, ownVault, sampleVault } from "./vaults.mjs";
import { answered, chip, command, conversation, draft, focus, graph, palette, quick, settings } from "./ways.mjs";

const [ESCAPE, DOWN, CONTROL] = ["\uE00C", "\uE015", "\uE009"];
const RYE = "Why was my first rye gummy?";
const SALT = "How much salt goes into dough?";
const FAILURE = "Was my first rye a failure?";
const WORK = "What should I change about my rye?";
const EDIT = "Write into my salt note that it gets weighed first";
const MARCH = "What happened in March 2026?";

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
  // Without a model and without a server.
  bare: { vault: sampleVault, prepare: synced },
  own: {
    vault: ownVault,
    prepare: async (page, t) => {
      await synced(page);
      await useModel(page, (await startServer(t)).url);
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

/**
 * The screens, in order: those of a state share one run of the app, and some need what an earlier one left. `show`
 * goes there; `again` repeats the part that ends when the width changes; `has` must be in each picture; `pane` is what
 * a narrow window opens over the chat; `docs` gives the pictures for docs/screenshots by name, with their theme.
 */
export const screens = [
  { name: "welcome", state: "first", show: (page) => page.seen(id("welcome"), 30_000), docs: { welcome: "light" } },

  { name: "no-model", state: "new", show: (page) => page.seen(id("no-model")) },
  { name: "model-menu-failing", state: "new", show: (page) => page.seen(id("model")), again: (page) => page.click(id("model")) },
  { name: "settings-models-failing", state: "new", show: settings("models") },
  { name: "settings-local", state: "new", show: settings("local") },
  { name: "changes-empty", state: "new", show: (page) => command(page, "Review changes") },
  { name: "prompts-empty", state: "new", show: (page) => command(page, "Prompts") },
  { name: "memory-empty", state: "new", show: (page) => command(page, "Memory") },
  { name: "insight-empty", state: "new", show: (page) => command(page, "Insight") },
  {
    name: "search-empty",
    state: "new",
    show: async (page) => {
      await search(page, "xylophone quartz");
      await until(async () => /Nothing found/.test((await page.text(id("search-status"))) ?? ""), "the end of the search", 60_000);
    },
  },
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
      await page.seen(`${id("no-model-answer")} ${id("sent-passage")}`, 30_000);
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
      await until(async () => /round/.test((await page.text(id("read-all-estimate"))) ?? ""), "the estimate");
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
  {
    name: "search-completions",
    state: "used",
    show: async (page) => {
      await search(page, "tag:bake rati");
    },
    // A window that changes its width loses the focus, and the list closes with it.
    again: async (page) => {
      await page.run("document.activeElement.blur(); document.querySelector(arguments[0]).focus()", id("search"));
      await page.seen(id("completion"));
      await page.press(DOWN);
    },
  },
  {
    name: "find",
    state: "used",
    has: id("find-bar"),
    show: async (page) => {
      await conversation(page, RYE);
      await page.run("document.activeElement.blur()");
      await page.chord([CONTROL], "f");
      await page.type(id("find-text"), "rye");
      await until(async () => / of /.test((await page.text(id("find-count"))) ?? ""), "the matches");
    },
  },
  {
    name: "open-note",
    state: "used",
    has: id("palette-item"),
    show: async (page) => {
      await page.chord([CONTROL], "o");
      await page.type(id("palette-input"), "rye");
    },
  },
  {
    name: "completions",
    state: "used",
    show: (page) => draft(page, "How much salt goes into @rec"),
    again: async (page) => {
      // Another width closes the list; a click behind the text opens it.
      await page.click(id("composer"));
      await page.seen(id("mention-option"));
    },
    leave: (page) => enter(page, id("composer"), "\uE017"),
  },
  { name: "palette", state: "used", has: id("palette-item"), show: palette },
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
  { name: "period", state: "used", show: (page) => conversation(page, MARCH) },
  {
    name: "period-editor",
    state: "used",
    show: async (page) => {
      await conversation(page, MARCH);
      await page.click(id("edit-period"));
      await page.seen(id("period-editor"));
    },
  },
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
    name: "keep",
    state: "used",
    show: (page) => conversation(page, RYE),
    again: async (page) => {
      await more(page);
      await page.click(id("keep-as-note"));
      await page.seen(id("keep-name"));
      await until(() => page.run("return document.querySelector(arguments[0]).value !== ''", id("keep-name")), "the proposed name");
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
      await page.seen(id("rendered-change"));
    },
    docs: { change: "dark" },
  },
  {
    name: "changes",
    state: "used",
    show: async (page) => {
      await conversation(page, EDIT);
      await page.click(id("review-changes"));
      // A single change opens itself.
      await page.seen(`${id("change-entry")}, ${id("hunk")}, ${id("rendered-change")}`);
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
    name: "download-line",
    state: "used",
    show: async (page) => {
      await settings("local")(page);
      await page.click(id("get-model"));
      await closeSettings(page);
      await page.run("document.activeElement.blur()");
      await page.seen(id("loading-model"), 30_000);
    },
    leave: (page) => page.click(`${id("stop-loading")}, ${id("dismiss-loading")}`),
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

  {
    name: "no-model-answer",
    state: "bare",
    show: async (page) => {
      await page.click(id("suggestion"));
      await page.seen(`${id("no-model-answer")} ${id("sent-passage")}`, 30_000);
    },
  },

  {
    name: "notes-changed",
    state: "own",
    show: async (page) => {
      await conversation(page, "How many hours does rye dough rest?");
      await page.seen(id("disagreement"));
    },
  },
  {
    name: "translation",
    state: "own",
    show: (page) => conversation(page, "When is the sourdough fed, by [[Sauerteig]]?"),
    again: async (page) => {
      await focus(`${id("answer")} .chip`)(page);
      await page.press("t");
      await until(async () => /every evening/.test((await page.text(id("translation"))) ?? ""), "the translation");
    },
  },
  {
    name: "base",
    state: "own",
    pane: "reader",
    show: async (page) => {
      await page.type(id("note-filter"), "Overview");
      await page.click(id("note-item", { "data-path": "Overview.md" }));
      await page.seen(`${id("reader")} ${id("record-table")}`, 30_000);
    },
  },
  {
    name: "web-question",
    state: "own",
    show: async (page) => {
      await settings("web")(page);
      await select(page, id("web-service"), "searXng");
      await enter(page, id("web-address"), `http://127.0.0.1:${await freePort()}`);
      await select(page, id("web-ask"), "once");
      await until(async () => /Saved/.test((await page.text(id("settings-outcome"))) ?? ""), "the search service to be saved");
      await closeSettings(page);
      await draft(page);
      await page.click(id("mode-web"));
      await enter(page, id("composer"), "Where is sea salt won?");
      await page.click(id("send"));
      await page.seen(id("outgoing", { "data-waits": "first" }));
    },
    leave: (page) => page.click(id("keep-in")),
  },
  // The last ones of this run, because the window stays German.
  {
    name: "german",
    state: "own",
    show: async (page) => {
      await settings("appearance")(page);
      await select(page, id("language"), "de");
      await page.seen('html[lang="de"]');
      await closeSettings(page);
      await conversation(page, "Wie oft wird der [[Sauerteig]] gefüttert?");
      await more(page);
    },
  },
  { name: "german-settings", state: "own", show: settings("answers") },

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
    has: id("palette-item"),
    show: async (page) => {
      await palette(page);
      await page.type(id("palette-input"), "rye plan");
    },
  },
  { name: "huge-graph", state: "huge", show: graph },
];
