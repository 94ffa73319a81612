// Starts the real app in its own home folder, with the scripted model.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { program, targetFolder } from "../../scripts/setup.mjs";
import { freePort, startBrowser, until } from "./driver.mjs";
import { SAMPLE, putIndex } from "./prepared.mjs";

export { SAMPLE };

const execute = promisify(execFile);

/** `[data-testid=…]`, with more attributes. */
export const id = (name, attributes = {}) =>
  `[data-testid="${name}"]` +
  Object.entries(attributes)
    .map(([key, value]) => `[${key}="${value}"]`)
    .join("");

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Axe's findings in the current view, light and dark, a line each. Only colours differ in the second theme. */
export async function violations(page, state) {
  if (!(await page.run("return Boolean(window.axe)"))) await page.run(`${axe}; window.axe = axe;`);
  const shown = await page.run("return document.documentElement.dataset.theme");
  const wrong = [];
  for (const [theme, runOnly] of [
    ["light", undefined],
    ["dark", { type: "rule", values: ["color-contrast", "link-in-text-block"] }],
  ]) {
    const found = await page.runAsync(
      `const done = arguments[arguments.length - 1];
       document.documentElement.dataset.theme = "${theme}";
       for (const animation of document.getAnimations()) animation.cancel();
       window.axe.run(document, { resultTypes: ["violations"], ...${JSON.stringify({ runOnly })} }).then(
         ({ violations }) => done(violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(" | "))),
         (error) => done(["axe failed: " + error]),
       );`,
    );
    wrong.push(...found.map((line) => `${state}, ${theme}: ${line}`));
  }
  await page.run("document.documentElement.dataset.theme = arguments[0]", shown);
  return wrong;
}

/** Asserts that axe finds nothing in the current view. */
export const clean = async (page, state) => assert.deepEqual(await violations(page, state), []);

/** Processes to stop before a test's home is removed. */
const endings = new WeakMap();

/** An empty home folder for a test. At the test's end, its apps are stopped and the folder is removed. */
export async function home(t) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "marginalia-"));
  const ends = [];
  endings.set(t, ends);
  t.after(async () => {
    for (const end of ends.reverse()) await end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const name of ["data", "config", "cache", "run"]) await mkdir(path.join(folder, name), { mode: 0o700 });
  return folder;
}

/** Processes of the app with its state in `folder`. */
export async function processes(folder) {
  const found = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [environment, name] = await Promise.all([
      readFile(`/proc/${pid}/environ`, "utf8").catch(() => ""),
      readFile(`/proc/${pid}/comm`, "utf8").catch(() => ""),
    ]);
    if (name.trim() === "marginalia" && environment.includes(`MARGINALIA_DATA=${folder}`)) found.push(Number(pid));
  }
  return found;
}

/** Child processes of that app that run a model. */
export async function engines(folder) {
  const found = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [environment, line] = await Promise.all([
      readFile(`/proc/${pid}/environ`, "utf8").catch(() => ""),
      readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
    ]);
    if (line.includes("--engine") && environment.includes(folder)) found.push(Number(pid));
  }
  return found;
}

/** Environment variables that put all folders of a program into `folder` and turn off the search for servers. */
export function privateFolders(folder) {
  return {
    HOME: folder,
    XDG_DATA_HOME: path.join(folder, "data"),
    XDG_CONFIG_HOME: path.join(folder, "config"),
    XDG_CACHE_HOME: path.join(folder, "cache"),
    XDG_RUNTIME_DIR: path.join(folder, "run"),
    // The window uses the system's language, and the tests expect English.
    LC_ALL: "C.UTF-8",
    LANGUAGE: "en",
    MARGINALIA_DATA: path.join(folder, "data", "marginalia"),
    MARGINALIA_DISCOVER: "",
    // Answers the app's questions outside its window. A release build refuses to start with this variable.
    MARGINALIA_TEST_ANSWER: "yes",
  };
}

