// npm run cli -- …: runs the terminal program, building it if necessary.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { buildForUse, buildUi, program, setup } from "./setup.mjs";
import { Failure, entry } from "./task.mjs";

await entry(async () => {
  const binary = program("marginalia-cli", "start");
  if (!existsSync(binary)) {
    setup();
    await buildUi();
    await buildForUse();
  }
  const done = spawnSync(binary, process.argv.slice(2), { stdio: "inherit" });
  if (done.error) throw new Failure(`marginalia-cli can't be started: ${done.error.message}`);
  process.exitCode = done.status ?? 1;
});
