// npm run coverage: how many lines of the pure parts their tests reach, measured by cargo-tarpaulin.
// Fails where it is less than nine in ten.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setup, targetFolder } from "./setup.mjs";
import { Failure, entry, root, run } from "./task.mjs";

/** Each part that is pure: its package, and where its sources begin. */
const PARTS = [
  { package: "conversation", sources: ["src-tauri/conversation/src/"] },
  { package: "grounding", sources: ["src-tauri/grounding/src/"] },
  { package: "chat", sources: ["src-tauri/chat/src/references", "src-tauri/chat/src/context"] },
  { package: "notes", sources: ["src-tauri/notes/src/parse", "src-tauri/notes/src/catalog"] },
].filter(({ sources }) => sources.some((folder) => existsSync(path.join(root, folder))));

/** Minimum share of lines, in percent. */
const LEAST = 90;

/** The measured files as {file, covered, coverable}, without tests. */
function measured(folder) {
  const report = JSON.parse(readFileSync(path.join(folder, "tarpaulin-report.json"), "utf8"));
  return report.files
    .map(({ path: parts, covered, coverable }) => ({
      file: path.relative(root, path.resolve(path.join(...parts))).replaceAll("\\", "/"), covered, coverable,
    }))
    .filter(({ file, coverable }) => coverable > 0 && !/(^|\/)(tests|[a-z_]*_tests)(\.rs|\/)/.test(file));
}

function percent(files) {
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  return (100 * sum("covered")) / sum("coverable");
}

await entry(() => {
  setup();
  if (spawnSync("cargo", ["tarpaulin", "--version"]).status !== 0) {
    throw new Failure("cargo-tarpaulin isn't installed. Install it and run this again:\n  cargo install --locked cargo-tarpaulin");
  }
  const folder = path.join(targetFolder(), "coverage");
  run("cargo", [
    "tarpaulin", "--engine", "llvm", "--lib", "--skip-clean", "--target-dir", folder, "--out", "Json", "--output-dir", folder,
    ...PARTS.flatMap(({ package: name }) => ["-p", name]),
  ]);
  const files = measured(folder);
  const low = [];
  for (const { sources } of PARTS) {
    for (const source of sources) {
      const inside = files.filter(({ file }) => file.startsWith(source));
      if (inside.length === 0) throw new Failure(`Nothing was measured in ${source}.`);
      const share = percent(inside);
      console.log(`\n${source}: ${share.toFixed(1)} % of lines`);
      for (const file of inside.filter((one) => percent([one]) < LEAST)) {
        console.log(`  ${file.file}: ${file.covered} of ${file.coverable}`);
      }
      if (share < LEAST) low.push(source);
    }
  }
  if (low.length > 0) throw new Failure(`Less than ${LEAST} % of lines are reached in ${low.join(", ")}.`);
});
