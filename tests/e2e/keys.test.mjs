// A key in the system's keychain: entered in the window, used in the next run and in the terminal, sent to its server
// only, and written nowhere else.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { program } from "../../scripts/setup.mjs";
import { SAMPLE, ask, home, id, privateFolders, select, startApp } from "./app.mjs";
import { startBus } from "./display.mjs";
import { until } from "./driver.mjs";

const ENTER = "\uE007";
const ESCAPE = "\uE00C";
const KEY = "sk-Wm7/Qz+never=written&anywhere";

/** A model server that answers requests with the key, and echoes the rest. */
async function keyedServer(t) {
  const seen = [];
  const server = http.createServer((request, response) => {
    seen.push({ path: request.url, authorization: request.headers.authorization ?? null });
    request.resume();
    const json = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      return json(401, { error: { message: `Not a key: ${request.headers.authorization ?? "none"}` } });
    }
    if (request.url === "/v1/models") return json(200, { data: [{ id: "keyed", context_length: 8192 }] });
    if (request.url !== "/v1/chat/completions") return json(404, { error: { message: "not here" } });
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const content of ["Two per ", "cent [1]."]) response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    response.end(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return { url: `http://127.0.0.1:${server.address().port}`, seen };
}

/** A message bus and an unlocked keychain for this test; returns the bus's address. */
async function keychain(t, folder) {
  const own = { ...process.env, ...privateFolders(folder) };
  const { address, child: bus } = await startBus(own);
  t.after(() => bus.kill("SIGKILL"));
  const ring = spawn("gnome-keyring-daemon", ["--unlock", "--foreground", "--components=secrets"], {
    stdio: ["pipe", "ignore", "ignore"],
    env: { ...own, DBUS_SESSION_BUS_ADDRESS: address },
  });
  let failed;
  ring.once("error", (error) => (failed = error));
  t.after(() => ring.kill("SIGKILL"));
  ring.stdin.on("error", () => {});
  ring.stdin.end("the keychain's own password");
  const owner = [
    "--session",
    "--dest=org.freedesktop.DBus",
    "--print-reply=literal",
    "/",
    "org.freedesktop.DBus.NameHasOwner",
    "string:org.freedesktop.secrets",
  ];
  await until(async () => {
    // Without it there is nothing to test, and a skipped test must not pass.
    if (failed) throw new Error(`gnome-keyring-daemon can't be run: ${failed.message}`);
    const { stdout } = await run("dbus-send", owner, { env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: address } });
    return stdout.includes("true");
  }, "the keychain");
  return address;
}

const run = promisify(execFile);

async function files(folder) {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Encodings of the key. */
function forms() {
  const json = JSON.stringify(KEY).slice(1, -1);
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from("x".repeat(before) + KEY)
      .toString("base64")
      .slice(4, -4),
  );
  const wide = Buffer.from(KEY, "utf16le");
  return [KEY, json, json.replaceAll("/", "\\/"), encodeURIComponent(KEY), [...KEY].reverse().join(""), "sk-Wm7", "never=written", ...base64]
    .map((form) => Buffer.from(form))
    .concat(wide);
}

function assertClean(what, bytes) {
  for (const form of forms()) assert.equal(bytes.indexOf(form), -1, `${what} has the key as ${form}`);
}

// B54
test("a key is kept in the keychain, used in the next run, and written nowhere else", { timeout: 240_000 }, async (t) => {
  const folder = await home(t);
  const bus = await keychain(t, folder);
  const server = await keyedServer(t);
  const log = path.join(folder, "app.log");
  // The tokenizer gets no keys. It logs each character of each note: 50 MB in each of the seven runs.
  const env = { DBUS_SESSION_BUS_ADDRESS: bus, MARGINALIA_LOG: "trace,tokenizers=off" };
  let { page, stop } = await startApp(t, folder, { args: ["--sample"], env, log });
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await page.click(id("open-settings"));
  await page.click(id("add-server"));
  await select(page, id("server-kind"), "other");
  await page.type(id("server-address"), `${server.url}/v1`);
  const form = id("add-server-form");
  await page.type(`${form} ${id("key-entry")}`, `${KEY}${ENTER}`);
  await page.seen(`${form} ${id("key", { "data-place": "keychain" })}`);
  await page.click(id("add-server-now"));
  const row = id("server", { "data-address": server.url });
  await until(async () => /1 model/.test(await page.text(row)), "the server's model");
  await stop();

  // The next run has the key and uses it.
  ({ page, stop } = await startApp(t, folder, { args: ["--sample"], env, log }));
  await page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
  await until(async () => /keyed/.test((await page.text(id("model"))) ?? ""), "the model");
  await ask(page, "How much salt goes into a country loaf?");
  await page.seen(id("answer", { "data-state": "complete" }));
  const last = server.seen.at(-1);
  assert.deepEqual(last, { path: "/v1/chat/completions", authorization: `Bearer ${KEY}` });

  // The terminal has it too, with and without JSON.
  let said = "";
  const terminal = async (...args) => {
    const done = await run(program("marginalia-cli"), args, { env: { ...process.env, ...privateFolders(folder), ...env }, maxBuffer: 1e9 }).catch(
      (error) => error,
    );
    said += done.stdout + done.stderr;
    return done;
  };
  assert.match((await terminal("models")).stdout, /keyed/);
  const [line] = (await terminal("models", "--json")).stdout
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));
  assert.deepEqual([line.model, line.chosen, line.server], ["keyed", true, server.url]);
  for (const json of [[], ["--json"]]) {
    assert.match((await terminal("ask", SAMPLE, "How much salt?", ...json)).stdout, /Two per/);
  }

  // After removal, the keychain doesn't have it either: the server refuses requests without it.
  await page.click(id("open-settings"));
  await page.click(`${row} ${id("open-server")}`);
  await page.click(`${row} ${id("remove-key")}`);
  await page.seen(`${row} ${id("key", { "data-place": "none" })}`);
  await until(async () => /needs a key/i.test(await page.text(row)), "the refusal");
  await page.press(ESCAPE);
  const refused = await terminal("ask", SAMPLE, "How much salt?", "--json");
  assert.equal(refused.code, 4);
  assert.match(refused.stdout, /needs a key/);
  assert.equal(server.seen.at(-1).authorization, null);
  await stop();

  assert.ok((await readFile(log)).length > 1_000, "the app logged at all");
  assertClean("what the terminal said", Buffer.from(said));
  const written = await files(folder);
  assert.ok(written.some((file) => file.endsWith("library.db")) && written.some((file) => file.endsWith(".keyring")));
  for (const file of written) assertClean(file, await readFile(file).catch(() => Buffer.alloc(0)));
});
