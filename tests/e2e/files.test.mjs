// Files other than notes in the real window: found in the vault, attached by drop, cited by page, opened there.
import assert from "node:assert/strict";
import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { ask, call, clean, closeSettings, drop, embedded, home, id, search, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";
import { fakeOpeners, startListener } from "./watchers.mjs";

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

/** A one-pixel PNG with embedded text. */
function picture(name, text) {
  const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==", "base64");
  const data = Buffer.from(`tEXt${name}\0${text}`, "latin1");
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  sum.writeUInt32BE(crc32(data));
  // After the header of 33 bytes.
  return Buffer.concat([pixel.subarray(0, 33), length, data, sum, pixel.subarray(33)]);
}

async function vaultIn(folder) {
  const vault = path.join(folder, "Bread");
  await mkdir(vault, { recursive: true });
  await writeFile(path.join(vault, "Start here.md"), "# Start here\n\nSee [[ovens.pdf#page=2]].\n");
  await writeFile(path.join(vault, "ovens.pdf"), pdf("A deck oven holds its heat.", "A wood oven is fired at dawn."));
  return vault;
}

/** A PDF whose only page is this PNG with eight bits of grey per pixel. */
function scan(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const pixels = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") pixels.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const length = pixels.reduce((sum, piece) => sum + piece.length, 0);
  const drawn = `500 0 0 ${height / 2} 20 20 cm /X1 Do`;
  const before = `%PDF-1.4
1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 540 ${height / 2 + 40}] /Contents 4 0 R /Resources << /XObject << /X1 5 0 R >> >> >>\nendobj
4 0 obj\n<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream\nendobj
5 0 obj\n<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8
  /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns ${width} >> /Length ${length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(before), ...pixels, Buffer.from("\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n")]);
}

const [ENTER, ESCAPE, CONTROL] = ["\uE007", "\uE00C", "\uE009"];
const mark = ".passage-mark";
const frame = id("pages-frame");

/** Waits until a PDF page is drawn with these words marked. */
async function drawn(page, number, words) {
  await page.seen(id("pages", { "data-at": String(number) }));
  const sheet = `.sheet[data-page="${number}"]`;
  await page.within(frame, async () => {
    await page.seen(`${sheet} canvas`);
    await until(async () => words.test((await page.text(`${sheet} mark.passage`)) ?? ""), `${words} to be marked on its page`);
  });
}

// B91
test("a PDF of the vault is found, its page is drawn and marked, and a link leads to the page", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const { page } = await startApp(t, folder, { args: [await vaultIn(folder)] });
  await until(async () => /up to date/i.test((await page.text(id("index-chip"))) ?? ""), "the index to be synced");
  await search(page, "fired dawn");
  const hit = id("hit", { "data-path": "ovens.pdf" });
  await until(async () => /page 2/.test((await page.text(hit)) ?? ""), "the page among the hits");
  await page.click(hit);
  await drawn(page, 2, /fired at dawn/);
  const inked = `const { width, height } = document.querySelector('[data-page="2"] canvas');
    const { data } = document.querySelector('[data-page="2"] canvas').getContext("2d").getImageData(0, 0, width, height);
    return data.some((value, at) => at % 4 === 0 && value < 100);`;
  await page.within(frame, async () => {
    assert.equal(await page.run(inked), true, "something is printed on the page");
    const selected = `getSelection().selectAllChildren(document.querySelector('[data-page="2"] .words')); return String(getSelection());`;
    assert.match(await page.run(selected), /A wood oven is fired at dawn\./);
    // The frame is a separate origin and can't access the window.
    const reached = `try { return String(parent.document); } catch { return [typeof window.__TAURI_INTERNALS__, location.protocol].join(); }`;
    assert.equal(await page.run(reached), "undefined,pages:");
  });

  // By keyboard to the previous page, and by button to the next.
  await page.within(frame, async () => {
    await page.click("#pages .number");
    await page.press("\uE012");
  });
  await page.seen(id("pages", { "data-at": "1" }));
  await page.click(id("page-after"));
  await page.seen(id("pages", { "data-at": "2" }));
  const width = `return document.querySelector('[data-page="2"]').offsetWidth`;
  const wide = await page.within(frame, () => page.run(width));
  await page.click(id("zoom-in"));
  await until(async () => (await page.within(frame, () => page.run(width))) !== wide, "another size");
  await page.click(id("zoom-width"));
  await until(async () => (await page.within(frame, () => page.run(width))) === wide, "the pane's width");

  // A text is found on all pages, from the page in view on.
  await page.run("document.querySelector(arguments[0]).focus()", id("page-number"));
  await page.chord([CONTROL], "f");
  await page.type(id("find-text"), "oven");
  const counted = (text) => until(async () => (await page.text(id("find-count")))?.trim() === text, `${text} to be counted`);
  const found = (number) => page.within(frame, () => page.seen(`.sheet[data-page="${number}"] mark.found.now`));
  await counted("2 of 2");
  await found(2);
  // The driver's keys go to the frame until the window is clicked.
  await page.click(id("find-text"));
  await page.press(ENTER);
  await counted("1 of 2");
  await found(1);
  await page.click(id("find-text"));
  await page.press(ESCAPE);
  await page.within(frame, () => until(async () => (await page.count("mark.found")) === 0, "the marks to go"));

  await page.click(id("as-text"));
  await until(async () => /fired at dawn/.test((await page.text(mark)) ?? ""), "the passage to be marked");
  assert.match(await page.text(id("reader-title")), /ovens\.pdf/);
  assert.match(await page.text(`#page-2 ${id("document-part")}`), /page 2/i);

  await page.type(id("note-filter"), "Start here");
  await page.click(id("note-item", { "data-path": "Start here.md" }));
  await page.click('.wikilink[data-path="ovens.pdf"]');
  await until(async () => /fired at dawn/.test((await page.text(mark)) ?? ""), "the page that the link names");
  await page.click(`#page-2 ${id("document-part")} button`);
  await page.seen(id("pages", { "data-at": "2", "data-count": "2" }));
  await clean(page, "pages of a PDF");
});

