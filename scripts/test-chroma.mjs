// npm run test:chroma: tests vector stores with a real Chroma server, installed from PyPI into a folder in the user's
// cache (about 400 MB). It runs on a free port with an empty folder, and stops at the end. Needs Python 3.9 or newer.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { cacheFolder } from "./model/install.mjs";
import { Failure, entry, run } from "./task.mjs";

const VERSION = "1.5.9";
const windows = process.platform === "win32";

function install() {
  const folder = path.join(path.dirname(cacheFolder()), `chroma-${VERSION}`);
  const programs = path.join(folder, windows ? "Scripts" : "bin");
  const chroma = path.join(programs, windows ? "chroma.exe" : "chroma");
  if (existsSync(chroma)) return chroma;
  const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);
  if (!python) throw new Failure("Python isn't installed; Chroma needs it.");
  console.log(`Installing Chroma ${VERSION} into ${folder}.`);
  rmSync(folder, { recursive: true, force: true });
  run(python, ["-m", "venv", folder]);
  run(path.join(programs, windows ? "python.exe" : "python"), ["-m", "pip", "install", "--quiet", `chromadb==${VERSION}`]);
  return chroma;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits for the server's first answer. */
async function answers(url, server) {
  for (const until = Date.now() + 120_000; Date.now() < until;) {
    if (server.exitCode !== null) throw new Failure("Chroma ended at once.");
    try {
      if ((await fetch(`${url}/api/v2/heartbeat`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Failure("Chroma doesn't answer.");
}

await entry(async () => {
  const chroma = install();
  const folder = mkdtempSync(path.join(tmpdir(), "chroma-"));
  const port = await freePort();
  const server = spawn(chroma, ["run", "--path", folder, "--host", "127.0.0.1", "--port", String(port)], { stdio: "ignore" });
  try {
    const url = `http://127.0.0.1:${port}`;
    await answers(url, server);
    run("cargo", ["test", "-p", "index", "--features", "chroma", "--test", "stores"], { env: { MARGINALIA_CHROMA: url } });
  } finally {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    if (server.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
