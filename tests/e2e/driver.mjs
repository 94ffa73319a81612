// A minimal WebDriver client over fetch.
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import net from "node:net";
import "./display.mjs";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Milliseconds for one script in the window, which may ask forty questions one after the other. */
const SCRIPT = 240_000;

/** Ports of this process, below those that systems choose from: such a port could be given to a connection before the
 *  program that is to listen on it is up. */
const PORTS = { first: 10_000 + 10 * (process.pid % 2_000), count: 10 };
let ports = 0;

export async function freePort() {
  for (let looks = 0; looks < PORTS.count; looks += 1) {
    const port = PORTS.first + (ports++ % PORTS.count);
    const server = net.createServer();
    const isFree = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Error(`the ports from ${PORTS.first} on are taken`);
}

/**
 * Waits until `look` returns a truthy value, and returns it. A failure reports the awaited event, the number of looks
 * and the last result: few looks mean that the machine or window was too busy to answer.
 */
export async function until(look, what, milliseconds = 60_000) {
  const end = Date.now() + milliseconds;
  let last;
  for (let looks = 1; ; looks += 1) {
    try {
      last = await look();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${milliseconds} ms for ${what}, looked ${looks} times; last: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Starts the app, and WebKitWebDriver beside it. */
export async function startBrowser({ binary, args, env, log }) {
  const [port, inspected] = [await freePort(), `127.0.0.1:${await freePort()}`];
  const kept = log ? openSync(log, "a") : null;
  // A process that inherits the test's output keeps the test running, and the app's helpers may outlive it.
  const stdio = kept !== null ? ["ignore", kept, kept] : process.env.SHOW_APP ? "inherit" : "ignore";
  const app = spawn(binary, args, { stdio, env: { ...process.env, TAURI_WEBVIEW_AUTOMATION: "true", WEBKIT_INSPECTOR_SERVER: inspected, ...env } });
  const driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1", `--target=${inspected}`], { stdio });
  if (kept !== null) closeSync(kept);
  const [appEnded, driverEnded] = [app, driver].map((child) => new Promise((resolve) => child.once("exit", (...how) => resolve(how))));
  const base = `http://127.0.0.1:${port}`;
  const ask = async (method, path, body) => {
    const reply = await fetch(base + path, {
      method,
      headers: { "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
      // A window blocked by a dialog never answers.
      signal: AbortSignal.timeout(method === "DELETE" ? 5_000 : path.endsWith("/execute/async") ? SCRIPT : 60_000),
    });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  const begun = async () => {
    await until(() => ask("GET", "/status").then(() => true), "WebKitWebDriver");
    return ask("POST", "/session", {
      capabilities: { alwaysMatch: { timeouts: { script: SCRIPT } } },
    });
  };
  const neverBegun = appEnded.then(([code, signal]) => Promise.reject(new Error(`the app ended with ${code ?? signal} before its window was there`)));
  const { sessionId } = await Promise.race([begun(), neverBegun]).catch((error) => {
    // Otherwise they would keep the test running.
    for (const child of [app, driver]) child.kill("SIGKILL");
    throw error;
  });
  const session = `/session/${sessionId}`;
  const element = async (css) => {
    const found = await ask("POST", `${session}/element`, { using: "css selector", value: css });
    return found[ELEMENT];
  };
  const page = {
    goto: (url) => ask("POST", `${session}/url`, { url }),
    /** A screenshot of the window, as PNG in Base64. */
    screenshot: () => ask("GET", `${session}/screenshot`),
    size: (width, height) => ask("POST", `${session}/window/rect`, { x: 0, y: 0, width, height }),
    windows: () => ask("GET", `${session}/window/handles`),
    /** Runs `work` in a frame of the window. */
    within: async (css, work) => {
      await ask("POST", `${session}/frame`, { id: { [ELEMENT]: await element(css) } });
      try {
        return await work();
      } finally {
        await ask("POST", `${session}/frame`, { id: null });
      }
    },
    /** Switches to another window. */
    turnTo: (handle) => ask("POST", `${session}/window`, { handle }),
    run: (script, ...args) => ask("POST", `${session}/execute/sync`, { script, args }),
    runAsync: (script, ...args) => ask("POST", `${session}/execute/async`, { script, args }),
    has: (css) => page.run("return document.querySelector(arguments[0]) !== null", css),
    count: (css) => page.run("return document.querySelectorAll(arguments[0]).length", css),
    text: (css) => page.run("return document.querySelector(arguments[0])?.textContent ?? null", css),
    attribute: (css, name) => page.run("return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null", css, name),
    seen: (css, milliseconds) => until(() => page.has(css), css, milliseconds),
    click: async (css) => {
      await page.seen(css);
      // The driver doesn't scroll to an element that begins where its container ends.
      await page.run("document.querySelector(arguments[0])?.scrollIntoView({ block: 'nearest' })", css);
      return ask("POST", `${session}/element/${await element(css)}/click`);
    },
    /** Moves the pointer to a place of the window where nothing answers to it. */
    rest: (x, y) => ask("POST", `${session}/actions`, { actions: [{ type: "pointer", id: "mouse", actions: [{ type: "pointerMove", x, y }] }] }),
    middleClick: async (css) => {
      await page.seen(css);
      const origin = { [ELEMENT]: await element(css) };
      const actions = [
        { type: "pointerMove", origin, x: 0, y: 0 },
        { type: "pointerDown", button: 1 },
        { type: "pointerUp", button: 1 },
      ];
      return ask("POST", `${session}/actions`, { actions: [{ type: "pointer", id: "mouse", actions }] });
    },
    type: async (css, text) => {
      await page.seen(css);
      return ask("POST", `${session}/element/${await element(css)}/value`, { text });
    },
    press: (key) => page.chord([], key),
    /** Presses a key while holding others. */
    chord: async (held, key) => {
      const down = (value) => ({ type: "keyDown", value });
      const up = (value) => ({ type: "keyUp", value });
      const actions = [...held.map(down), down(key), up(key), ...[...held].reverse().map(up)];
      return ask("POST", `${session}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
    },
    /** Types into the focused element. */
    keys: async (text) => {
      for (const key of text) await page.chord([], key);
    },
  };
  const stop = async () => {
    await ask("DELETE", session).catch(() => {});
    for (const [child, ended] of [
      [app, appEnded],
      [driver, driverEnded],
    ]) {
      child.kill("SIGTERM");
      // It doesn't end while the app is blocked, and needs no clean shutdown.
      const force = setTimeout(() => child.kill("SIGKILL"), 3_000);
      await ended;
      clearTimeout(force);
    }
  };
  return { page, stop };
}
