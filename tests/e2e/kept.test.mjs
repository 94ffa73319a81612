// The window saves the question being written and its own preferences.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { SAMPLE, call, home, id, processes, startApp } from "./app.mjs";
import { until } from "./driver.mjs";

const QUESTION = "How much salt";

// B49
test("a draft and the tab are there again after the app was killed", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const data = path.join(folder, "data", "marginalia");
  const first = await startApp(t, folder, { args: [SAMPLE] });
  await first.page.seen(id("composer"));
  await first.page.type(id("composer"), QUESTION);
  await first.page.click(id("toggle-reader"));
  await first.page.click(id("tab-context"));
  await until(async () => (await call(first.page, "draft", { conversation: null }))?.text === QUESTION, "the draft to be kept");
  const preferences = async () => JSON.parse(await readFile(path.join(data, "window.json"), "utf8"));
  await until(
    () =>
      preferences()
        .then(({ tab }) => tab === "context")
        .catch(() => false),
    "the tab to be kept",
  );
  for (const pid of await processes(data)) {
    // A crash must not write the app's memory to disk.
    assert.match(await readFile(`/proc/${pid}/limits`, "utf8"), /^Max core file size +0 +0 /m);
    process.kill(pid, "SIGKILL");
  }
  await first.stop();

  const { page } = await startApp(t, folder, { args: [SAMPLE] });
  await page.seen(id("composer"));
  const written = () => page.run("return document.querySelector(arguments[0]).value", id("composer"));
  await until(async () => (await written()) === QUESTION, "the draft to be shown");
  // With nothing asked, the pane is closed until the user opens it.
  await page.click(id("toggle-reader"));
  assert.equal(await page.attribute(id("tab-context"), "aria-selected"), "true");
});
