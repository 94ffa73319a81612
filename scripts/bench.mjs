// npm run bench [-- NAME…]: runs the benchmarks and prints each as a ratio to the baseline that was
// measured beside it in the same run. Absolute times say more about the machine than about us.
import { spawnSync } from "node:child_process";
import { Failure, entry, root, setup } from "./setup.mjs";

const UNITS = { ns: 1e-9, "µs": 1e-6, us: 1e-6, ms: 1e-3, s: 1 };

/** Reads divan's tree: `├─ name  fastest │ slowest │ median │ …` becomes {path, median}. */
export function rows(text) {
  const path = [];
  const found = [];
  for (const line of text.split("\n")) {
    const match = line.match(/^((?:[│ ] {2})*)(?:[├╰]─ )?(\S+)\s*(.*)$/);
    if (!match || line.trim() === "") continue;
    const depth = match[1].length / 3 + (/[├╰]─ /.test(line) ? 1 : 0);
    path.length = depth;
    path[depth] = match[2];
    const median = match[3].split("│")[2]?.trim().match(/^([\d.]+) (\S+)$/);
    if (median && median[2] in UNITS) {
      found.push({ path: path.slice(0, depth + 1), median: Number(median[1]) * UNITS[median[2]] });
    }
  }
  return found;
}

/** Each measurement as a ratio to the baseline of its group: the nearest row above whose name begins with `baseline`. */
export function ratios(found) {
  const last = (row) => row.path.at(-1);
  return found
    .filter((row) => !row.path.some((name) => name.startsWith("baseline")))
    .map((row) => {
      const near = found
        .filter((other) => other.path.some((name) => name.startsWith("baseline")))
        .map((other) => ({ other, shared: shared(row.path, other.path), argument: last(other) === last(row) }))
        .sort((a, b) => b.shared - a.shared || b.argument - a.argument)[0];
      return { name: row.path.join(" › "), baseline: near?.other.path.join(" › "), ratio: near ? row.median / near.other.median : null };
    });
}

function shared(a, b) {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}

if (process.argv[1]?.endsWith("bench.mjs")) {
  await entry(() => {
    setup();
    const done = spawnSync("cargo", ["bench", "-p", "notes", "-p", "index", "--bench", "parse", "--bench", "watch", "--bench", "search", ...process.argv.slice(2)], {
      cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 26,
    });
    if (done.status !== 0) throw new Failure("The benchmarks failed.");
    const table = ratios(rows(done.stdout));
    if (table.length === 0) throw new Failure(`No measurement was found in:\n${done.stdout}`);
    for (const { name, baseline, ratio } of table) {
      console.log(ratio === null ? `${name}: no baseline` : `${ratio.toFixed(2).padStart(9)} × ${baseline}   ${name}`);
    }
  });
}
