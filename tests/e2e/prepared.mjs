// An index of the sample vault, made once: to embed its passages took each test seconds of the processors.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { program } from "../../scripts/setup.mjs";
import { root } from "../../scripts/task.mjs";

export const SAMPLE = path.join(root, "sample-vault");

// The constants of BLAKE3, which Node doesn't have. The app names a vault's index by the hash of its path.
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const COLUMNS = [0, 1, 2, 3].map((at) => [at, at + 4, at + 8, at + 12]);
const DIAGONALS = [0, 1, 2, 3].map((at) => [at, 4 + ((at + 1) % 4), 8 + ((at + 2) % 4), 12 + ((at + 3) % 4)]);
const [BLOCK, CHUNK, ROUNDS] = [64, 1024, 7];
const [FIRST_BLOCK, LAST_BLOCK_OF_ALL] = [1, 2 | 8];

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The BLAKE3 hash of a text of at most 1,024 bytes. */
function blake3(text) {
  const bytes = Buffer.from(text);
  assert.ok(bytes.length <= CHUNK, `${text} is too long for this hash`);
  let hash = START;
  for (let start = 0; start === 0 || start < bytes.length; start += BLOCK) {
    const block = bytes.subarray(start, start + BLOCK);
    const padded = Buffer.concat([block], BLOCK);
    let words = Array.from({ length: BLOCK / 4 }, (_, at) => padded.readInt32LE(4 * at));
    const flags = (start === 0 ? FIRST_BLOCK : 0) | (start + BLOCK >= bytes.length ? LAST_BLOCK_OF_ALL : 0);
    const state = Int32Array.of(...hash, ...START.slice(0, 4), 0, 0, block.length, flags);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, [a, b, c, d]] of [...COLUMNS, ...DIAGONALS].entries()) {
        for (const [word, toD, toB] of [
          [words[2 * at], 16, 12],
          [words[2 * at + 1], 8, 7],
        ]) {
          state[a] += state[b] + word;
          state[d] = turned(state[d] ^ state[a], toD);
          state[c] += state[d];
          state[b] = turned(state[b] ^ state[c], toB);
        }
      }
      words = ORDER.map((from) => words[from]);
    }
    hash = state.slice(0, 8).map((word, at) => word ^ state[at + 8]);
  }
  return Buffer.from(hash.buffer).toString("hex");
}

/** The index of a vault, whose path has no links, in the app's folder. */
const indexOf = (data, vault) => path.join(data, "index", `${blake3(vault)}.db`);

/** The environment variable with the path of the prepared index, which all test files of a run share. */
const PREPARED = "MARGINALIA_TEST_INDEX";

/** Indexes and embeds the sample vault, unless this run has done it. */
export async function prepareIndex() {
  if (process.env[PREPARED]) return;
  const data = mkdtempSync(path.join(os.tmpdir(), "marginalia-index-"));
  process.on("exit", () => rmSync(data, { recursive: true, force: true }));
  await promisify(execFile)(program("marginalia-cli"), ["--data", data, "index", SAMPLE]);
  const index = indexOf(data, realpathSync(SAMPLE));
  assert.ok(existsSync(index), `the name of an index isn't ${path.basename(index)} any more: ${await readdir(path.dirname(index))}`);
  process.env[PREPARED] = index;
}

/**
 * Puts the prepared index into the app's folder for the vault of its arguments, or for the copy of the sample vault that
 * the app makes. Does nothing if that vault has an index, or isn't a copy of the sample vault.
 */
export async function putIndex(data, args) {
  const named = args.find((argument) => existsSync(argument));
  if (named && !existsSync(path.join(named, "Start here.md"))) return;
  await prepareIndex();
  await mkdir(path.join(data, "index"), { recursive: true, mode: 0o700 });
  const vault = named ? realpathSync(named) : path.join(realpathSync(data), "Sample vault");
  const index = indexOf(data, vault);
  if (!existsSync(index)) await copyFile(process.env[PREPARED], index);
}
