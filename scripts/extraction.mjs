// npm run extraction -- FOLDER...: reads every file of the folders as the app does, each in its own process. Prints
// the number read, speed, memory, and the share of `pdftotext`'s text that was found.
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { program } from "./setup.mjs";
import { Failure, entry } from "./task.mjs";

const READ = /\.(pdf|docx|pptx|xlsx|xlsm|xlsb|xls|odt|odp|ods|rtf|epub|html?|xhtml|csv|tsv|txt|canvas|png|jpe?g|gif|webp)$/i;
/** Maximum length of pages to compare by letters. */
const LONGEST = 20_000;

const under = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && READ.test(file.name))
    .map((file) => path.join(file.parentPath ?? file.path, file.name));

const letters = (text) => [...text.normalize("NFKC").toLowerCase()].filter((one) => /[\p{L}\p{N}]/u.test(one));

function counted(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The number of items of `wanted` in `had`, counting repeats. */
function held(wanted, had) {
  const there = counted(had);
  let found = 0;
  for (const [one, count] of counted(wanted)) found += Math.min(count, there.get(one) ?? 0);
  return found;
}

/** The edit distance of two texts, in letters. */
function distance(one, other) {
  let row = Uint32Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = new Uint32Array(other.length + 1);
    next[0] = i;
    for (let j = 1; j <= other.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[other.length];
}

/** A file's pages or error, processor time, and peak memory in kB. */
function read(cli, file) {
  const done = spawnSync("/usr/bin/time", ["-f", "%M %U %S", cli, "extract", file, "--pages", "--json"], { encoding: "utf8", maxBuffer: 1 << 30 });
  const [memory, own, system] = done.stderr.trim().split("\n").at(-1).split(" ").map(Number);
  const seconds = own + system;
  const lines = done.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const error = lines.find((line) => line.error)?.error;
  return { file, seconds, memory, bytes: statSync(file).size, error, pages: error ? [] : lines, failed: !error && done.status !== 0 };
}

/** Each page as poppler reads it; null without poppler or on failure. */
function byPoppler(file) {
  const done = spawnSync("pdftotext", ["-enc", "UTF-8", file, "-"], { encoding: "utf8", maxBuffer: 1 << 30 });
  return done.status === 0 ? done.stdout.split("\f").slice(0, -1) : null;
}

function compare(results) {
  const rows = [];
  let [errors, compared] = [0, 0];
  for (const { file, pages, error } of results.filter((one) => /\.pdf$/i.test(one.file))) {
    const theirs = byPoppler(file);
    const wanted = theirs && letters(theirs.join(""));
    if (!wanted || wanted.length === 0) continue;
    const ours = letters(pages.map((page) => page.text).join(""));
    rows.push({ file, share: error ? 0 : held(wanted, ours) / wanted.length });
    for (const [at, page] of pages.entries()) {
      const [a, b] = [letters(page.text ?? ""), letters(theirs[at] ?? "")];
      if (b.length === 0 || Math.max(a.length, b.length) > LONGEST) continue;
      errors += distance(a, b);
      compared += b.length;
    }
  }
  if (rows.length === 0) return;
  const least = (share) => rows.filter((row) => row.share >= share).length;
  console.log(
    `against pdftotext: of ${rows.length} PDFs that it reads, all its letters are in ${least(1)}, 99.5 % in ${least(0.995)}, 98 % in ${least(0.98)}; ` +
      `letters otherwise or elsewhere on their page: ${((100 * errors) / compared).toFixed(2)} %`,
  );
  for (const { file, share } of rows.filter((row) => row.share < 0.98)) console.log(`  ${(100 * share).toFixed(1)} % ${file}`);
}

const endingOf = ({ file }) => path.extname(file).slice(1).toLowerCase();

function grouped(results) {
  const groups = new Map();
  for (const one of results) groups.set(endingOf(one), [...(groups.get(endingOf(one)) ?? []), one]);
  return groups;
}

/** Fits a time per file and a time per byte by least squares. */
function fit(results) {
  const n = results.length;
  const mean = (of) => results.reduce((sum, one) => sum + of(one), 0) / n;
  const [bytes, seconds] = [mean((one) => one.bytes), mean((one) => one.seconds)];
  const slope = mean((one) => (one.bytes - bytes) * (one.seconds - seconds)) / mean((one) => (one.bytes - bytes) ** 2);
  console.log(`about ${(1000 * (seconds - slope * bytes)).toFixed(0)} ms a file and a second for ${(1 / slope / 1e6).toFixed(2)} MB`);
}

await entry(() => {
  const folders = process.argv.slice(2);
  if (folders.length === 0) throw new Failure("Say in which folders the files are.");
  const cli = program("marginalia-cli", "start");
  const results = folders.flatMap(under).map((file) => read(cli, file));
  for (const [ending, group] of grouped(results)) {
    const reasons = [...counted(group.filter((one) => one.error).map((one) => one.error.reason))].map(([why, count]) => `${count} ${why}`);
    const well = group.filter((one) => !one.error && !one.failed);
    const sum = (all, of) => all.reduce((total, one) => total + of(one), 0);
    const seconds = sum(group, (one) => one.seconds);
    console.log(
      `.${ending}: ${group.length} files, ${well.length} read, refused: ${reasons.join(", ") || "none"}, failed: ${group.filter((one) => one.failed).length}; ` +
        `${sum(well, (one) => one.pages.length)} parts, ${seconds.toFixed(1)} s of a processor (${((1000 * seconds) / group.length).toFixed(0)} ms a file), ` +
        `longest ${Math.max(...group.map((one) => one.seconds)).toFixed(1)} s, most memory ${Math.round(Math.max(...group.map((one) => one.memory)) / 1024)} MB`,
    );
  }
  compare(results);
  fit(results);
});
