// Shared by all tasks: the repository's root, running a command, and failing with a plain sentence.
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Runs a command with visible output; throws a plain sentence on failure. */
export function run(command, args, { env = {}, cwd = root } = {}) {
  const done = spawnSync(command, args, {
    cwd,
    stdio: "inherit",
    env: { ...process.env, ...env },
    // npm and npx are scripts on Windows.
    shell: process.platform === "win32",
  });
  if (done.error) throw new Failure(`${command} can't be run: ${done.error.message}`);
  if (done.status !== 0) {
    throw new Failure(`${[command, ...args].join(" ")} failed (exit ${done.status ?? done.signal}).`);
  }
}

/** Like `run`, but asynchronous. If `quiet`, shows the output only on failure, so that parallel outputs don't mix. */
export function runBeside(command, args, { env = {}, cwd = root, quiet = false } = {}) {
  const stdio = quiet ? ["ignore", "pipe", "pipe"] : "inherit";
  const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...env }, shell: process.platform === "win32" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += data));
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Failure(`${command} can't be run: ${error.message}`)));
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Failure(`${output}${[command, ...args].join(" ")} failed (exit ${code ?? signal}).`));
    });
  });
}

/** A failure shown as a sentence, without a stack. */
export class Failure extends Error {}

/** Runs `main` and prints its failure plainly. */
export async function entry(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
