// npm run build: the installers for this system and what they are made of, in target/release/bundle.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { setup, targetFolder } from "./setup.mjs";
import { writeBillOfMaterials } from "./supply.mjs";
import { Failure, entry, root, run } from "./task.mjs";

/** What differs from the last commit, or nothing where this isn't a clone. */
function changes() {
  return spawnSync("git", ["diff", "HEAD"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 }).stdout ?? "";
}

/** Builds the terminal program, which the installers carry beside the app; its path as Tauri wants it. */
function terminalProgram() {
  run("cargo", ["build", "--release", "--locked", "--package", "cli"]);
  const [, system] = spawnSync("rustc", ["-vV"], { encoding: "utf8" }).stdout.match(/^host: (\S+)$/m);
  const end = process.platform === "win32" ? ".exe" : "";
  const release = path.join(targetFolder(), "release");
  mkdirSync(path.join(release, "installed"), { recursive: true });
  const named = path.join(release, "installed", "marginalia-cli");
  copyFileSync(path.join(release, `marginalia-cli${end}`), `${named}-${system}${end}`);
  return named;
}

await entry(() => {
  // Who downloads an installer may have a graphics card, on which a model is ten times as fast; the installer
  // grows by 17 MB for it, little beside any model.
  setup({ graphics: true });
  const before = changes();
  // Only here, and not in tauri.conf.json: there every build would want the file.
  const config = JSON.stringify({ bundle: { externalBin: [terminalProgram()] } });
  const args = process.argv.slice(2);
  // What stands behind the dashes is for cargo.
  if (!args.includes("--")) args.push("--");
  run("npx", ["tauri", "build", "--config", config, ...args, "--locked"]);
  writeBillOfMaterials();
  // Tauri's command line writes Cargo.toml anew if it doesn't find in it what it expects.
  if (changes() !== before) throw new Failure("The installers are made, but the build changed files of the repository: see git diff.");
});
