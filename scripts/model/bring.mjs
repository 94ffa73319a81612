// The model that `npm start` provides, so that the app can answer without setup. It downloads while the programs are
// built, and then moves to the app's models. Failures are only warnings: the app opens and offers models itself.
import { spawnSync } from "node:child_process";
import { existsSync, statfsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import os from "node:os";
import { program } from "../setup.mjs";
import { root } from "../task.mjs";
import { cacheFolder, ensureModelFile } from "./install.mjs";

/** The models' IDs in the app's catalogue. */
const IDS = { medium: "qwen2.5-coder-0.5b", large: "qwen2.5-coder-1.5b" };

const GIGABYTE = 1e9;

/** The model size for this machine; smaller with little memory or disk, none with less. */
export function sizeFor({ memory, disk }) {
  if (memory < 2 * GIGABYTE || disk < 1.5 * GIGABYTE) return undefined;
  return memory < 6 * GIGABYTE || disk < 4 * GIGABYTE ? "medium" : "large";
}

function cli(args, options) {
  return spawnSync(program("marginalia-cli", "start"), args, { cwd: root, encoding: "utf8", ...options });
}

/** True if the app already has a model, as far as a built program can tell. */
export function modelHere() {
  if (!existsSync(program("marginalia-cli", "start"))) return false;
  const listed = cli(["models", "--list", "--json"]);
  return (
    listed.status === 0 &&
    listed.stdout
      .split("\n")
      .filter(Boolean)
      .some((line) => JSON.parse(line).here)
  );
}

/**
 * Downloads the model for this machine. Returns `{ size, file }`, or `{ size, warning }` on failure; without `size`
 * no model fits. Never throws.
 */
export async function fetchModel() {
  let size;
  try {
    await mkdir(cacheFolder(), { recursive: true });
    const { bavail, bsize } = statfsSync(cacheFolder());
    size = sizeFor({ memory: os.totalmem(), disk: bavail * bsize });
    if (!size) return { warning: "There is too little memory or disk here for a model." };
    return { size, file: await ensureModelFile({ size, log: (line) => console.log(`model: ${line}`) }) };
  } catch (error) {
    return { size, warning: error.message };
  }
}

/** Gives the downloaded model to the app, or makes the app download it. */
export function keepModel({ size, file, warning }) {
  const id = IDS[size];
  let done = file ? cli(["models", "--add", file], { stdio: "inherit" }) : undefined;
  if (id && done?.status !== 0) {
    if (warning) console.log(`The model can't be had from packages (${warning.split("\n")[0]}), so it is fetched from its maker's host.`);
    done = cli(["models", "--get", id], { stdio: "inherit" });
  }
  if (done?.status === 0) return;
  console.warn(`\n${id ? "No model was brought along." : warning} Marginalia opens all the same: it shows passages, and offers models when you ask.`);
}
