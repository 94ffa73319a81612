// npm run coverage: line coverage of the pure crates' tests, by cargo-tarpaulin. Fails if a part is below 90 %. `npm
// run coverage -- lines` lists uncovered lines.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { targetFolder } from "./setup.mjs";
import { Failure, entry, root, run } from "./task.mjs";

const PACKAGES = ["conversation", "grounding", "notes", "support"];

/** Minimum coverage in percent. */
const LEAST = 90;

/** The parts: path prefix and minimum. The first match applies to a file. */
const PARTS = [
  { name: "conversation", begins: "src-tauri/conversation/src/", least: LEAST },
  { name: "grounding", begins: "src-tauri/grounding/src/", least: LEAST },
  { name: "support", begins: "src-tauri/support/src/", least: LEAST },
  { name: "notes, parsing", begins: "src-tauri/notes/src/parse", least: LEAST },
  { name: "notes, catalog", begins: "src-tauri/notes/src/catalog", least: LEAST },
  // Reads and writes files, and is partly tested through the app. Only printed.
  { name: "notes, the rest", begins: "src-tauri/notes/src/", least: 0 },
];

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
    .filter(({ file, coverable }) => coverable > 0 && !/\/(tests|benches)(\.rs|\/)/.test(file));
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

function print(name, files, lines) {
  console.log(`\n${percent(files).toFixed(1).padStart(5)} %  ${name}`);
  for (const one of files.toSorted((a, b) => percent([a]) - percent([b]))) {
    if (percent([one]) >= LEAST && !(lines && one.missed.length > 0)) continue;
    console.log(`         ${one.file}: ${one.covered} of ${one.coverable}${lines ? `; not ${ranges(one.missed)}` : ""}`);
  }
}

await entry(() => {
  if (spawnSync("cargo", ["tarpaulin", "--version"]).status !== 0) {
    throw new Failure("cargo-tarpaulin isn't installed. Install it and run this again:\n  cargo install --locked cargo-tarpaulin");
  }
  const folder = path.join(targetFolder(), "coverage");
  run("cargo", [
    // Unit tests only, because tests in `tests/` use the whole crate. Instrumented builds need a separate target
    // folder.
    "tarpaulin", "--engine", "llvm", "--lib", "--skip-clean", "--target-dir", folder, "--out", "Json", "--output-dir", folder,
    ...PACKAGES.flatMap((name) => ["-p", name, "--include-files", `src-tauri/${name}/src/*`]),
  ]);
  const rest = measured(folder);
  const low = [];
  for (const { name, begins, least } of PARTS) {
    const inside = rest.filter(({ file }) => file.startsWith(begins));
    if (inside.length === 0) throw new Failure(`No line of ${begins} was measured.`);
    inside.forEach((one) => rest.splice(rest.indexOf(one), 1));
    print(name, inside, process.argv.includes("lines"));
    if (percent(inside) < least) low.push(name);
  }
  if (low.length > 0) throw new Failure(`The tests reach less than ${LEAST} % of the lines of ${low.join("; ")}.`);
});
