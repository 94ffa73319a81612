// npm start [-- FOLDER]: sets up, builds, and opens the app on the sample vault, or on FOLDER.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { buildPrograms, buildUi, hasDisplay, program, setup } from "./setup.mjs";
import { Failure, entry } from "./task.mjs";

await entry(() => {
  setup();
  buildUi();
  buildPrograms();
  const folder = process.argv[2];
  if (!hasDisplay()) {
    const vault = folder ?? "sample-vault";
    console.log(
      "\nEverything is built, but there is no display here, so no window can open. The terminal works:\n" +
      `  npm run cli -- search ${quote(vault)} "how much salt"\n` +
      `  npm run cli -- ask ${quote(vault)} "How much salt goes into dough, and why?"\n` +
      "Without a model of your own, `npm run model` installs and starts a small one; `ask --passages` needs none.",
    );
    return;
  }
  const args = folder ? [path.resolve(folder)] : ["--sample"];
  const done = spawnSync(program("marginalia"), args, { stdio: "inherit" });
  if (done.error) throw new Failure(`Marginalia can't be started: ${done.error.message}`);
  process.exitCode = done.status ?? 1;
});

function quote(text) {
  return /^[\w./-]+$/.test(text) ? text : `"${text}"`;
}
