// npm run build: the installers for this system, in target/release/bundle.
import { spawnSync } from "node:child_process";
import { setup } from "./setup.mjs";
import { Failure, entry, root, run } from "./task.mjs";

/** What differs from the last commit, or nothing where this isn't a clone. */
function changes() {
  return spawnSync("git", ["diff", "HEAD"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 }).stdout ?? "";
}

await entry(() => {
  setup();
  const before = changes();
  run("npx", ["tauri", "build", ...process.argv.slice(2)]);
  // Tauri's command line writes Cargo.toml anew if it doesn't find in it what it expects.
  if (changes() !== before) throw new Failure("The installers are made, but the build changed files of the repository: see git diff.");
});
