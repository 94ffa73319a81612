// npm test [-- PART…]: sets up and runs every check. PART is one of format, ui, lint, supply,
// rust, plain, real, window. `npm test -- quick` is for the everyday: no process is killed, no window opens, no
// real model is asked.
import { spawnSync } from "node:child_process";
import { FEATURES, buildPrograms, buildUi, setup } from "./setup.mjs";
import { checkSupply } from "./supply.mjs";
import { Failure, entry, run } from "./task.mjs";
import { testReal } from "./test-real.mjs";

const env = { CI: process.env.CI ?? "", INSTA_UPDATE: "no" };

/** What the names of tests contain that start processes again and again to kill them; they take minutes. */
const KILLS = "kill";

/** nextest shows which test hangs and keeps tests apart; without it cargo runs the same tests. */
function hasNextest() {
  return spawnSync("cargo", ["nextest", "--version"]).status === 0;
}

function rustTests() {
  return hasNextest() ? ["nextest", "run", "--no-fail-fast"] : ["test", "--no-fail-fast"];
}

const parts = {
  format: () => run("cargo", ["fmt", "--all", "--check"]),
  ui: () => {
    run("npx", ["svelte-check", "--tsconfig", "ui/tsconfig.json", "--fail-on-warnings"]);
    run("npx", ["eslint", "ui", "scripts", "tests/e2e", "--max-warnings", "0"]);
    run("npx", ["vitest", "run", "--config", "ui/vite.config.ts"]);
    run(process.execPath, ["--test", "scripts/flaws.test.mjs"]);
    buildUi();
  },
  lint: () => run("cargo", ["clippy", ...FEATURES, "--features", "tests/data,tests/real,engine/real", "--all-targets", "--", "-D", "warnings"]),
  supply: () => checkSupply(),
  rust: () => run("cargo", [...rustTests(), ...FEATURES], { env }),
  plain: () => {
    if (!hasNextest()) {
      console.log("cargo-nextest isn't installed, so the Rust tests have just been run by cargo.");
      return;
    }
    // The same tests as they run without nextest, many in one process, and those in documentation.
    run("cargo", ["test", "--quiet", "--no-fail-fast", ...FEATURES, "--", "--skip", KILLS], { env });
  },
  real: () => testReal(),
  window: () => {
    if (process.platform !== "linux") {
      console.log("The window tests drive WebKitGTK and run on Linux only.");
      return;
    }
    buildPrograms();
    run("xvfb-run", [
      "-a", "-s", "-screen 0 1440x900x24", "dbus-run-session", "--",
      process.execPath, "--test", "--test-concurrency=1", "tests/e2e/",
    ], { env: { WEBKIT_DISABLE_DMABUF_RENDERER: "1" } });
  },
};

const quick = {
  format: parts.format,
  ui: parts.ui,
  lint: parts.lint,
  rust: () => {
    const withoutKills = hasNextest() ? ["-E", `not test(${KILLS})`] : ["--", "--skip", KILLS];
    run("cargo", [...rustTests(), ...FEATURES, ...withoutKills], { env });
  },
};

await entry(async () => {
  const isQuick = process.argv[2] === "quick";
  const wanted = process.argv.slice(isQuick ? 3 : 2);
  const checks = isQuick ? quick : parts;
  const unknown = wanted.filter((part) => !(part in checks));
  if (unknown.length > 0) {
    throw new Failure(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys(checks).join(", ")}${isQuick ? "" : ", or quick"}.`);
  }
  setup({ tests: !isQuick });
  for (const [name, check] of Object.entries(checks)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = Date.now();
    console.log(`\n── ${name}`);
    await check();
    console.log(`── ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
});