// B91, B93
test("a dropped PDF is cited by page, and its citation opens after the file is deleted", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  await writeFile(script, JSON.stringify({ default: { pieces: ["Rye is milled on Friday [2]."] } }));
  const model = await startModel(t, script);
  const { page } = await startApp(t, folder, { args: [await vaultIn(folder)] });
  // Without an open vault a dropped file is refused.
  await page.seen(id("composer"));
  await useModel(page, model.url);
  const file = path.join(folder, "mill.pdf");
  await writeFile(file, pdf("The mill stands by the river.", "Rye is milled on Friday."));
  await drop(640, 500, file);
  await page.seen(id("attachment-chip", { "data-name": "mill.pdf" }));
  await rm(file);
  await ask(page, "When is rye milled?");
  await page.seen(id("answer", { "data-state": "complete" }), 60_000);
  await page.click(".chip[data-number='2']");
  await drawn(page, 2, /milled on Friday/);
  assert.equal(await page.attribute(frame, "title"), "mill.pdf");
  await page.click(id("as-text"));
  await until(async () => /milled on Friday/.test((await page.text(mark)) ?? ""), "the cited page to be marked");
  assert.match(await page.text(id("reader-title")), /mill\.pdf/);
});

// B41, B91
test("a citation of a PDF opens its page, also after the file was moved", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const script = path.join(folder, "script.json");
  await writeFile(script, JSON.stringify({ default: { pieces: ["A wood oven is fired at dawn [1]."] } }));
  const model = await startModel(t, script);
  const vault = await vaultIn(folder);
  const { page } = await startApp(t, folder, { args: [vault] });
  await useModel(page, model.url);
  await search(page, "fired dawn");
  await page.seen(id("hit", { "data-path": "ovens.pdf" }));
  await page.press("\uE00C");
  await ask(page, "When is the wood oven fired? [[ovens.pdf#page=2]]");
  await page.seen(id("answer", { "data-state": "complete" }), 60_000);
  const chip = ".chip[data-number='1']";
  await page.click(chip);
  await drawn(page, 2, /fired at dawn/);
  await page.within(frame, () => until(async () => /fired at dawn/.test((await page.text("mark.evidence")) ?? ""), "the sentence that carries the answer"));

  await mkdir(path.join(vault, "Old"));
  await rename(path.join(vault, "ovens.pdf"), path.join(vault, "Old", "baking.pdf"));
  // The drawn pages have the focus.
  await page.click(id("open-search"));
  await page.type(id("search"), "fired dawn");
  await page.seen(id("hit", { "data-path": "Old/baking.pdf" }));
  await page.press("\uE00C");
  await page.click(id("tab-references"));
  await page.click(chip);
  await drawn(page, 2, /fired at dawn/);
  assert.equal(await page.attribute(frame, "title"), "baking.pdf");
});

