// Hostile texts in the real window, everywhere text is shown: no script runs, nothing remote loads, nothing opens
// without a click, and the window's controls don't change.
//
// HOSTILE_TEXTS, a comma-separated list of JSON files, adds texts.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { call, home, id, startApp, startModel, useModel } from "./app.mjs";
import { until } from "./driver.mjs";
import { hostileNotes, payloads, payloadsIn } from "./payloads.mjs";
import { fakeOpeners, startListener, watch } from "./watchers.mjs";

const files = (process.env.HOSTILE_TEXTS ?? "").split(",").filter(Boolean);
const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==", "base64");

/** Runs an async function in the window, with access to `watcher`, and returns its result. */
function inWindow(page, work, ...args) {
  return page
    .runAsync(
      `const done = arguments[arguments.length - 1];
      (${work})(...[...arguments].slice(0, -1)).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      ...args,
    )
    .then(({ value, error }) => {
      if (error) throw new Error(error);
      return value;
    });
}

/** The app over a vault of these notes, with all watchers. */
async function watched(t, notes, script) {
  const folder = await home(t);
  const listener = await startListener(t);
  const hostile = hostileNotes(notes, listener.url);
  const vault = path.join(folder, "vault");
  await mkdir(vault);
  const write = (name, text) => writeFile(path.join(vault, name), text);
  await write("Target.md", "# Target\n\nAll notes link here.\n");
  await write("Target.png", pixel);
  for (const { notes } of hostile) for (const note of notes) await write(note.path, note.text);
  const model = script && (await modelSaying(t, folder, script(hostile)));
  const openers = await fakeOpeners(folder);
  // Requests to remote hosts go to the listener. The driver, the model and the listener itself are on this machine.
  const proxy = { http_proxy: listener.url, https_proxy: listener.url, all_proxy: listener.url, no_proxy: "127.0.0.1" };
  const { page } = await startApp(t, folder, {
    args: [vault],
    env: { ...openers.env, ...proxy },
  });
  await page.seen(id("note-item"));
  await searchByWords(page);
  await until(async () => /up to date/i.test((await page.text(id("index-chip"))) ?? ""), "the index to be synced", 120_000);
  if (model) await useModel(page, model.url);
  await page.click(id("toggle-reader"));
  await page.seen(id("tab-note"));
  await page.run(watch);
  /** Asserts that nothing has happened since the start. Looks at once if more follows and a later look waits. */
  const quiet = async (wait = 300) => {
    const look = `async (wait) => { await new Promise((then) => setTimeout(then, wait)); return watcher.look([document.body]); }`;
    assert.deepEqual(await inWindow(page, look, wait), []);
    assert.deepEqual(listener.visits, [], "nobody was asked for anything");
    assert.deepEqual(await openers.opened(), [], "no program was started");
    assert.equal((await page.windows()).length, 1, "no window was opened");
  };
  return { page, hostile, vault, model, openers, quiet };
}

/** Embedding long texts of rare signs takes minutes on some processors, and shows nothing more. */
async function searchByWords(page) {
  const settings = await call(page, "get_settings");
  await call(page, "set_settings", { settings: { ...settings, search: { ...settings.search, embeddings: { type: "off" } } } });
}

async function modelSaying(t, folder, script) {
  const file = path.join(folder, "script.json");
  await writeFile(file, JSON.stringify(script));
  return startModel(t, file);
}

const seconds = (began) => ((Date.now() - began) / 1000).toFixed(0);

/** Parts of a list, each for one call into the window. */
function* parts(list, size) {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

/** Selects each note by the window's own filter and checks it. */
const readNotes = `async (paths) => {
  const wrong = [];
  for (const path of paths) {
    watcher.type("note-filter", path.slice(0, 5));
    const row = () => [...document.querySelectorAll('[data-testid="note-item"]')].find((row) => row.dataset.path === path);
    await watcher.until("the row of " + JSON.stringify(path), row);
    row().click();
    const reader = watcher.seen("reader");
    await watcher.until("the note " + JSON.stringify(path), () => reader.dataset.path === path && reader.getAttribute("aria-busy") === "false");
    await watcher.settled();
    for (const what of watcher.look([reader, watcher.seen("note-list")])) wrong.push(path + ": " + what);
  }
  watcher.type("note-filter", "");
  return wrong;
}`;

// B51
test("hostile notes are shown, and do nothing", { timeout: 900_000 }, async (t) => {
  const { page, hostile, quiet } = await watched(t, [...payloads, ...(await payloadsIn(files))]);
  const began = Date.now();
  const paths = hostile.flatMap(({ notes }) => notes.map(({ path }) => path));
  const wrong = [];
  for (const part of parts(paths, 40)) wrong.push(...(await inWindow(page, readNotes, part)));
  assert.equal(wrong.join("\n"), "");
  await quiet();

  // Names in the palette, words in the search, lines as backlinks.
  const found = `async (keys) => {
    const wrong = [];
    for (const key of keys) {
      watcher.seen("open-palette").click();
      await watcher.until("the palette", () => watcher.seen("palette-input"));
      watcher.type("palette-input", key);
      await watcher.until("the notes in the palette", () => document.querySelectorAll('[data-testid="palette-item"]').length >= 4);
      await watcher.settled();
      watcher.seen("palette-input").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
      await watcher.until("the palette to close", () => !watcher.seen("palette"));
      watcher.seen("open-search").click();
      await watcher.until("the search", () => watcher.seen("search"));
      watcher.type("search", key + "word");
      await watcher.until("the passage of " + key, () => watcher.seen("hit")?.dataset.path.startsWith(key));
      await watcher.settled();
      for (const what of watcher.look([document.body])) if (!what.startsWith("composer")) wrong.push(key + ": " + what);
      watcher.seen("close-search").click();
      await watcher.until("the search to close", () => !watcher.seen("search"));
    }
    return wrong;
  }`;
  const keys = hostile.slice(0, payloads.length).map(({ key }) => key);
  for (const part of parts(keys, 10)) wrong.push(...(await inWindow(page, found, part)));
  assert.equal(wrong.join("\n"), "");
  await page.type(id("note-filter"), "Target");
  await page.click(id("note-item", { "data-path": "Target.md" }));
  await until(async () => (await page.count(id("backlink"))) >= payloads.length / 2, "the backlinks");
  await quiet();
  const backlinks = await page.count(id("backlink"));
  await page.click(id("backlink"));
  await until(async () => (await page.attribute(id("reader"), "data-path")) !== "Target.md", "the note of the backlink");
  console.log(
    `${hostile.length} texts in ${paths.length} notes were read in ${seconds(began)} s; ` +
      `${payloads.length} of them in the palette and the search as well, ${backlinks} lines as backlinks`,
  );
});

/** Questions with hostile texts and answers with the same: our own texts one by one, others in groups. */
function turns(hostile) {
  const groups = [...hostile.slice(0, payloads.length).map((one) => [one]), ...parts(hostile.slice(payloads.length), 12)];
  return groups.map((group) => {
    const [{ key, notes }] = group;
    const texts = group.map(({ payload }) => payload.slice(0, 2_000));
    const links = texts.map((text) => `[[${text.replace(/[\r\n]+/g, " ").slice(0, 200)}]]`);
    // Unclosed markup ends with its quotation.
    const quoted = texts.map((text) => (group.length === 1 ? text : text.replace(/^/gm, "> ")));
    return {
      key,
      question: `${texts.join("\n\n")}\n\n${key}word [[${notes[1].path}]] ${links.join(" ")}`,
      answer: `${key} says [1]\n\n${quoted.join("\n\n")}\n\n`,
    };
  });
}

// B51
test("hostile questions and answers are shown, and do nothing", { timeout: 900_000 }, async (t) => {
  const script = (hostile) => ({
    models: [{ name: "scripted", window: 262144 }],
    rules: turns(hostile).map(({ key, answer }) => {
      const letters = [...answer.toWellFormed()];
      const middle = Math.floor(letters.length / 2);
      return { when: `${key}word`, pieces: [letters.slice(0, middle).join(""), letters.slice(middle).join("")] };
    }),
  });
  const { page, hostile, quiet } = await watched(t, [...payloads, ...(await payloadsIn(files))], script);
  const began = Date.now();
  const wrong = [];
  for (const turn of turns(hostile)) {
    wrong.push(
      ...(await inWindow(
        page,
        `async ({ key, question }) => {
      watcher.seen("new-chat").click();
      await watcher.until("an empty chat", () => !watcher.seen("answer"));
      watcher.type("composer", question);
      await watcher.until("the button", () => !watcher.seen("send").disabled);
      watcher.seen("send").click();
      await watcher.until("the answer to " + key, () => {
        const state = watcher.seen("answer")?.dataset.state;
        const failure = watcher.seen("failure-card")?.textContent ?? "";
        // Some of the texts are one letter over and over, which ends an answer.
        if (failure.includes("the same over and over")) return true;
        if (state === "failed") throw new Error(key + " failed: " + watcher.seen("failure-card")?.textContent);
        return state === "complete";
      });
      watcher.seen("tab-references").click();
      await watcher.settled();
      for (const more of document.querySelectorAll('[data-testid="show-more"], [data-testid="considered"]')) more.click();
      const chip = document.querySelector('[data-testid="answer"] .chip');
      chip?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      await watcher.settled();
      const wrong = watcher.look([document.body]);
      watcher.seen("tab-note").click();
      await watcher.settled();
      return wrong.map((what) => key + ": " + what);
    }`,
        turn,
      )),
    );
  }
  assert.equal(wrong.join("\n"), "");
  await quiet();
  const kept = await call(page, "list_conversations");
  assert.equal(kept.length, turns(hostile).length, "each is kept");
  // Loaded again from the library.
  for (const part of parts(kept, 8)) {
    wrong.push(
      ...(await inWindow(
        page,
        `async (entries) => {
      const wrong = [];
      for (const { id } of entries) {
        const list = document.querySelector('[data-testid="conversation-list"]');
        const row = () => document.querySelector('[data-testid="conversation-item"][data-id="' + id + '"]');
        list.scrollTop = 0;
        await watcher.settled();
        while (!row() && list.scrollTop + list.clientHeight < list.scrollHeight) {
          list.scrollTop += list.clientHeight / 2;
          await watcher.settled();
        }
        row().click();
        await watcher.until("the conversation " + id, () => row()?.getAttribute("aria-selected") === "true" && watcher.seen("answer"));
        await watcher.settled();
        for (const what of watcher.look([document.body])) wrong.push(id + ": " + what);
      }
      return wrong;
    }`,
        part,
      )),
    );
  }
  assert.equal(wrong.join("\n"), "");
  await quiet();
  console.log(`${hostile.length} texts in ${kept.length} questions and answers, twice each, in ${seconds(began)} s`);
});

/** Links in a note: the Markdown, the site to name in the question, and the address to open. */
const leading = [
  ["[plain](https://a.example/b?c=d#e)", "a.example", "https://a.example/b?c=d#e"],
  ["[https://bank.example](https://bank.example@evil.example:8080/x)", "evil.example:8080", "https://bank.example@evil.example:8080/x"],
  ["[letters](https://\u0430pple.com/)", "xn--pple-43d.com", "https://xn--pple-43d.com/"],
  ["[turned](https://a.example/\u202egnp.exe)", "a.example", "https://a.example/%E2%80%AEgnp.exe"],
  ['<a class=wikilink href="HTTPS://a.example\\b">raw</a>', "a.example", "https://a.example/b"],
  ['<a href="https://a.example/target" target=_blank ping=HOST/ping download>window</a>', "a.example", "https://a.example/target"],
  ["![picture](http://a.example/p.png)", "a.example", "http://a.example/p.png"],
  ["[mail](mailto:a@b.example?subject=c)", "", "mailto:a@b.example?subject=c"],
];

const leadingNowhere = [
  "[script](javascript:canary('link'))",
  "[Script](JAVASCRIPT:canary('link'))",
  "[data](data:text/html,<script>canary()</script>)",
  "[file](file:///etc/passwd)",
  "[basic](vbscript:canary)",
  "[own](tauri://localhost/)",
  "[bridge](ipc://localhost/open_external)",
  "[vault](vault://localhost/Target.md)",
  "[blob](blob:https://a.example/x)",
  "[ftp](ftp://a.example/x)",
  "[about](about:blank)",
  "<a href=\"&#106;avascript:canary('entity')\">entity</a>",
  '<a href="/etc/passwd">path</a>',
  '<a href="//a.example/x">scheme</a>',
];

// B51
test("a click opens what it shows, and only after it was asked for", { timeout: 300_000 }, async (t) => {
  const { page, vault, openers, quiet } = await watched(t, []);
  await writeFile(path.join(vault, "paper.pdf"), "%PDF-1.4");
  const running = ["run.desktop", "run.sh", "page.html", "RUN.EXE.", "search.search-ms", "desk.theme", "disk.iso", "sheet.xlsm", "none"];
  for (const name of running) await writeFile(path.join(vault, name), "run");
  const files = `[[paper.pdf]] ${running.map((name) => `[[${name}|paper]]`).join(" ")} [[None]] [[Target]]`;
  await writeFile(path.join(vault, "Links.md"), [...leading.map(([link]) => link), ...leadingNowhere, files].map((link) => `- ${link}`).join("\n"));
  await page.click(id("note-item", { "data-path": "Links.md" }));
  await until(async () => (await page.attribute(id("reader"), "data-path")) === "Links.md", "the note");
  // The note is drawn again as the files become known one by one.
  for (const name of ["paper.pdf", ...running.filter((name) => name !== "sheet.xlsm")]) await page.seen(`${id("reader-body")} a[data-path="${name}"]`);
  /** Clicks an element in this line of the list. */
  const item = (line, inside = "") => `${id("reader-body")} li:nth-child(${line + 1}) ${inside}`;
  const popover = id("external-link");
  const nothing = async (what) => {
    await quiet();
    assert.equal(await page.has(popover), false, `${what} asks nothing`);
  };

  for (const [at, [link, site, address]] of leading.entries()) {
    const place = item(at, ":is(a, .remote-image)");
    // Browsers open a new window for a middle click.
    await page.middleClick(place);
    await quiet();
    if (!(await page.has(popover))) await page.click(place);
    await page.seen(popover);
    assert.equal((await page.text(id("external-site"))) ?? "", site, link);
    assert.equal(await page.text(id("external-address")), address, link);
    await quiet(0);
    await page.press("\ue00c");
    await until(async () => !(await page.has(popover)), "the question to go");
  }
  for (const [at, link] of leadingNowhere.entries()) {
    const place = item(leading.length + at, ":is(a, span)");
    if (await page.has(place)) await page.click(place);
    else await page.click(item(leading.length + at));
    await nothing(link);
    if (await page.has(id("broken-link"))) await page.press("\ue00c");
  }

  const file = (name) => page.click(`${id("reader-body")} a[data-path="${name}"]`);
  // The app itself opens readable files; no other program gets them.
  await assert.rejects(call(page, "open_outside", { path: "sheet.xlsm" }), /can't be opened from here/);
  for (const name of running.filter((name) => name !== "sheet.xlsm")) {
    await file(name);
    await until(async () => (await page.text(id("outside-path"))) === path.join(vault, name), "the path of " + name);
    assert.equal(await page.has(id("open-outside-file")), false, `${name} can't be opened`);
    await page.press("\ue00c");
    await until(async () => !(await page.has(id("outside-file"))), "the question to go");
    await assert.rejects(call(page, "open_outside", { path: name }), /can't be opened from here/);
    await quiet(0);
  }
  await quiet();
  // The question appears outside the page only.
  await file("paper.pdf");
  await until(async () => (await openers.opened()).length > 0, "the paper to be opened");
  assert.match((await openers.opened()).join(), /vault\/paper\.pdf$/);

  await page.click(item(1, "a"));
  await page.click(id("open-external"));
  await until(async () => (await openers.opened()).length > 1, "the address to be opened");
  assert.match((await openers.opened())[1], /^(open )?https:\/\/bank\.example@evil\.example:8080\/x$/);
});
