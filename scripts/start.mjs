// npm start [-- FOLDER] [--no-model]: sets up, builds, provides a small model, and opens the app on the sample vault
// or FOLDER. Without a display, asks the sample vault in the terminal.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { fetchModel, keepModel, modelHere } from "./model/bring.mjs";
import { buildForUse, buildUi, hasDisplay, program, setup } from "./setup.mjs";
import { Failure, entry, root } from "./task.mjs";

const USAGE = "npm start [-- FOLDER] [--no-model]";
const QUESTION = "How long does rye bread keep?";

await entry(async () => {
  const { folder, model } = read(process.argv.slice(2));
  setup();
  // Downloading and building run in parallel; each takes minutes.
  const fetching = model && !modelHere() ? fetchModel() : undefined;
  try {
    await buildUi();
    await buildForUse();
  } catch (error) {
    console.error(`\n${error.message}`);
    // Doesn't wait for the model; finished parts stay in the cache.
    process.exit(1);
  }
  if (fetching) keepModel(await fetching);
  if (hasDisplay()) open(folder);
  else ask(folder);
});

function read(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: { "no-model": { type: "boolean" } }, allowPositionals: true });
    if (positionals.length > 1) throw new Error("Only one folder can be opened.");
    return { folder: positionals[0], model: !values["no-model"] };
  } catch (error) {
    throw new Failure(`${error.message}\n${USAGE}`);
  }
}

function open(folder) {
  const args = folder ? [path.resolve(folder)] : ["--sample"];
  const done = spawnSync(program("marginalia", "start"), args, { stdio: "inherit" });
  if (done.error) throw new Failure(`Marginalia can't be started: ${done.error.message}`);
  process.exitCode = done.status ?? 1;
}

/** Without a display: asks the sample vault a question and prints further steps. */
function ask(folder) {
  const vault = folder ?? "sample-vault";
  console.log("\nThere is no display here, so no window can open. The terminal works.");
  if (!folder) {
    const args = ["ask", path.join(root, "sample-vault"), QUESTION];
    if (!modelHere()) args.push("--passages");
    console.log(`\n› npm run cli -- ask sample-vault "${QUESTION}"${args.includes("--passages") ? " --passages" : ""}\n`);
    const done = spawnSync(program("marginalia-cli", "start"), args, { stdio: "inherit" });
    if (done.error) throw new Failure(`marginalia-cli can't be started: ${done.error.message}`);
    process.exitCode = done.status ?? 1;
  }
  console.log(
    "\nGo on with:\n" +
      `  npm run cli -- chat ${quote(vault)}                      # a conversation\n` +
      `  npm run cli -- ask ${quote(vault)} "…"                   # one question; --passages needs no model\n` +
      `  npm run cli -- search ${quote(vault)} "how much salt"    # passages by words and by meaning\n` +
      "  npm run cli -- models --list                          # better models, and what each takes",
  );
}

function quote(text) {
  return /^[\w./-]+$/.test(text) ? text : `"${text}"`;
}
