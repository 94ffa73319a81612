// A small WebDriver client over fetch: what these tests need of the protocol and no more.
import { spawn } from "node:child_process";
import net from "node:net";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until `look` gives something true, and gives that; says what it waited for if it never does. */
export async function until(look, what, milliseconds = 10_000) {
  const end = Date.now() + milliseconds;
  let last;
  for (;;) {
    try {
      last = await look();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${milliseconds} ms for ${what}; last: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Starts WebKitWebDriver and, through it, the app. */
export async function startBrowser({ binary, args, env }) {
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "inherit",
    env: { ...process.env, TAURI_WEBVIEW_AUTOMATION: "true", ...env },
  });
  const base = `http://127.0.0.1:${port}`;
  const ask = async (method, path, body) => {
    const reply = await fetch(base + path, {
      method,
      headers: { "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
    });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  await until(() => ask("GET", "/status").then(() => true), "WebKitWebDriver");
  const { sessionId } = await ask("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary, args } } },
  });
  const session = `/session/${sessionId}`;
  const element = async (css) => {
    const found = await ask("POST", `${session}/element`, { using: "css selector", value: css });
    return found[ELEMENT];
  };
  const page = {
    run: (script, ...args) => ask("POST", `${session}/execute/sync`, { script, args }),
    runAsync: (script, ...args) => ask("POST", `${session}/execute/async`, { script, args }),
    has: (css) => page.run("return document.querySelector(arguments[0]) !== null", css),
    count: (css) => page.run("return document.querySelectorAll(arguments[0]).length", css),
    text: (css) => page.run("return document.querySelector(arguments[0])?.textContent ?? null", css),
    attribute: (css, name) =>
      page.run("return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null", css, name),
    seen: (css, milliseconds) => until(() => page.has(css), css, milliseconds),
    click: async (css) => {
      await page.seen(css);
      return ask("POST", `${session}/element/${await element(css)}/click`);
    },
    type: async (css, text) => {
      await page.seen(css);
      return ask("POST", `${session}/element/${await element(css)}/value`, { text });
    },
    press: async (key) =>
      ask("POST", `${session}/actions`, {
        actions: [{ type: "key", id: "keys", actions: [{ type: "keyDown", value: key }, { type: "keyUp", value: key }] }],
      }),
  };
  const stop = async () => {
    await ask("DELETE", session).catch(() => {});
    driver.kill("SIGTERM");
    await new Promise((resolve) => (driver.exitCode === null ? driver.once("exit", resolve) : resolve()));
  };
  return { page, stop };
}
