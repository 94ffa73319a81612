// A vault that crashes the app while opening isn't reopened after the second time.
import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { call, home, id, processes, startApp } from "./app.mjs";
import { until } from "./driver.mjs";

const NOTES = 3_000;

/** A vault whose indexing takes longer than opening a window. */
async function largeVault(folder) {
  const vault = path.join(folder, "Large");
  await mkdir(vault);
  const paragraph = (note, at) => `Loaf ${note} rests for ${at} hours, and its crust is ${note * at} shades darker than before.\n\n`;
  for (let note = 0; note < NOTES; note += 1) {
    const text = Array.from({ length: 200 }, (_, at) => paragraph(note, at)).join("");
    await writeFile(path.join(vault, `Loaf ${note}.md`), `# Loaf ${note}\n\n${text}`);
  }
  return vault;
}

// B113
test("after two starts that ended while the vault was opened, the third starts without it and says why", { timeout: 600_000 }, async (t) => {
  const folder = await home(t);
  const data = path.join(folder, "data", "marginalia");
  const vault = await largeVault(folder);
  const counted = () => readFile(path.join(data, "opening"), "utf8").catch(() => "0");

  for (const [start, args] of [
    ["1", [vault]],
    ["2", []],
  ]) {
    const { page, stop } = await startApp(t, folder, { args });
    await page.seen(id("composer"));
    // Paused, so that indexing can't finish before the kill.
    await call(page, "set_index_paused", { paused: true });
    assert.equal(await counted(), start, "the vault is still being opened");
    for (const pid of await processes(data)) process.kill(pid, "SIGKILL");
    await stop();
    assert.equal(await counted(), start);
  }

  // Only the first two starts need an index that takes long.
  for (let note = 1; note < NOTES; note += 1) await rm(path.join(vault, `Loaf ${note}.md`));
  const third = await startApp(t, folder);
  await third.page.seen(id("welcome"));
  await third.page.seen(id("notice"));
  assert.match(await third.page.text(id("notice")), /ended unexpectedly twice while opening .*Large/);
  assert.equal(await third.page.has(id("composer")), false);
  await third.page.click(id("recent-vault"));
  await third.page.seen(id("composer"));
  await until(async () => (await counted()) === "0", "the index to be ready", 300_000);
  await third.stop();

  const fourth = await startApp(t, folder);
  await fourth.page.seen(id("composer"));
});
