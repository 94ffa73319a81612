// Checks of changed files: `quick` runs the nearest checks, `changed` all checks that the files can affect.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { checkRust, checkWindow } from "./format.mjs";
import { LINTED, buildTests, buildUi } from "./setup.mjs";
import { Failure, root, run } from "./task.mjs";
import { tool } from "./tools.mjs";

/** Files that affect every crate. */
const EVERYWHERE = /^(Cargo\.(toml|lock)|clippy\.toml|rust-toolchain\.toml|\.cargo\/|\.config\/|resources\/|sample-vault\/)/;

function git(...args) {
  const done = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Failure(`git ${args.join(" ")} failed: ${done.stderr.trim()}`);
  return done.stdout;
}

/** Files that differ from `base`, including untracked ones. */
function changedFiles(base) {
  const listed = [git("diff", "--name-only", "-z", base), git("ls-files", "--others", "--exclude-standard", "-z")];
  return [...new Set(listed.join("").split("\0").filter(Boolean))].sort();
}

/** The base revision: the merge base with the upstream branch, or the last commit. */
function baseOf(given) {
  if (given) return given;
  const upstream = spawnSync("git", ["merge-base", "HEAD", "@{upstream}"], { cwd: root, encoding: "utf8" });
  return upstream.status === 0 ? upstream.stdout.trim() : "HEAD";
}

/** The crates that contain the files, by cargo's list; all crates if a file affects every crate. */
export function cratesOf(files, packages) {
  const found = new Set();
  for (const file of files) {
    if (EVERYWHERE.test(file)) return packages.map(({ name }) => name);
    // The root package is the app; its sources are in src-tauri/shell, whose tests check the recordings.
    const isShell = /^(src-tauri\/shell\/|tauri\.conf\.json|icons\/|ui\/recordings\/)/.test(file);
    const owner = packages
      .filter(({ folder }) => (folder === "" ? isShell : file.startsWith(`${folder}/`)))
      .toSorted((a, b) => b.folder.length - a.folder.length)[0];
    if (owner) found.add(owner.name);
  }
  return [...found].sort();
}

function packages() {
  const done = spawnSync("cargo", ["metadata", "--format-version", "1", "--no-deps", "--locked"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Failure(`cargo metadata failed: ${done.stderr}`);
  return JSON.parse(done.stdout).packages.map((it) => ({ name: it.name, folder: path.relative(root, path.dirname(it.manifest_path)).replaceAll("\\", "/") }));
}

/** The window's sources and their imports, as paths from the root. */
function windowImports() {
  const folder = path.join(root, "ui", "src");
  const files = readdirSync(folder, { recursive: true }).filter((file) => /\.(ts|svelte|css)$/.test(file) && !/\.test\.ts$/.test(file));
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(folder, file), "utf8");
      const named = [...text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)].map(([, name]) => path.join(path.dirname(file), name));
      const resolved = named.map((name) => [name, `${name}.ts`, path.join(name, "index.ts")].find((it) => files.includes(it))).filter(Boolean);
      return [file, { text, imports: resolved }];
    }),
  );
}

/**
 * The window tests affected by the changed files: tests that name a test ID from a changed file or from a file that
 * imports one. `app/` imports all features, so imports by it don't count.
 */
export function windowTestsOf(files, sources, tests) {
  const prefix = "ui/src/";
  const reached = new Set(files.filter((file) => file.startsWith(prefix)).map((file) => file.slice(prefix.length)));
  for (const file of reached) {
    for (const [other, { imports }] of sources) {
      if (imports.includes(file) && !/^(app|languages)\//.test(other)) reached.add(other);
    }
  }
  const ids = new Set();
  for (const file of reached) {
    for (const [, id] of (sources.get(file)?.text ?? "").matchAll(/data-testid=["{]*["']?([\w-]+)/g)) ids.add(id);
  }
  const names = [...ids];
  return tests.filter(({ text }) => names.some((id) => text.includes(`"${id}"`))).map(({ file }) => file);
}

/** The window tests that the changed files can affect. */
function windowTests(files, reachesApp) {
  const folder = path.join(root, "tests", "e2e");
  const tests = readdirSync(folder)
    .filter((file) => file.endsWith(".test.mjs"))
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), "utf8") }));
  const isShared = files.some((file) => file.startsWith("tests/e2e/") && !file.endsWith(".test.mjs"));
  if (reachesApp || isShared) return tests.map(({ file }) => file);
  const own = tests.map(({ file }) => file).filter((file) => files.includes(`tests/e2e/${file}`));
  return [...new Set([...own, ...windowTestsOf(files, windowImports(), tests)])];
}

/** Runs the checks of files changed since `base`, using the given parts of `npm test`. */
export async function changedParts({ near, base, report, ui, rust, windows }) {
  const from = baseOf(base);
  const files = changedFiles(from);
  console.log(files.length === 0 ? `Nothing differs from ${from}.` : `Changed since ${from}:\n  ${files.join("\n  ")}`);
  if (files.length === 0) return;
  const crates = cratesOf(files, packages());
  if (files.some((file) => file.endsWith(".rs"))) {
    await report.time("format", "running", checkRust);
  }
  if (files.some((file) => /^(ui\/|package(-lock)?\.json)|\.m?js$/.test(file))) {
    await report.time("format", "running", checkWindow);
    await ui(
      report,
      files.filter((file) => existsSync(path.join(root, file)) && /^(ui\/|package(-lock)?\.json)/.test(file)),
    );
  }
  if (near === "quick") {
    // Only the crates themselves; `changed` also runs dependent crates. Tests that kill processes take minutes.
    for (const name of crates) {
      await report.time("rust", "running", () =>
        run(tool("cargo-nextest"), ["nextest", "run", "-p", name, "--locked", "--no-tests", "pass", "-E", "not test(kill)"], { env: LINTED }),
      );
    }
    return;
  }
  await report.time("ui", "compiling", buildUi);
  await report.time("rust", "compiling", buildTests);
  // The house tests read all sources.
  await rust(report, ["binary(=house)", ...crates.map((name) => `rdeps(=${name})`)].join(" + "));
  const reached = windowTests(
    files,
    crates.some((name) => name !== "tests"),
  );
  if (reached.length > 0) await windows(report, reached);
}