/** Starts a window manager, which minimising and focusing need. */
export async function startManager(t) {
  const manager = spawn("openbox", [], { stdio: "ignore" });
  t.after(() => manager.kill());
  const manages = async () => (await execute("xprop", ["-root", "_NET_SUPPORTING_WM_CHECK"])).stdout.includes("window id");
  await until(manages, "the window manager");
}

/** The real keyboard and mouse. */
export const xdotool = async (...args) => (await execute("xdotool", args)).stdout.trim();

/** The number of the app's window. */
export const windowNumber = async () => (await until(() => xdotool("search", "--onlyvisible", "--name", "^Marginalia$"), "the window")).split("\n")[0];

/** Gives the app's window the real keyboard focus and returns the window's number; needs a window manager. */
export async function activate() {
  const window = await windowNumber();
  await xdotool("windowactivate", "--sync", window);
  return window;
}

const PYTHON = "/usr/bin/python3";
const beside = (script) => fileURLToPath(new URL(script, import.meta.url));
const python = (script, ...args) => execute(PYTHON, [beside(script), ...args]);

/** Puts data on the clipboard like another program: types, each followed by a file with the content. */
export async function offer(t, ...kinds) {
  const owner = spawn(PYTHON, [beside("clipboard.py"), ...kinds], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => owner.kill());
  const failed = once(owner, "exit").then(([code]) => Promise.reject(new Error(`clipboard.py ended with ${code}`)));
  await Promise.race([once(owner.stdout, "data"), failed]);
  failed.catch(() => {});
}

/** Asks for the app's window to be closed like a task bar; needs a window manager. */
export const closeWindow = async () => python("close.py", await windowNumber());

/** Drops files on the app's window like a file manager, at a position in the window. */
export const drop = (x, y, ...files) => python("drop.py", "Marginalia", String(x), String(y), ...files);

/** Saves traces of a failed test: a picture of the display, and the app's log. */
async function keepTraces(t, log) {
  const folder = path.join(targetFolder(), "failed");
  const name = path.join(folder, t.name.replace(/[^\p{L}\p{N}]+/gu, "-"));
  await mkdir(folder, { recursive: true });
  await python("picture.py", `${name}.png`).catch((error) => t.diagnostic(`no picture: ${error.message}`));
  await copyFile(log, `${name}.log`);
  const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
  t.diagnostic(`picture: ${name}.png, the app's log: ${name}.log, its end:\n${lines.slice(-30).join("\n")}`);
}

/**
 * Starts the app in `folder` (of `home`). `stop` stops it early; otherwise it runs until the test ends. Appends its
 * log to `log`. A copy of the sample vault is indexed already, unless the app is to be `fresh`.
 */
export async function startApp(t, folder, { args = [], env = {}, log = path.join(folder, "app.log"), fresh = false } = {}) {
  const own = privateFolders(folder);
  if (!fresh) await putIndex(own.MARGINALIA_DATA, args);
  const { page, stop } = await startBrowser({
    binary: program("marginalia"),
    args,
    log,
    env: { ...own, LIBGL_ALWAYS_SOFTWARE: "1", ...env },
  });
  let stopped = false;
  const once = async () => {
    if (stopped) return;
    stopped = true;
    await stop();
    // An app blocked by a dialog outlives its driver.
    for (const pid of await processes(folder)) process.kill(pid, "SIGKILL");
  };
  const end = async () => {
    try {
      if (t.passed === false && !stopped) await keepTraces(t, log);
    } finally {
      await once();
    }
  };
  const ends = endings.get(t);
  if (ends) ends.push(end);
  else t.after(end);
  return { page, stop: once };
}

/** Calls a command of the app like the window does. */
export async function call(page, command, args = {}) {
  const reply = await page.runAsync(
    `const done = arguments[2];
     window.__TAURI_INTERNALS__.invoke(arguments[0], arguments[1])
       .then((value) => done({ value }), (error) => done({ error }));`,
    command,
    args,
  );
  if (reply.error) throw new Error(`${command}: ${JSON.stringify(reply.error)}`);
  return reply.value;
}

