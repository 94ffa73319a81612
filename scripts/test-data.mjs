// npm run test:data [-- --report FILE]: the checks over data in ../shared/data, outside the repository: real vaults,
// dumps of Obsidian's links, question sets, hostile texts. Each prints its figures and fails below its floor
// (tests/data/floors.toml). On Linux the real window shows the hostile texts too.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Report, junitTests } from "./report.mjs";
import { LINTED, TESTED, buildTests, buildUi, setup, targetFolder } from "./setup.mjs";
import { entry, root, run, runBeside } from "./task.mjs";
import { tool } from "./tools.mjs";

const HOSTILE = ["security/dompurify/expect.json", "security/blns/blns.json"];

await entry(async () => {
  const { values } = parseArgs({ options: { report: { type: "string" } } });
  const data = path.resolve(root, "../shared/data");
  if (!existsSync(data)) {
    console.log(`The data for these checks isn't here (looked for ${data}), so none of them was run.`);
    return;
  }
  const isLinux = process.platform === "linux";
  const report = new Report();
  try {
    await report.time("setup", "running", () => setup({ tests: isLinux }));
    await report.time("ui", "compiling", buildUi);
    await report.time("rust", "compiling", buildTests);
    await report.time("data", "running", () =>
      run(tool("cargo-nextest"), ["nextest", "run", "--no-fail-fast", "--success-output", "final", ...TESTED, "-E", "binary(=data)"], {
        env: { ...LINTED, MARGINALIA_NOW: "2026-03-19T18:00:00" },
      }),
    );
    for (const { name, took } of junitTests(readFileSync(path.join(targetFolder(), "nextest", "default", "junit.xml"), "utf8"))) {
      report.test("data", name, took);
    }
    if (!isLinux) return report.skip("hostile texts in the window", "these tests drive WebKitGTK, which is on Linux only");
    const texts = HOSTILE.map((file) => path.join(data, file)).filter((file) => existsSync(file));
    const hostile = (kind) =>
      runBeside(process.execPath, ["--test", `--test-name-pattern=hostile ${kind}`, "tests/e2e/hostile.test.mjs"], { env: { HOSTILE_TEXTS: texts.join(",") } });
    await report.time("window", "running", () => Promise.all(["notes", "questions"].map(hostile)));
  } finally {
    report.print(values.report);
  }
});
