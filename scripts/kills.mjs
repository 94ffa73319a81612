// npm run kills: runs all rounds of the tests that kill processes, which takes minutes. `npm test` runs at most 25 of
// each.
import { LINTED, TESTED, setup } from "./setup.mjs";
import { entry, run } from "./task.mjs";
import { tool } from "./tools.mjs";

await entry(() => {
  setup();
  run(tool("cargo-nextest"), ["nextest", "run", "--no-fail-fast", ...TESTED, "-E", "test(kill)"], { env: { ...LINTED, MARGINALIA_ALL_KILLS: "1" } });
});