/** Starts the scripted model; by default it cites the first document. */
export async function startModel(t, script) {
  const port = await freePort();
  const args = ["--port", String(port)];
  if (script) args.push("--script", script);
  const child = spawn(program("scripted-model"), args, { stdio: ["ignore", "ignore", "inherit"] });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  await until(() => fetch(`${url}/v1/models`).then((reply) => reply.ok), "the scripted model");
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  t.after(stop);
  return {
    url,
    stop,
    requests: () => fetch(`${url}/_control/requests`).then((reply) => reply.json()),
    release: () => fetch(`${url}/_control/release`, { method: "POST" }),
  };
}

/** Makes the app use this server, like its settings would. */
export async function useModel(page, url) {
  const settings = await call(page, "get_settings");
  await call(page, "set_settings", {
    settings: { ...settings, servers: [{ kind: "openai", base_url: url, name: null }], chosen: null },
  });
}

/** Shows what is behind "More" under the last answer. */
export async function more(page) {
  await page.seen(id("answer-more"));
  await page.run(
    `const button = [...document.querySelectorAll(arguments[0])].at(-1);
     if (button.getAttribute("aria-expanded") === "false") button.click();`,
    id("answer-more"),
  );
  await page.seen(id("answer-more-panel"));
}

/** Chooses an option of a select like a user. */
export async function select(page, css, value) {
  await page.seen(css);
  await page.run(
    `const field = document.querySelector(arguments[0]);
     field.value = arguments[1];
     field.dispatchEvent(new Event("change", { bubbles: true }));`,
    css,
    value,
  );
}

/** Closes the settings like a user, retrying because a redraw of the focused element loses the key. */
export async function closeSettings(page) {
  await until(async () => {
    await page.press("\uE00C");
    return until(async () => !(await page.has(id("settings"))), "the settings to be closed", 2_000).catch(() => false);
  }, "the settings to be closed");
}

/** Replaces a field's text. */
export async function enter(page, css, text) {
  await page.seen(css);
  await page.run("const field = document.querySelector(arguments[0]); field.focus(); field.select();", css);
  await page.type(css, text);
}

/** Searches passages for other words, over the conversation. */
export async function search(page, words) {
  // Without an open vault the keys do nothing.
  await page.seen(id("composer"));
  await page.chord(["\uE009", "\uE008"], "f");
  await enter(page, id("search"), words);
  // Until then the hits of the earlier keys are shown.
  await page.seen('.results[aria-busy="false"]');
}

/** Waits until every passage is embedded, and returns their number. */
export async function embedded(page) {
  // A scroll or a new layout closes the panel.
  await until(
    async () => {
      if (!(await page.has(id("index-panel")))) await page.click(id("index-chip"));
      return page.has(id("index-meaning", { "data-state": "ready" }));
    },
    "every passage to be embedded",
    120_000,
  );
  const passages = await page.text(id("index-embedded"));
  await page.press("\uE00C");
  return passages;
}

export async function ask(page, question) {
  await page.type(id("composer"), question);
  await page.click(id("send"));
}

export const ANSWERED = id("answer", { "data-state": "complete" });

/** Asks and waits for the answer. */
export async function asked(page, question) {
  const before = await page.count(ANSWERED);
  await ask(page, question);
  await until(async () => (await page.count(ANSWERED)) > before, `an answer to ${question}`);
}

/** Runs a command of the palette. */
export async function command(page, name) {
  await page.click(id("open-palette"));
  await page.seen(id("palette-input"));
  await page.type(id("palette-input"), name);
  await page.press("\uE007");
}

/** Starts the app with the sample vault, and the scripted model. */
export async function openSample(t, script) {
  const folder = await home(t);
  const file = script && path.join(folder, "script.json");
  if (file) await writeFile(file, JSON.stringify(script));
  const model = await startModel(t, file);
  const { page, stop } = await startApp(t, folder);
  await page.seen(id("welcome"));
  await useModel(page, model.url);
  await page.click(id("open-sample"));
  await page.seen(id("index-chip", { "data-state": "synced" }));
  return { folder, model, page, stop };
}