/** A PDF that tries everything a PDF can: scripts on opening, programs, form submission, remote pictures, links. */
function hostilePdf(listener) {
  const link = (at, action) => `<< /Type /Annot /Subtype /Link /Rect [20 ${at} 280 ${at + 15}] /A ${action} >>`;
  const script = `<< /S /JavaScript /JS (app.alert\\('canary'\\); app.launchURL\\('${listener}/script'\\); this.submitForm\\('${listener}/form'\\);) >>`;
  const links = [
    link(20, "<< /S /Launch /F (/usr/bin/xdg-open) /Win << /F (cmd.exe) >> >>"),
    link(40, script),
    link(60, "<< /S /URI /URI (javascript:parent.canary\\('link'\\)) >>"),
    link(80, "<< /S /URI /URI (file:///etc/passwd) >>"),
    link(100, `<< /S /SubmitForm /F (${listener}/form) >>`),
    link(120, `<< /S /GoToR /F (${listener}/other.pdf) /D [0 /Fit] >>`),
    link(140, "<< /S /URI /URI (https://a.example/from-a-pdf) >>"),
  ];
  const drawn = "BT /F1 12 Tf 20 170 Td (Hostile bread rises.) Tj ET /X1 Do";
  return `%PDF-1.7
1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} /AA << /WC ${script} >> /Names << /JavaScript << /Names [(a) ${script}] >> >>
  /AcroForm << /XFA (<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>parent.canary()</script></xdp:xdp>) /Fields [] >> >>\nendobj
2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /AA << /O ${script} >> /Annots [${links.join(" ")}]
  /Resources << /Font << /F1 5 0 R >> /XObject << /X1 6 0 R >> >> >>\nendobj
4 0 obj\n<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream\nendobj
5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [1 2 3 4 5 (0\\); parent.canary\\('font'\\)//)] >>\nendobj
6 0 obj\n<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /F << /FS /URL /F (${listener}/picture) >> /Length 0 >>
stream\n\nendstream\nendobj
trailer << /Root 1 0 R >>
`;
}

