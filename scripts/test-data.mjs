// npm run test:data: the checks over data that lies beside the repository, in ../shared/data: real
// vaults, dumps of Obsidian's own links, question sets, hostile texts. Each prints its figures. On
// Linux the hostile texts are shown in the real window as well.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { FEATURES, buildPrograms, buildUi, setup } from "./setup.mjs";
import { entry, root, run } from "./task.mjs";

const HOSTILE = ["security/dompurify/expect.json", "security/blns/blns.json"];

await entry(() => {
  const data = path.resolve(root, "../shared/data");
  if (!existsSync(data)) {
    console.log(`The data for these checks isn't here (looked for ${data}), so none of them was run.`);
    return;
  }
  const isLinux = process.platform === "linux";
  setup({ tests: isLinux });
  const tests = [...FEATURES, "--features", "tests/data", "--test", "data"];
  const nextest = spawnSync("cargo", ["nextest", "--version"]).status === 0;
  if (nextest) {
    run("cargo", ["nextest", "run", "--no-fail-fast", "--success-output", "final", ...tests]);
  } else {
    run("cargo", ["test", ...tests, "--", "--nocapture"]);
  }
  if (!isLinux) return;
  buildUi();
  buildPrograms();
  const texts = HOSTILE.map((file) => path.join(data, file)).filter((file) => existsSync(file));
  run("xvfb-run", [
    "-a", "-s", "-screen 0 1440x900x24", "dbus-run-session", "--",
    process.execPath, "--test", "--test-name-pattern=hostile", "tests/e2e/hostile.test.mjs",
  ], { env: { WEBKIT_DISABLE_DMABUF_RENDERER: "1", HOSTILE_TEXTS: texts.join(",") } });
});
