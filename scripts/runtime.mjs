// ONNX Runtime's library, which runs the built-in embedding model: taken out of an npm package, one
// file for this system, kept in the user's cache so that a fresh clone doesn't fetch it again.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure, root } from "./task.mjs";

const PACKAGE = "onnxruntime-node";
// Later ones have a part that reports to their maker over the network, and does so before it can be told not to.
const VERSION = "1.27.0";
const INTEGRITY = "sha512-QEzGwrvNBgv4uPVdnbHsOGG4G6T96mdlcFI8aAKPjMU8wOPpVocPXb6k3QGkaZagVTv2G9Bnnbo6Z3JdXr1fQw==";

// Where the package has the library for a system, and what we call it.
const LIBRARIES = {
  "linux-x64": ["linux/x64/libonnxruntime.so.1", "libonnxruntime.so"],
  "linux-arm64": ["linux/arm64/libonnxruntime.so.1", "libonnxruntime.so"],
  "darwin-arm64": ["darwin/arm64/libonnxruntime.1.dylib", "libonnxruntime.dylib"],
  "win32-x64": ["win32/x64/onnxruntime.dll", "onnxruntime.dll"],
  "win32-arm64": ["win32/arm64/onnxruntime.dll", "onnxruntime.dll"],
};

function cacheFolder() {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
  return path.join(cache, "marginalia", `${PACKAGE}-${VERSION}`);
}

/**
 * Puts the library into `resources/onnxruntime`. A system for which there is none goes without: the
 * app then says that search by meaning isn't available, and everything else works.
 */
export function embeddingRuntime() {
  const library = LIBRARIES[`${process.platform}-${process.arch}`];
  if (!library) {
    console.log(`There is no ONNX Runtime for ${process.platform} on ${process.arch} in the package: search by meaning won't be available.`);
    return;
  }
  const [inside, name] = library;
  const wanted = path.join(root, "resources", "onnxruntime", name);
  const kept = path.join(cacheFolder(), name);
  if (existsSync(wanted) && existsSync(kept) && statSync(wanted).size === statSync(kept).size) return;
  if (!existsSync(kept)) fetchLibrary(inside, kept);
  mkdirSync(path.dirname(wanted), { recursive: true });
  place(kept, wanted);
}

function fetchLibrary(inside, kept) {
  console.log(`Fetching ONNX Runtime ${VERSION} for search by meaning (MIT, 101 MB once) …`);
  mkdirSync(path.dirname(kept), { recursive: true });
  const folder = mkdtempSync(path.join(path.dirname(kept), "fetching-"));
  try {
    const packed = command("npm", ["pack", `${PACKAGE}@${VERSION}`, "--ignore-scripts", "--silent", "--pack-destination", folder], folder);
    const file = path.join(folder, packed.trim().split("\n").at(-1));
    const found = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
    if (found !== INTEGRITY) {
      throw new Failure(`${PACKAGE} ${VERSION} isn't the file it should be: its hash is ${found}. Nothing of it was used.`);
    }
    const member = `package/bin/napi-v6/${inside}`;
    command("tar", ["-xzf", path.basename(file), member], folder);
    renameSync(path.join(folder, member), kept);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies so that a run that is cut off leaves no half file under the name. */
function place(from, to) {
  const half = `${to}.${process.pid}`;
  copyFileSync(from, half);
  renameSync(half, to);
}

function command(name, args, cwd) {
  const done = spawnSync(name, args, { cwd, encoding: "utf8", shell: process.platform === "win32" });
  if (done.status !== 0) {
    throw new Failure(`${name} ${args[0]} failed: ${(done.error?.message ?? done.stderr).trim()}`);
  }
  return done.stdout;
}
