// npm run coverage: line coverage of the library crates, by cargo-tarpaulin. Fails if a crate is below its floor. `npm
// run coverage -- lines` lists uncovered lines; `unit` runs only the crates' unit tests, without floors.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setup, targetFolder } from "./setup.mjs";
import { Failure, entry, root, run } from "./task.mjs";

/** Minimum line coverage of each library crate in percent. */
const FLOORS = {
  language: 90,
  notes: 90,
  documents: 90,
  conversation: 90,
  models: 90,
  index: 90,
  records: 90,
  support: 90,
  grounding: 90,
  // Without the worker, which needs llama.cpp's library and a model.
  engine: 90,
  library: 90,
  web: 90,
  retrieval: 90,
  turn: 90,
  app: 90,
};

/** The engine's worker: the file and the folder of its modules. */
const WORKER = /^src-tauri\/engine\/src\/worker(\.rs$|\/)/;

/** Measured files without tests, as {file, covered, coverable, missed: line numbers}. */
function measured(folder) {
  const report = JSON.parse(readFileSync(path.join(folder, "tarpaulin-report.json"), "utf8"));
  return report.files
    .map(({ path: parts, covered, coverable, traces }) => ({
      file: path.relative(root, path.resolve(path.join(...parts))).replaceAll("\\", "/"),
      covered,
      coverable,
      missed: traces.filter(({ stats }) => stats.Line === 0).map(({ line }) => line),
    }))
    .filter(({ file, coverable }) => coverable > 0 && !/\/(tests|benches)(\.rs|\/)/.test(file) && !WORKER.test(file));
}

function percent(files) {
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  return (100 * sum("covered")) / sum("coverable");
}

function ranges(lines) {
  const found = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last.end + 1 === line) last.end = line;
    else found.push({ start: line, end: line });
  }
  return found.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`)).join(", ");
}

function print(name, files, floor, lines) {
  console.log(`\n${percent(files).toFixed(1).padStart(5)} %  ${name}`);
  for (const one of files.toSorted((a, b) => percent([a]) - percent([b]))) {
    if (percent([one]) >= floor && !(lines && one.missed.length > 0)) continue;
    console.log(`         ${one.file}: ${one.covered} of ${one.coverable}${lines ? `; not ${ranges(one.missed)}` : ""}`);
  }
}

await entry(() => {
  setup();
  if (spawnSync("cargo", ["tarpaulin", "--version"]).status !== 0) {
    throw new Failure("cargo-tarpaulin isn't installed. Install it and run this again:\n  cargo install --locked cargo-tarpaulin");
  }
  const folder = path.join(targetFolder(), "coverage");
  const unit = process.argv.includes("unit");
  run("cargo", [
    // Instrumented builds need a separate target folder. Tests start child processes, whose lines count too.
    "tarpaulin",
    "--engine",
    "llvm",
    "--follow-exec",
    "--timeout",
    "900",
    "--skip-clean",
    "--target-dir",
    folder,
    "--out",
    "Json",
    "--output-dir",
    folder,
    // `--tests` includes unit tests. The package `tests` reaches `turn` and `app`, which have few of their own.
    ...(unit ? ["--lib"] : ["--tests", "-p", "tests"]),
    ...Object.keys(FLOORS).flatMap((name) => ["-p", name, "--include-files", `src-tauri/${name}/src/*`]),
    // A killed process writes no coverage. One without room on the disk writes a part of it, which ends the reading.
    // The process that reads a file may open files while coverage is measured, or it couldn't write its own.
    "--",
    "--skip",
    "kill",
    "--skip",
    "without_room",
    "--skip",
    "can_open_nothing",
  ]);
  const files = measured(folder);
  const low = [];
  for (const [name, floor] of Object.entries(FLOORS)) {
    const own = files.filter(({ file }) => file.startsWith(`src-tauri/${name}/src/`));
    if (own.length === 0) throw new Failure(`No line of ${name} was measured.`);
    print(name, own, floor, process.argv.includes("lines"));
    if (percent(own) < floor) low.push(`${name}: ${percent(own).toFixed(1)} %, at least ${floor} %`);
  }
  if (low.length > 0 && !unit) throw new Failure(`The tests reach too few lines of these crates:\n${low.join("\n")}`);
});
