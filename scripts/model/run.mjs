// npm run model [-- --medium | --large] [--port N] [--threads N] [--context N] [--install-only]
// Installs a small real model and its server, and runs them until Ctrl-C.
import { parseArgs } from "node:util";
import { Failure, entry } from "../task.mjs";
import { SIZES, cacheFolder, ensureModel } from "./install.mjs";
import { PORT, startModel } from "./server.mjs";

const USAGE = "npm run model [-- --medium | --large] [--port N] [--threads N] [--context N] [--install-only]";

await entry(async () => {
  const options = read(process.argv.slice(2));
  const log = (line) => console.log(line);
  if (options.installOnly) {
    const { name } = await ensureModel({ ...options, log });
    return log(`${name} is installed in ${cacheFolder()}.`);
  }
  let model;
  try {
    model = await startModel({ ...options, log });
  } catch (error) {
    if (!error.url) throw error;
    return log(`${error.message} Nothing to do.`);
  }
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, model.stop);
  const port = Number(new URL(model.url).port);
  const where =
    port === PORT
      ? "A development build of Marginalia finds it by itself; elsewhere enter it as the server."
      : `Enter ${model.url} as the server in Marginalia's settings.`;
  log(`${model.name} answers at ${model.url}. ${where} Ctrl-C ends it.`);
  await model.exited;
});

function read(args) {
  const number = { type: "string" };
  const flags = Object.fromEntries(SIZES.map((size) => [size, { type: "boolean" }]));
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: { ...flags, port: number, threads: number, context: number, "install-only": { type: "boolean" } },
    }));
  } catch (error) {
    throw new Failure(`${error.message}\n${USAGE}`);
  }
  const whole = (name, least, most) => {
    if (values[name] === undefined) return undefined;
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Failure(`--${name} wants a whole number from ${least} to ${most}, not “${values[name]}”.\n${USAGE}`);
  };
  const chosen = SIZES.filter((size) => values[size]);
  if (chosen.length > 1) throw new Failure(`Only one of ${chosen.map((size) => `--${size}`).join(", ")} can be meant.`);
  return {
    size: chosen[0],
    port: whole("port", 0, 65535),
    threads: whole("threads", 1, 1024),
    context: whole("context", 256, 1_000_000),
    installOnly: values["install-only"],
  };
}
