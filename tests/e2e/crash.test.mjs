// A crash leaves a log, and the next start offers a report.
import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { clean, closeWindow, home, id, processes, SAMPLE, startApp, startManager } from "./app.mjs";
import { until } from "./driver.mjs";

const CONTROL = "\uE009";

test("after a crash a report is offered once, and has nothing of the notes; after a clean end none is", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  await startManager(t);
  const data = path.join(folder, "data", "marginalia");
  const start = async () => {
    const app = await startApp(t, folder, { args: [SAMPLE] });
    await app.page.seen(id("index-chip", { "data-state": "synced" }));
    return app;
  };
  const ended = () => until(async () => (await processes(data)).length === 0, "the app to end");

  const first = await start();
  assert.equal(await first.page.has(id("crash")), false, "there was no run before");
  for (const pid of await processes(data)) process.kill(pid, "SIGABRT");
  await ended();
  await first.stop();

  const second = await start();
  await second.page.seen(id("crash"));
  await clean(second.page, "a crash is told");
  await second.page.click(id("copy-report"));
  await until(async () => /Copied/.test(await second.page.text(id("copy-report"))), "the report to be copied");
  await second.page.click(id("composer"));
  await second.page.chord([CONTROL], "v");
  const pasted = () => second.page.run("return document.querySelector(arguments[0]).value", id("composer"));
  const report = await until(pasted, "the report");
  assert.match(report, /^Marginalia ended without closing\ncause: unknown.*\n\nmarginalia \d/);
  assert.match(report, /\nsystem: linux .*web view: \d/);
  assert.doesNotMatch(report, /sample-vault|salt|rye/i);
  await second.page.click(id("dismiss-crash"));
  await until(async () => !(await second.page.has(id("crash"))), "the offer to go");
  await second.page.run("const field = document.querySelector(arguments[0]); field.focus(); field.select()", id("composer"));
  await second.page.press("\uE003");

  await second.page.chord([CONTROL], ",");
  await second.page.click(id("settings-tab-about"));
  const logs = path.join(data, "log");
  assert.equal(await until(() => second.page.text(id("log-folder")), "where the logs are"), logs);
  for (const name of await readdir(logs)) {
    assert.equal((await stat(path.join(logs, name))).mode & 0o777, 0o600, name);
    assert.doesNotMatch(await readFile(path.join(logs, name), "utf8"), /sample-vault|salt|rye/i);
  }
  // Like the end of a desktop session. The app's process is older than its children.
  process.kill(Math.min(...(await processes(data))), "SIGTERM");
  await ended();
  await second.stop();

  const third = await start();
  assert.equal(await third.page.has(id("crash")), false, "it was asked to end, and did");
  await closeWindow();
  await ended();
  await third.stop();

  const fourth = await start();
  assert.equal(await fourth.page.has(id("crash")), false, "its window was closed");
});
