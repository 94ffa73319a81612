// npm run format: formats the Rust code with rustfmt; the window's code, scripts and window tests with Prettier.
import { fileURLToPath } from "node:url";
import { npmPackages } from "./setup.mjs";
import { entry, run, runBeside } from "./task.mjs";

/** The folders and files for Prettier; `.prettierignore` excludes some of their contents. */
const FORMATTED = ["ui", "scripts", "tests/e2e", "eslint.config.js", "prettier.config.js"];

/** Skips files that passed before. Compares contents, because a checkout changes times. */
const CACHED = ["--cache", "--cache-strategy", "content"];

export const checkRust = () => run("cargo", ["fmt", "--all", "--check"]);

export const checkWindow = () => runBeside("npx", ["prettier", "--check", "--log-level", "warn", ...CACHED, ...FORMATTED], { quiet: true });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await entry(() => {
    npmPackages();
    run("cargo", ["fmt", "--all"]);
    run("npx", ["prettier", "--write", "--log-level", "warn", ...CACHED, ...FORMATTED]);
  });
}
