// What every task needs: the repository's root, running a command, and ending with a plain sentence.
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Runs a command with its output shown; throws a plain sentence if it fails. */
export function run(command, args, { env = {}, cwd = root } = {}) {
  const done = spawnSync(command, args, {
    cwd, stdio: "inherit", env: { ...process.env, ...env },
    // npm and npx are scripts on Windows.
    shell: process.platform === "win32",
  });
  if (done.error) throw new Failure(`${command} can't be run: ${done.error.message}`);
  if (done.status !== 0) {
    throw new Failure(`${[command, ...args].join(" ")} failed (exit ${done.status ?? done.signal}).`);
  }
}

/**
 * The same while other work goes on here, which `run` would hold up. If `quiet`, its output is shown only when it
 * fails, since it would mix with that of the other work.
 */
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

/** A failure with a sentence; shown without a stack. */
export class Failure extends Error {}

/** Runs `main` and says plainly what went wrong, if anything did. */
export async function entry(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
