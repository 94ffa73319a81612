// npm run cli -- …: the terminal program, built if need be.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { buildPrograms, buildUi, program, setup } from "./setup.mjs";
import { Failure, entry } from "./task.mjs";

await entry(() => {
  const binary = program("marginalia-cli");
  if (!existsSync(binary)) {
    setup();
    buildUi();
    buildPrograms();
  }
  const done = spawnSync(binary, process.argv.slice(2), { stdio: "inherit" });
  if (done.error) throw new Failure(`marginalia-cli can't be started: ${done.error.message}`);
  process.exitCode = done.status ?? 1;
});
