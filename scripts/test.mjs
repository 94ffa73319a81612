// npm test [-- PART…] [--report FILE]: sets up and runs all checks or some parts: format, ui, supply, lint, rust,
// docs, window, real; also plain, which runs the Rust tests without nextest. Writes times as JSON to FILE.
// npm test -- quick | changed [--base REV]: runs the checks nearest to the changed files, or all checks that the
// files can affect.
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { run as runTests } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { changedParts } from "./changed.mjs";
import { checkCommits } from "./commits.mjs";
import { checkRust, checkWindow } from "./format.mjs";
import { ensureModelFile } from "./model/install.mjs";
import { prepareIndex } from "../tests/e2e/prepared.mjs";
import { Report, junitTests } from "./report.mjs";
import { LINTED, TESTED, USED, buildTests, buildUi, setup, targetFolder } from "./setup.mjs";
import { checkSupply } from "./supply.mjs";
import { Failure, entry, root, run, runBeside } from "./task.mjs";
import { testReal } from "./test-real.mjs";
import { tool } from "./tools.mjs";

const USAGE = "npm test [-- PART… | quick | changed] [--report FILE] [--base REV]";

// Tests request their own servers, without the machine's proxy.
const PROXIES = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
const env = { ...LINTED, CI: process.env.CI ?? "", INSTA_UPDATE: "no", ...Object.fromEntries(PROXIES.map((name) => [name, ""])) };

/** Checks that need data or a model; `npm run test:data` and the part `real` run them. */
const ELSEWHERE = "not (binary(=data) + binary(=real))";

/** Parallel Rust tests: one more than cores, because some mostly wait for a child process. */
const THREADS = String(os.availableParallelism() + 1);

/** A file system in memory. */
const MEMORY = "/dev/shm";

/** Minimum free bytes of memory, several times what the largest tests keep at once. */
const LEAST_MEMORY = 4 * 2 ** 30;

/**
 * A folder in memory for the tests' files, removed at the end. Each write of the library waits for the disk, which
 * protects it from power cuts, and no test cuts the power. `undefined` if the user chose a folder, or there is no room.
 */
function memoryFolder() {
  if (process.env.TMPDIR || !existsSync("/proc/mounts")) return undefined;
  const mounts = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "));
  const [, , kind, options] = mounts.findLast(([, place]) => place === MEMORY) ?? [];
  // Some tests write a program and show that it isn't run.
  if (kind !== "tmpfs" || options.split(",").includes("noexec")) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, os.freemem()) < LEAST_MEMORY) return undefined;
  const folder = mkdtempSync(path.join(MEMORY, "marginalia-tests-"));
  // As open as /tmp: some tests run a program as another user.
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return folder;
}

const WINDOW_TESTS = path.join(root, "tests", "e2e");

/** Parallel window test files, each with its own display. */
const DISPLAYS = 2;

/**
 * Options of ESLint to skip files that passed before. No rule reads another file than the one it checks. ESLint doesn't
 * notice changed rules of our own, so the cache belongs to a configuration and to versions of packages.
 */
function lintCache() {
  const hash = createHash("sha256");
  for (const file of ["eslint.config.js", "package-lock.json"]) hash.update(readFileSync(path.join(root, file)));
  return ["--cache", "--cache-strategy", "content", "--cache-location", path.join(targetFolder(), `eslint-${hash.digest("hex")}`)];
}

/** Checks and tests the window's files. `related` limits the tests to those that import one of these files. */
async function ui(report, related) {
  const json = path.join(targetFolder(), "ui-tests.json");
  mkdirSync(targetFolder(), { recursive: true });
  const tests = related ? ["related", "--run", "--passWithNoTests", ...related] : ["run"];
  const quiet = { quiet: true };
  const scripts = readdirSync(path.join(root, "scripts"), { recursive: true }).filter((file) => file.endsWith(".test.mjs"));
  await report.time("ui", "running", async () => {
    await runBeside("npx", ["svelte-check", "--tsconfig", "ui/tsconfig.json", "--fail-on-warnings"], quiet);
    await runBeside("npx", ["eslint", "ui", "scripts", "tests/e2e", "--max-warnings", "0", ...lintCache()], quiet);
    await runBeside("npx", ["vitest", ...tests, "--config", "ui/vite.config.ts", "--reporter=default", "--reporter=json", `--outputFile.json=${json}`], quiet);
    await runBeside(process.execPath, ["--test", ...scripts.map((file) => path.join("scripts", file))], quiet);
  });
  for (const file of JSON.parse(readFileSync(json, "utf8")).testResults) {
    for (const test of file.assertionResults) report.test("ui", test.fullName, test.duration ?? 0);
  }
}

/** Runs the Rust tests of a nextest filter. */
async function rust(report, filter) {
  const junit = path.join(targetFolder(), "nextest", "default", "junit.xml");
  try {
    await report.time("rust", "running", () =>
      runBeside(
        tool("cargo-nextest"),
        ["nextest", "run", "--no-fail-fast", "--no-tests", "pass", "-j", THREADS, ...TESTED, "-E", `(${filter}) and ${ELSEWHERE}`],
        { env },
      ),
    );
  } finally {
    if (existsSync(junit)) for (const { name, took } of junitTests(readFileSync(junit, "utf8"))) report.test("rust", name, took);
  }
}

