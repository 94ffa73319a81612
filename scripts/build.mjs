// npm run build: this system's installers and their bill of materials, in target/release/bundle.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { setup, targetFolder } from "./setup.mjs";
import { writeBillOfMaterials } from "./supply.mjs";
import { Failure, entry, root, run } from "./task.mjs";

/** Differences from the last commit; empty outside a clone. */
function changes() {
  return spawnSync("git", ["diff", "HEAD"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 }).stdout ?? "";
}

/** Builds the terminal program for the installers; returns its path in Tauri's form. */
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
  // With graphics card support, which makes models ten times as fast and the installer only 17 MB larger.
  setup({ graphics: true });
  const before = changes();
  // Not in tauri.conf.json, which would require the file in every build.
  const config = JSON.stringify({ bundle: { externalBin: [terminalProgram()] } });
  const args = process.argv.slice(2);
  // Arguments after the dashes go to cargo.
  if (!args.includes("--")) args.push("--");
  run("npx", ["tauri", "build", "--config", config, ...args, "--locked"]);
  writeBillOfMaterials();
  // Tauri's command line rewrites Cargo.toml if it doesn't match its expectations.
  if (changes() !== before) throw new Failure("The installers are made, but the build changed files of the repository: see git diff.");
});
