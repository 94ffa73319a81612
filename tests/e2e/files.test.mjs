// Files that are no notes in the real window: found in the vault, attached by drop, cited by page, opened there.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ask, call, home, id, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";

const drop = (...args) => promisify(execFile)("/usr/bin/python3", [fileURLToPath(new URL("drop.py", import.meta.url)), "Marginalia", ...args]);

/** A PDF with a line of text on each page. */
function pdf(...pages) {
  const ids = pages.map((_, at) => 3 + 2 * at);
  const font = 3 + 2 * pages.length;
  const page = (text, at) => {
    const drawn = `BT /F1 12 Tf 20 150 Td (${text}) Tj ET`;
    return `${ids[at]} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${ids[at] + 1} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>\nendobj
${ids[at] + 1} 0 obj\n<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream\nendobj\n`;
  };
  return `%PDF-1.4
1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Count ${pages.length} /Kids [${ids.map((at) => `${at} 0 R`).join(" ")}] >>\nendobj
${pages.map(page).join("")}${font} 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj
trailer << /Root 1 0 R >>
`;
}

async function vaultIn(folder) {
  const vault = path.join(folder, "Bread");
  await mkdir(vault, { recursive: true });
  await writeFile(path.join(vault, "Start here.md"), "# Start here\n\nSee [[ovens.pdf#page=2]].\n");
  await writeFile(path.join(vault, "ovens.pdf"), pdf("A deck oven holds its heat.", "A wood oven is fired at dawn."));
  return vault;
}

const mark = ".passage-mark";

// B91
test("a PDF of the vault is found, opened at its page and marked, also by a link to the page", { timeout: 120_000 }, async (t) => {
  const folder = await home(t);
  const { page } = await startApp(t, folder, { args: [await vaultIn(folder)] });
  await until(async () => /synced/i.test((await page.text(id("index-chip"))) ?? ""), "the index to be synced", 30_000);
  await page.type(id("search"), "fired dawn");
  const hit = id("hit", { "data-path": "ovens.pdf" });
  await until(async () => /page 2/.test((await page.text(hit)) ?? ""), "the page among the hits", 30_000);
  await page.click(hit);
  await until(async () => /fired at dawn/.test((await page.text(mark)) ?? ""), "the passage to be marked");
  assert.match(await page.text(id("reader-title")), /ovens\.pdf/);
  assert.match(await page.text(`#page-2 ${id("document-part")}`), /page 2/i);

  // Without a search the notes are listed again.
  await page.click(id("search"));
  await page.press("\uE00C");
  await page.type(id("note-filter"), "Start here");
  await page.click(id("note-item", { "data-path": "Start here.md" }));
  await page.click('.wikilink[data-path="ovens.pdf"]');
  await until(async () => /fired at dawn/.test((await page.text(mark)) ?? ""), "the page that the link names");
});

// B91, B93
test("a dropped PDF is cited by page, and its citation opens after the file is deleted", { timeout: 120_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  await writeFile(script, JSON.stringify({ default: { pieces: ["Rye is milled on Friday [2]."] } }));
  const model = await startModel(t, script);
  const { page } = await startApp(t, folder, { args: [await vaultIn(folder)] });
  await useModel(page, model.url);
  const file = path.join(folder, "mill.pdf");
  await writeFile(file, pdf("The mill stands by the river.", "Rye is milled on Friday."));
  await drop("640", "500", file);
  await page.seen(id("attachment-chip", { "data-name": "mill.pdf" }), 20_000);
  await rm(file);
  await ask(page, "When is rye milled?");
  await page.seen(id("answer", { "data-state": "complete" }), 60_000);
  await page.click(".chip[data-number='2']");
  await until(async () => /milled on Friday/.test((await page.text(mark)) ?? ""), "the cited page to be marked");
  assert.match(await page.text(id("reader-title")), /mill\.pdf/);
});

// B91, B92
test("text in a picture is found once that is switched on, and marked in it", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const vault = await vaultIn(folder);
  const pictures = fileURLToPath(new URL("../../src-tauri/models/src/recognition/pictures/", import.meta.url));
  await copyFile(path.join(pictures, "page.png"), path.join(vault, "Board.png"));
  const { page } = await startApp(t, folder, { args: [vault] });
  const synced = () => until(async () => /synced/i.test((await page.text(id("index-chip"))) ?? ""), "the index to be synced", 90_000);
  await synced();
  await page.type(id("search"), "pentosans");
  const hit = id("hit", { "data-path": "Board.png" });
  await page.seen(id("why-not"));
  assert.equal(await page.has(hit), false, "nobody asked for it");

  await page.click(id("open-settings"));
  await page.click(id("settings-tab-notes"));
  await page.click(id("file-kind-pictures"));
  await page.seen(id("recognising"));
  await until(async () => (await call(page, "get_settings")).documents.includes("pictures"), "the setting");
  await page.press("\uE00C");
  await until(async () => !(await page.has(id("settings"))), "the settings to close");
  await until(async () => {
    await page.click(id("search"));
    await page.press("\uE00C");
    await page.type(id("search"), "pentosans");
    return page.has(hit);
  }, "the text of the picture to be found", 90_000);
  await page.click(hit);
  await page.seen(`${id("recognised-picture")} img`);
  const marked = await page.run(`return document.querySelectorAll("[data-testid=recognised-picture] .box.passage-mark").length`);
  assert.equal(marked, 4, "each line of the passage has its box");
  assert.match(await page.text(id("reader-body")), /pentosans hold water/);
});
