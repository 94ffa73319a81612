// npm run bench [-- NAME…]: runs all benchmarks of the workspace, or those whose name contains a NAME. Prints each as
// a ratio to the baselines measured in the same run, because absolute times depend mostly on the machine.
import { spawnSync } from "node:child_process";
import { setup } from "./setup.mjs";
import { Failure, entry, root } from "./task.mjs";

const SECONDS = { ns: 1e-9, µs: 1e-6, us: 1e-6, ms: 1e-3, s: 1 };
const BYTES = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };
/** Effect of each operation on the memory in use when a benchmark ends. */
const HELD = { alloc: 1, grow: 1, dealloc: -1, shrink: -1 };

function median(columns, units) {
  const match = columns
    .split("│")[2]
    ?.trim()
    .match(/^([\d.]+) (\S+)$/);
  return match && match[2] in units ? Number(match[1]) * units[match[2]] : undefined;
}

/**
 * Reads divan's tree: `├─ name fastest │ slowest │ median │ …` becomes {path, median} in seconds, with {held} in
 * bytes where allocations were counted.
 */
export function rows(text) {
  const path = [];
  const found = [];
  let counted;
  for (const line of text.split("\n")) {
    const named = line.match(/^((?:[│ ] {2})*)([├╰]─ )(\S+)(.*)$/) ?? line.match(/^()()([a-z]\S*)( +fastest .*)$/);
    if (named) {
      const depth = named[1].length / 3 + (named[2] ? 1 : 0);
      path.length = depth;
      path[depth] = named[3];
      counted = undefined;
      const seconds = median(named[4], SECONDS);
      if (seconds !== undefined) found.push({ path: path.slice(0, depth + 1), median: seconds });
      continue;
    }
    const label = line.match(/^[│ ]*?([a-z][a-z ]*):/);
    if (label) counted = label[1];
    const bytes = counted in HELD ? median(line.replace(/^[│ ]*/, ""), BYTES) : undefined;
    if (bytes !== undefined && found.length > 0) {
      const row = found.at(-1);
      row.held = (row.held ?? 0) + HELD[counted] * bytes;
    }
  }
  return found;
}

const isBaseline = (row) => row.path.some((name) => name.startsWith("baseline"));

/**
 * Each measurement as a ratio to its nearest baselines in the tree, with the same arguments if the baselines have
 * arguments.
 */
export function ratios(found) {
  return found
    .filter((row) => !isBaseline(row) && row.held === undefined)
    .flatMap((row) => {
      const name = row.path.join(" › ");
      const others = found.filter((other) => isBaseline(other) && other.path[0] === row.path[0]);
      const most = Math.max(0, ...others.map((other) => shared(row.path, other.path)));
      let near = others.filter((other) => shared(row.path, other.path) === most);
      const same = near.filter((other) => other.path.at(-1) === row.path.at(-1));
      if (same.length > 0) near = same;
      if (near.length === 0) return [{ name, baseline: null, ratio: null }];
      return near.map((other) => ({
        name,
        baseline: other.path.slice(most).join(" › "),
        ratio: row.median / other.median,
      }));
    });
}

function shared(a, b) {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}

/** A duration in a readable unit. */
export function duration(seconds) {
  const [unit, scale] = Object.entries(SECONDS)
    .filter(([, scale]) => seconds >= scale)
    .sort((a, b) => b[1] - a[1])[0] ?? ["ns", 1e-9];
  return `${(seconds / scale).toPrecision(3)} ${unit}`;
}

if (process.argv[1]?.endsWith("bench.mjs")) {
  await entry(() => {
    setup();
    const done = spawnSync("cargo", ["bench", "--locked", "--workspace", "--bench", "*", "--", ...process.argv.slice(2)], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      maxBuffer: 1 << 26,
    });
    if (done.status !== 0) throw new Failure(`The benchmarks failed.\n${done.stdout}`);
    const found = rows(done.stdout);
    if (found.length === 0) throw new Failure(`No measurement was found in:\n${done.stdout}`);
    console.log("\nMedian of each, as a ratio to a baseline of the same run:\n");
    for (const { name, baseline, ratio } of ratios(found)) {
      const median = duration(found.find((row) => row.path.join(" › ") === name).median);
      const to = ratio === null ? "no baseline" : `${ratio.toFixed(2)} × ${baseline}`;
      console.log(`  ${name}: ${to} (${median})`);
    }
    // Benchmarks of turns, changes and other whole operations have their own baselines.
    console.log("\nAs those say that measure by themselves:\n");
    for (const line of done.stdout.split("\n").filter((line) => /\S/.test(line) && !/[│├╰]|^Timer precision|^running \d|^test result/.test(line))) {
      console.log(`  ${line.trim()}`);
    }
    for (const { path, held } of found.filter((row) => row.held !== undefined)) {
      console.log(`  ${path.join(" › ")}: ${(held / 1e6).toFixed(1)} MB held at its end`);
    }
  });
}