// B51, B91
test("a hostile PDF is drawn and does nothing, and its links are asked about", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const listener = await startListener(t);
  const openers = await fakeOpeners(folder);
  const vault = path.join(folder, "Bread");
  await mkdir(vault);
  await writeFile(path.join(vault, "hostile.pdf"), hostilePdf(listener.url));
  const proxy = { http_proxy: listener.url, https_proxy: listener.url, all_proxy: listener.url, no_proxy: "127.0.0.1" };
  const { page } = await startApp(t, folder, { args: [vault], env: { ...openers.env, ...proxy } });
  await until(async () => /up to date/i.test((await page.text(id("index-chip"))) ?? ""), "the index to be synced");
  await page.run("window.ran = []; window.canary = (what) => window.ran.push(what)");
  await search(page, "hostile bread");
  const hit = id("hit", { "data-path": "hostile.pdf" });
  await page.seen(hit);
  await page.click(hit);
  await drawn(page, 1, /Hostile bread rises/);
  const links = await page.within(frame, () => page.run("return [...document.querySelectorAll('.links a')].map((link) => link.title)"));
  const places = links.map((link) => link.replace(/#.*/, ""));
  assert.deepEqual(places, [`${listener.url}/other.pdf`, "https://a.example/from-a-pdf"], "nothing but addresses of the web can be pressed");
  const quiet = async () => {
    assert.deepEqual(await page.run("return window.ran"), [], "no script ran");
    assert.deepEqual(listener.visits, [], "nobody was asked for anything");
    assert.deepEqual(await openers.opened(), [], "no program was started");
    assert.equal((await page.windows()).length, 1, "no window was opened");
  };
  await quiet();
  await page.within(frame, () => page.click(".links a[title^=https]"));
  await page.seen(id("external-link"));
  assert.equal(await page.text(id("external-address")), "https://a.example/from-a-pdf");
  await quiet();
  await page.click(id("open-external"));
  await until(async () => (await openers.opened()).length > 0, "the address to be opened, after it was asked for");
  assert.match((await openers.opened()).join(), /a\.example\/from-a-pdf/);
});

// B91
test("a picture of the vault is opened with what it says of itself", { timeout: 300_000 }, async (t) => {
  const folder = await home(t);
  const vault = path.join(folder, "Bread");
  await mkdir(vault);
  await writeFile(path.join(vault, "Start here.md"), "# Start here\n\nSee [[oven.png]].\n");
  await writeFile(path.join(vault, "oven.png"), picture("Description", "The oven on a Friday"));
  const { page } = await startApp(t, folder, { args: [vault] });
  await page.click(id("note-item", { "data-path": "Start here.md" }));
  await page.click('a[data-path="oven.png"]');
  await until(async () => /The oven on a Friday/.test((await page.text(id("document"))) ?? ""), "what the picture says");
  assert.match(await page.text(id("document")), /PNG image, 1 × 1 pixels/);
  await clean(page, "a picture");
  await until(() => page.run(`return document.querySelector('[data-testid="document"] img')?.naturalWidth === 1`), "the picture");
});

// B91, B92
test("text in a picture is found once that is switched on, and marked in it", { timeout: 180_000 }, async (t) => {
  const folder = await home(t);
  const vault = await vaultIn(folder);
  const pictures = fileURLToPath(new URL("../../src-tauri/models/src/recognition/pictures/", import.meta.url));
  await copyFile(path.join(pictures, "page.png"), path.join(vault, "Board.png"));
  await writeFile(path.join(vault, "scan.pdf"), scan(await readFile(path.join(pictures, "page.png"))));
  const { page } = await startApp(t, folder, { args: [vault] });
  const synced = () => until(async () => /up to date|attention/i.test((await page.text(id("index-chip"))) ?? ""), "the index to be synced", 90_000);
  await synced();
  await search(page, "pentosans");
  const hit = id("hit", { "data-path": "Board.png" });
  await page.seen(id("why-not"));
  await clean(page, "why a note isn’t found");
  assert.equal(await page.has(hit), false, "nobody asked for it");

  await page.click(id("open-settings"));
  await page.click(id("settings-tab-notes"));
  await page.click(id("file-kind-pictures"));
  await page.seen(id("recognising"));
  await until(async () => (await call(page, "get_settings")).documents.includes("pictures"), "the setting");
  await closeSettings(page);
  await until(
    async () => {
      await search(page, "pentosans");
      return page.has(hit);
    },
    "the text of the picture to be found",
    90_000,
  );
  // A hit that joins the others, or embedding, would move them under the click.
  await page.seen(id("hit", { "data-path": "scan.pdf" }), 90_000);
  await embedded(page);
  await page.click(hit);
  await page.seen(`${id("recognised-picture")} img`);
  const marked = await page.run(`return document.querySelectorAll("[data-testid=recognised-picture] .box.passage-mark").length`);
  assert.equal(marked, 4, "each line of the passage has its box");
  assert.match(await page.text(id("reader-body")), /pentosans hold water/);

  // A scanned page has the same words as an overlay.
  await page.click(id("hit", { "data-path": "scan.pdf" }));
  await drawn(page, 1, /Rye bread keeps longer/);
  assert.equal(await page.within(frame, () => page.count("mark.passage")), 4, "each line of the passage");
  const [mark, sheet] = await page.within(frame, () =>
    page.run(
      `return ["mark.passage", "canvas"].map((css) => {
       const { left, top, right, bottom } = document.querySelector('.sheet[data-page="1"] ' + css).getBoundingClientRect();
       return { left, top, right, bottom };
     });`,
    ),
  );
  assert.ok(mark.left > sheet.left && mark.right < sheet.right && mark.top > sheet.top && mark.bottom < sheet.bottom, JSON.stringify({ mark, sheet }));
});
