// npm test [-- PART…]: sets up and runs every check. PART is one of format, ui, lint, rust, real,
// window.
import { spawnSync } from "node:child_process";
import { FEATURES, buildPrograms, buildUi, setup } from "./setup.mjs";
import { Failure, entry, run } from "./task.mjs";
import { testReal } from "./test-real.mjs";

const env = { CI: process.env.CI ?? "", INSTA_UPDATE: "no" };

const parts = {
  format: () => run("cargo", ["fmt", "--all", "--check"]),
  ui: () => {
    run("npx", ["svelte-check", "--tsconfig", "ui/tsconfig.json", "--fail-on-warnings"]);
    run("npx", ["eslint", "ui", "scripts", "tests/e2e", "--max-warnings", "0"]);
    run("npx", ["vitest", "run", "--config", "ui/vite.config.ts"]);
    buildUi();
  },
  lint: () => run("cargo", ["clippy", ...FEATURES, "--features", "tests/data,tests/real", "--all-targets", "--", "-D", "warnings"]),
  rust: () => {
    const nextest = spawnSync("cargo", ["nextest", "--version"]).status === 0;
    // nextest shows which test hangs and keeps tests apart; without it cargo runs the same tests.
    run("cargo", [...(nextest ? ["nextest", "run", "--no-fail-fast"] : ["test"]), ...FEATURES], { env });
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

await entry(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((part) => !(part in parts));
  if (unknown.length > 0) {
    throw new Failure(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys(parts).join(", ")}.`);
  }
  setup({ tests: true });
  for (const [name, check] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = Date.now();
    console.log(`\n── ${name}`);
    await check();
    console.log(`── ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
});
