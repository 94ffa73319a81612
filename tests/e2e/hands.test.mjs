// The real keyboard, mouse and clipboard, which WebDriver's synthetic events don't test.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { activate, drop, home, id, offer, startApp, startManager, startModel, useModel, xdotool } from "./app.mjs";
import { until } from "./driver.mjs";

/** A PNG of one grey. */
function png(width, height) {
  const chunk = (kind, data) => {
    const named = Buffer.concat([Buffer.from(kind, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 0));
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** The app in front, with a small vault, and files to paste and drop. */
async function open(t) {
  const folder = await home(t);
  const vault = path.join(folder, "Bread");
  await mkdir(vault);
  await writeFile(path.join(vault, "Rye.md"), "# Rye\n\nThe dough of rye rests for twelve hours. See [[Salt]].\n");
  await writeFile(path.join(vault, "Salt.md"), "# Salt\n\nTwo per cent.\n");
  await startManager(t);
  const model = await startModel(t);
  const { page } = await startApp(t, folder, { args: [vault] });
  await page.seen(id("index-chip", { "data-state": "synced" }));
  await useModel(page, model.url);
  const window = await activate();
  const file = async (name, content) => {
    const at = path.join(folder, name);
    await writeFile(at, content);
    return at;
  };
  return { page, window, file };
}

const composed = (page) => page.run("return document.querySelector(arguments[0]).value", id("composer"));
const focused = (page, css) => page.run("return document.activeElement?.matches(arguments[0]) ?? false", css);
const drawn = (page, css) => page.run("return document.querySelector(arguments[0])?.naturalWidth ?? null", css);

// B117
test("the clipboard is pasted into the question: text as text, an image and files as attachments", { timeout: 300_000 }, async (t) => {
  const { page, file } = await open(t);
  await until(() => focused(page, id("composer")), "the focus on the question, without a key");
  const paste = () => xdotool("key", "ctrl+v");
  const image = await file("crumb.png", png(64, 48));

  // A spreadsheet offers its cells as an image too.
  await offer(t, "UTF8_STRING", await file("text", "What is in it?"), "image/png", image);
  await paste();
  await until(async () => (await composed(page)) === "What is in it?", "the text");

  // A screenshot.
  await offer(t, "image/png", image);
  await paste();
  await until(async () => (await drawn(page, `form ${id("thumbnail")}`)) === 64, "the thumbnail of the image");

  // A file copied in a file manager, which offers its path as text too.
  const plan = await file("Rye plan.txt", "Rye on Friday.");
  const list = await file("list", `file://${plan.replaceAll(" ", "%20")}\r\n`);
  await offer(t, "text/uri-list", list, "UTF8_STRING", await file("path", plan));
  await paste();
  await page.seen(id("attachment-chip", { "data-name": "Rye plan.txt" }));
  assert.equal(await composed(page), "What is in it?", "no path was pasted");
  assert.equal(await page.count(id("attachment-chip")), 2);

  await xdotool("key", "Return");
  await page.seen(`${id("question")} ${id("thumbnail")}`);
  await until(async () => (await drawn(page, `${id("question")} ${id("thumbnail")}`)) === 64, "the question’s thumbnail");
  assert.ok(!(await page.has(`form ${id("thumbnail")}`)), "it left the composer");

  await offer(t, "image/x-photoshop", image);
  await until(() => focused(page, id("composer")), "the focus on the question");
  await paste();
  await until(async () => /nothing that can be pasted/.test((await page.text(id("notice", { role: "alert" }))) ?? ""), "what can be pasted");
});

test("a dropped image shows its thumbnail, before and after it is sent", { timeout: 300_000 }, async (t) => {
  const { page, file } = await open(t);
  await drop(640, 500, await file("crumb.png", png(64, 48)));
  await until(async () => (await drawn(page, `form ${id("thumbnail")}`)) === 64, "the thumbnail");
  await page.type(id("composer"), "What is in it?\uE007");
  await page.seen(`${id("question")} ${id("thumbnail")}`);
  await until(async () => (await drawn(page, `${id("question")} ${id("thumbnail")}`)) === 64, "the question’s thumbnail");
  assert.ok(!(await page.has(`form ${id("thumbnail")}`)), "it left the composer");
});

test("keys that are pressed while a dialog opens are the dialog’s", { timeout: 300_000 }, async (t) => {
  const { page } = await open(t);
  await until(() => focused(page, id("composer")), "the focus on the question");
  // All at once, faster than redraws.
  const keys = (...names) => xdotool("key", "--delay", "0", ...names);
  const closed = (testid) => until(async () => !(await page.has(id(testid))), `${testid} to be closed`);
  await keys("ctrl+k", ..."rye");
  await until(async () => (await page.run("return document.querySelector(arguments[0])?.value", id("palette-input"))) === "rye", "the keys in the palette");
  await keys("Escape");
  await closed("palette");
  for (const [testid, ...pressed] of [
    ["settings", "ctrl+comma"],
    ["insight", "ctrl+k", ..."insight", "colon", "Return"],
    ["project-dialog", "ctrl+k", ..."new", "space", ..."proj", "Return"],
    ["prompts", "ctrl+k", ..."prompts", "Return"],
    ["help", "F1"],
  ]) {
    await page.run("document.querySelector(arguments[0]).focus()", id("composer"));
    await keys(...pressed, ..."xyz");
    await page.seen(`dialog${id(testid)}`);
    // Keys arrive in order: once this one closed the view, the earlier ones have been handled.
    await keys("Escape");
    // A new project takes the keys as its name, and warns once before they are lost.
    if (testid === "project-dialog") {
      await page.seen(id("unsaved"));
      await keys("Escape");
    }
    await closed(testid);
    assert.equal(await composed(page), "", `${testid}: the page behind got keys`);
  }
});

test("a right-click shows the web view’s menu in fields of text and over selected text alone", { timeout: 300_000 }, async (t) => {
  const { page, window } = await open(t);
  await page.click(id("note-item", { "data-path": "Rye.md" }));
  await page.seen(`${id("reader-body")} p`);
  await page.run("window.menus = []; addEventListener('contextmenu', (event) => window.menus.push(!event.defaultPrevented));");
  /** True if the menu appears for the middle of an element. */
  const isShown = async (css) => {
    await page.run("window.menus = []");
    const [x, y] = await page.run(
      "const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect(); return [left + width / 2, top + height / 2].map(Math.round)",
      css,
    );
    await xdotool("mousemove", "--window", window, String(x), String(y), "click", "3");
    const [shown] = await until(async () => {
      const menus = await page.run("return window.menus");
      return menus.length > 0 && menus;
    }, `the right-click on ${css}`);
    if (shown) await xdotool("key", "Escape");
    return shown;
  };
  for (const css of [`${id("reader-body")} p`, `${id("reader-body")} a`, id("note-item", { "data-path": "Salt.md" }), id("conversation-title")]) {
    assert.equal(await isShown(css), false, css);
  }
  assert.equal(await isShown(id("composer")), true, "a field can be edited by it");
  await page.run("getSelection().selectAllChildren(document.querySelector(arguments[0]))", `${id("reader-body")} p`);
  assert.equal(await isShown(`${id("reader-body")} p`), true, "selected text can be copied by it");
});
