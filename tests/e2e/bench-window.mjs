// npm run bench:window [-- VAULT]: measures the real window while an answer streams at 200 tokens a second into a
// conversation of 1,000 messages, and while a change of 1,000 hunks is reviewed, by its longest busy periods. Also
// measures a start until the notes of VAULT (default: the sample vault) are listed. Needs the same setup as the
// window tests.
import { execFile } from "node:child_process";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { SAMPLE, ask, id, privateFolders, startModel } from "./app.mjs";
import { startBrowser, until } from "./driver.mjs";
import { program } from "../../scripts/setup.mjs";
import { entry } from "../../scripts/task.mjs";

const run = promisify(execFile);
const vault = path.resolve(process.argv[2] ?? SAMPLE);
/** Length of the answer: twenty seconds. */
const TOKENS = 4000;
/** Milliseconds per token. */
const PACE = 5;
/** Hunks of the change. */
const PIECES = 1000;
/** Milliseconds of work that a user begins to notice. */
const LONG = 50;

/** Records the delay of each turn of the page's event loop, which is the work done meanwhile. */
const WATCH = `
  const late = [];
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  port1.onmessage = () => {
    const now = performance.now();
    late.push(now - last);
    last = now;
    if (window.watched) setTimeout(() => { last = performance.now(); port2.postMessage(0); }, 2);
  };
  window.watched = late;
  last = performance.now();
  port2.postMessage(0);`;

const share = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

async function watched(page, name, work) {
  await page.run(WATCH);
  await work();
  const late = await page.run("const late = window.watched; window.watched = null; return late;");
  late.sort((a, b) => a - b);
  const long = late.filter((one) => one > LONG).length;
  console.log(
    `${name}: ${late.length} turns, in the middle ${share(late, 0.5).toFixed(1)} ms, of 99 in 100 under ${share(late, 0.99).toFixed(1)} ms, longest ${(late.at(-1) ?? 0).toFixed(0)} ms, over ${LONG} ms: ${long}`,
  );
}

await entry(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "marginalia-bench-"));
  const after = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  try {
    for (const name of ["data", "config", "cache", "run"]) await mkdir(path.join(folder, name), { mode: 0o700 });
    // Release builds refuse the tests' answers to questions.
    const env = { ...privateFolders(folder), WEBKIT_DISABLE_DMABUF_RENDERER: "1" };
    delete env.MARGINALIA_TEST_ANSWER;
    const start = async (opened = vault) => {
      const began = performance.now();
      const { page, stop } = await startBrowser({ binary: program("marginalia", "start"), args: [opened], env: { ...env, LIBGL_ALWAYS_SOFTWARE: "1" } });
      await page.seen(`${id("note-list")} [role="treeitem"]`, 120_000);
      return { page, stop, seconds: (performance.now() - began) / 1000 };
    };
    const talk = Array.from({ length: 1000 }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: at % 2 === 0 ? `Question ${at / 2 + 1}` : "An answer about bread, with **some** words. ".repeat(20),
    }));
    const sessions = path.join(folder, "chat_sessions.json");
    await writeFile(sessions, JSON.stringify({ messages: talk }));
    await run(program("marginalia-cli", "start"), ["import", sessions, "--vault", vault, "--json"], { env: { ...process.env, ...env }, maxBuffer: 1e9 });

    const script = path.join(folder, "script.json");
    const pieces = Array.from({ length: TOKENS }, (_, at) => (at % 60 === 59 ? ` word.\n\n${at % 120 === 59 ? "- " : ""}` : " word"));
    await writeFile(
      script,
      JSON.stringify({
        models: [{ name: "scripted", window: 16_384, tools: true }],
        rules: [
          { when: "Rename", calls: [{ name: "rename_note", arguments: { note: "Salt", to: "Sea salt" } }] },
          { when_result: "Prepared", pieces: ["It waits for you."] },
        ],
        default: { pieces, delay_ms: PACE },
      }),
    );
    const model = await startModel({ after: (work) => after.unshift(work) }, script);
    // The window would ask the user about a new server outside the page.
    const { data } = await (await fetch(`${model.url}/v1/models`)).json();
    await run(program("marginalia-cli", "start"), ["use", data[0].id, "--server", model.url], { env: { ...process.env, ...env } });

    const first = await start();
    await first.page.seen(id("index-chip", { "data-state": "synced" }), 600_000);
    await first.stop();
    const { page, stop, seconds } = await start();
    after.unshift(stop);
    console.log(`from the start to the notes in the list: ${seconds.toFixed(2)} s, with starting the driver`);

    await page.click(id("conversation-item"));
    await page.seen(id("answer", { "data-state": "complete" }), 30_000);
    await page.click(id("mode-none"));
    await watched(page, "at rest, five seconds", () => new Promise((resolve) => setTimeout(resolve, 5000)));
    await watched(page, "while an answer streams", async () => {
      await ask(page, "The newest question");
      const streaming = id("answer", { "data-state": "streaming" });
      await page.seen(streaming, 30_000);
      await until(async () => (await page.count(streaming)) === 0, "the answer to end", 120_000);
    });
    await stop();

    const long = path.join(folder, "Long");
    await mkdir(long);
    await writeFile(path.join(long, "Salt.md"), "# Salt\n\nTwo per cent.\n");
    await writeFile(path.join(long, "List.md"), Array.from({ length: PIECES }, (_, at) => `- Item ${at} takes [[Salt]].\n`).join(""));
    const other = await start(long);
    after.unshift(other.stop);
    await other.page.seen(id("index-chip", { "data-state": "synced" }), 60_000);
    await ask(other.page, "Rename the note on salt");
    await other.page.seen(id("review-changes"), 60_000);
    await watched(other.page, `a change of ${PIECES} pieces is opened`, async () => {
      await other.page.click(id("review-changes"));
      await other.page.seen(id("hunk"), 30_000);
    });
    await watched(other.page, "a hundred of them are gone through", async () => {
      for (let at = 0; at < 100; at += 1) await other.page.press("j");
    });
    await watched(other.page, "twenty are left", async () => {
      for (let at = 0; at < 20; at += 1) await other.page.press("x");
    });
    console.log(`its button says: ${(await other.page.text(id("apply-change")))?.trim()}`);
  } finally {
    for (const work of after) await work();
  }
});
