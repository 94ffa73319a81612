// npm run test:real [-- --medium | --large]: tests our client and the whole app with a real model, installed into the
// user's cache and served by llama.cpp, and the app's own engine with the same file. `npm test` includes the small
// model; the larger ones also test tool calls.
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

/** Fits the sample vault's passages, and makes it easy to exceed the window. */
const CONTEXT = 4096;

/** Starts the model and runs its checks. The tests are already built. If `quiet`, shows only failures. */
export async function testReal(size = "small", { quiet = false } = {}) {
  // The small model calls no tools. The others run twice: with calls in the protocol's fields, and with calls as
  // text.
  const rounds = size === "small" ? [{ calls: "none" }] : [{ calls: "told", template: TEMPLATE }, { calls: "written" }];
  for (const { calls, template } of rounds) {
    const threads = Math.max(1, Math.floor(os.availableParallelism() / 2));
    const model = await startModel({ size, port: 0, context: CONTEXT, threads, template, log: (line) => console.log(line) });
    console.log(`\n${model.name} at ${model.url}, ${threads} thread${threads === 1 ? "" : "s"}, tool calls: ${calls}`);
    const env = { ...LINTED, REAL_MODEL: model.url, REAL_MODEL_CALLS: calls, ENGINE_LIBRARY: LIBRARY, ENGINE_MODEL: await ensureModelFile({ size }) };
    // Questions over real texts take half an hour, so only the largest model answers them, once, where the data is
    // available.
    if (size === "large" && calls === "told") {
      if (existsSync(QUESTIONS)) env.REAL_QUESTIONS = QUESTIONS;
      else console.log(`The questions over real texts aren't asked: ${QUESTIONS} isn't there.`);
    }
    try {
      // One at a time, because the server answers one question at a time.
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
