// npm run test:data: the checks over data that lies beside the repository, in ../shared/data: real
// vaults, dumps of Obsidian's own links, question sets, hostile texts. Each prints its figures.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { FEATURES, entry, root, run, setup } from "./setup.mjs";

await entry(() => {
  const data = path.resolve(root, "../shared/data");
  if (!existsSync(data)) {
    console.log(`The data for these checks isn't here (looked for ${data}), so none of them was run.`);
    return;
  }
  setup();
  const tests = [...FEATURES, "--features", "tests/data", "--test", "data"];
  const nextest = spawnSync("cargo", ["nextest", "--version"]).status === 0;
  if (nextest) {
    run("cargo", ["nextest", "run", "--no-fail-fast", "--success-output", "final", ...tests]);
  } else {
    run("cargo", ["test", ...tests, "--", "--nocapture"]);
  }
});