/** Tests the client and engine with a tiny model, then the window with the provided model, which may be `missing`. */
async function real(report, missing) {
  await report.time("real", "running", () => testReal("small", { quiet: true }));
  if (missing) report.skip("real: the model that comes along", missing);
  else
    await windows(
      report,
      readdirSync(path.join(WINDOW_TESTS, "real")).map((file) => path.join("real", file)),
      { part: "real", displays: 1 },
    );
}

/** Runs window test files, the longest first, so that displays finish together. */
async function windows(report, files, { part = "window", displays = DISPLAYS } = {}) {
  if (process.platform !== "linux") {
    report.skip(`${part}: tests of the window`, "they drive WebKitGTK, which is on Linux only");
    return;
  }
  const sizes = files.map((file) => path.join(WINDOW_TESTS, file)).map((file) => ({ file, size: statSync(file).size }));
  const sorted = sizes.toSorted((a, b) => b.size - a.size).map(({ file }) => file);
  await report.time(part, "running", async () => {
    await prepareIndex();
    const events = runTests({ files: sorted, concurrency: displays });
    let failed = 0;
    events.on("test:fail", ({ details }) => (failed += details.type === "suite" ? 0 : 1));
    for (const kind of ["test:pass", "test:fail"]) {
      events.on(kind, ({ name, nesting, details }) => {
        if (nesting === 0 && details.type !== "suite") report.test(part, name, details.duration_ms);
      });
    }
    for await (const text of events.compose(new spec())) process.stdout.write(text);
    if (failed > 0) throw new Failure(`${failed} window tests failed.`);
  });
}

const windowFiles = () => readdirSync(WINDOW_TESTS).filter((file) => file.endsWith(".test.mjs"));

/** Runs the examples in doc comments. rustdoc reads all of a crate, so the crates without examples are left out. */
async function documented() {
  const crates = path.join(root, "src-tauri");
  const hasExample = (file) => /\/\/[/!] ```/.test(readFileSync(file, "utf8").replace(/```text.*?```/gs, ""));
  const documents = (crate) => {
    const files = readdirSync(path.join(crates, crate), { recursive: true }).filter((file) => file.endsWith(".rs"));
    return files.some((file) => hasExample(path.join(crates, crate, file)));
  };
  // The shell's package is that of the root.
  const packages = readdirSync(crates)
    .filter(documents)
    .flatMap((crate) => ["--package", crate === "shell" ? "marginalia" : crate]);
  if (packages.length > 0) await runBeside("cargo", ["test", "--doc", "--quiet", "--locked", ...packages], { env, quiet: true });
}

/** Downloads the model for the part `real` unless present. Returns the reason of a failure. */
async function fetchModel() {
  try {
    await ensureModelFile({ size: "large", log: (line) => console.log(line) });
    return undefined;
  } catch (error) {
    return error.message.split("\n")[0];
  }
}

/** Runs everything; steps that use different resources run in parallel. */
async function everything(report, wanted) {
  const has = (part) => wanted.length === 0 || wanted.includes(part);
  const failures = [];
  const attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error.message);
    }
  };
  const needsBuild = ["lint", "rust", "window", "real"].some(has);
  const beside = [];
  const missing = has("real") ? fetchModel() : undefined;
  if (has("format")) {
    await attempt(() => report.time("format", "running", checkRust));
    await attempt(() => report.time("format", "running", () => checkCommits(report)));
    beside.push(attempt(() => report.time("format", "running", checkWindow)));
  }
  // The app embeds the window's files.
  if (needsBuild) await report.time("ui", "compiling", buildUi);
  if (has("ui")) beside.push(attempt(() => ui(report)));
  if (has("supply")) beside.push(attempt(() => report.time("supply", "running", () => checkSupply(report))));
  if (needsBuild) await report.time("rust", "compiling", buildTests);
  if (has("rust")) {
    await attempt(() => rust(report, "all()"));
    report.skip("most rounds of the tests that kill processes", "they take minutes; `npm run kills` runs all");
  }
  if (has("docs")) await attempt(() => report.time("docs", "running", documented));
  // All tests in one process, as cargo runs them. `npm test` omits this repetition.
  if (wanted.includes("plain")) {
    await attempt(() => report.time("plain", "running", () => run("cargo", ["test", "--no-fail-fast", "--quiet", ...USED, "--", "--skip", "kill"], { env })));
  }
  await Promise.all(beside);
  if (has("window")) await attempt(() => windows(report, windowFiles()));
  if (has("real")) {
    const why = await missing;
    await attempt(() => real(report, why));
  }
  if (failures.length > 0) throw new Failure(failures.join("\n"));
}

const PARTS = ["format", "ui", "supply", "lint", "rust", "docs", "plain", "window", "real"];

await entry(async () => {
  const { values, positionals: wanted } = parseArgs({
    options: { report: { type: "string" }, base: { type: "string" } },
    allowPositionals: true,
  });
  const near = ["quick", "changed"].find((word) => wanted[0] === word);
  const unknown = wanted.filter((part) => part !== near && !PARTS.includes(part));
  if (unknown.length > 0 || (near && wanted.length > 1)) {
    throw new Failure(`${USAGE}\nParts: ${PARTS.join(", ")}.`);
  }
  const report = new Report();
  try {
    await report.time("setup", "running", () => setup({ tests: near !== "quick" }));
    process.env.TMPDIR = memoryFolder() ?? os.tmpdir();
    if (near) await changedParts({ near, base: values.base, report, ui, rust, windows });
    else await everything(report, wanted);
  } finally {
    report.print(values.report);
  }
});
