// npm run pictures [-- NAME…]: takes pictures of the screens (scripts/pictures/screens.mjs) of the real window, light
// and dark, 1440 and 700 pixels wide, into target/pictures; --to FOLDER chooses another folder. --docs retakes the
// pictures in docs/screenshots instead (npm run screenshots). --built uses the test build as it is.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { call, home, id, startApp } from "../tests/e2e/app.mjs";
import { until } from "../tests/e2e/driver.mjs";
import { screens, states } from "./pictures/screens.mjs";
import { buildTests, targetFolder } from "./setup.mjs";
import { entry, root } from "./task.mjs";

const HEIGHT = 900;
const [WIDE, NARROW] = [1440, 700];
const ESCAPE = "\uE00C";

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { to: { type: "string" }, docs: { type: "boolean" }, built: { type: "boolean" } },
});
const folder = path.resolve(root, options.docs ? "docs/screenshots" : (options.to ?? path.join(targetFolder(), "pictures")));

/** Waits for a redraw. */
const redrawn = (page) => page.runAsync("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)));");

async function take(page, name) {
  // Skip animations.
  await page.run("for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()");
  await redrawn(page);
  // WebKitGTK takes a picture with the next frame, and without a change there is none.
  await page.run("window.frames = document.body.animate([{ opacity: 1 }, { opacity: 0.9999 }], { duration: 1000, iterations: Infinity })");
  await writeFile(path.join(folder, `${name}.png`), Buffer.from(await page.screenshot(), "base64"));
  await page.run("window.frames.cancel()");
  console.log(name);
}

async function theme(page, chosen) {
  await page.run("document.documentElement.dataset.theme = arguments[0]", chosen);
  await page.run("for (const animation of document.getAnimations()) animation.cancel()");
}

/** Resizes the window, and waits until it has closed the panes without room. */
async function resize(page, width) {
  await page.size(width, HEIGHT);
  await until(() => page.run("return innerWidth === arguments[0]", width), `a window of ${width} pixels`);
  await redrawn(page);
}

/** Opens a pane that a narrow window shows over the chat. */
async function openPane(page, pane) {
  const button = pane === "side" ? ".bar .icon-button" : id("toggle-reader");
  if ((await page.attribute(button, "aria-expanded")) === "false") await page.click(button);
}

/** Takes the pictures of a screen that is shown. */
async function pictures(page, screen, t) {
  if (options.docs) {
    await screen.again?.(page, t);
    for (const [name, chosen] of Object.entries(screen.docs)) {
      await theme(page, chosen);
      await take(page, name);
    }
    return;
  }
  for (const width of screen.window === "quick" ? [null] : [WIDE, NARROW]) {
    if (width !== null) {
      await resize(page, width);
      // At the upper edge, so that nothing looks pointed at.
      await page.rest(width / 2, 1);
    }
    // A popover outlives another width.
    if (width === NARROW && screen.again && (await page.has("[data-open]"))) await page.press(ESCAPE);
    if (width === NARROW && screen.pane) await openPane(page, screen.pane);
    await screen.again?.(page, t);
    for (const chosen of ["light", "dark"]) {
      await theme(page, chosen);
      if (screen.has) await page.seen(screen.has);
      await take(page, [screen.name, width, chosen].filter(Boolean).join("-"));
    }
  }
}

async function run(name, t) {
  const shown = screens.filter((screen) => screen.state === name && (options.docs ? screen.docs : wanted.length === 0 || wanted.includes(screen.name)));
  if (shown.length === 0) return;
  const { vault, prepare } = states[name];
  const folder = await home(t);
  const { page } = await startApp(t, folder, { args: vault ? [await vault(folder)] : [] });
  await prepare?.(page, t);
  const [main] = await page.windows();
  for (const screen of shown) {
    try {
      await page.turnTo(main);
      await page.size(WIDE, HEIGHT);
      // Closes all dialogs and panes.
      await page.run("window.isOld = true; location.reload()");
      await until(() => page.run("return window.isOld !== true"), "the page to load again");
      await page.seen(id(vault ? "composer" : "welcome"), 60_000);
      // The panes get their places with the last conversation.
      if (vault && (await call(page, "conversation_to_show"))) await page.seen(id("question"));
      await screen.show(page, t);
      await pictures(page, screen, t);
      await page.size(WIDE, HEIGHT);
      await screen.leave?.(page, t);
    } catch (error) {
      // The other pictures are still of use.
      console.error(`${screen.name}: ${error.message}`);
      await take(page, `${screen.name}-failed`).catch(() => {});
      process.exitCode = 1;
    }
  }
}

await entry(async () => {
  if (!options.built) await buildTests();
  await mkdir(folder, { recursive: true });
  for (const name of Object.keys(states)) {
    const endings = [];
    try {
      await run(name, { after: (end) => endings.unshift(end) });
    } finally {
      for (const end of endings) await end();
    }
  }
});
