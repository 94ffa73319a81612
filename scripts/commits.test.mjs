import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { commitsSince, faultsOf } from "./commits.mjs";

const GOOD = [
  "Cut chunks in a loop, not by recursion",
  "Process each file once",
  "Compress the log",
  "Embed passages in batches",
  "Bring the window to the front",
  "Focus the search box",
  "Re-read a changed vault",
  "Don't open a missing note",
  'Revert "Cut chunks in a loop"',
  `Revert "Add ${"a".repeat(68)}"`,
  `Add ${"ä".repeat(68)}`,
];

const BAD = [
  ["Added a test", "Added"],
  ["Adds a test", "Adds"],
  ["Adding a test", "Adding"],
  ["Notes open faster", "Notes"],
  ["The test is faster", "The"],
  ["Why a note is open", "Why"],
  ["Wrote a test", "Wrote"],
  ["Clippy's warnings", "Clippy's"],
  ["add a test", "capitalised"],
  ["fixup! Add a test", "capitalised"],
  ["Insight: list notes", "capitalised"],
  ["B12 has a test", "capitalised"],
  ["Tests", "capitalised"],
  ["", "capitalised"],
  ["WIP behaviours, tests", "progress"],
  ["Add a test (wip)", "progress"],
  [`Add ${"a".repeat(69)}`, "73 characters"],
  [`Revert ${"a".repeat(66)}`, "73 characters"],
];

test("an imperative of at most 72 characters is a good subject", () => {
  for (const subject of GOOD) assert.deepEqual(faultsOf(subject), [], subject);
});

test("other subjects are faulted once, with the reason", () => {
  for (const [subject, reason] of BAD) {
    const faults = faultsOf(subject);
    assert.equal(faults.length, 1, `${subject}: ${faults}`);
    assert.ok(faults[0].includes(reason), `${subject}: ${faults}`);
  }
});

test("only commits after the added file count, without merges, and none of a clone without history", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "commits-"));
  const git = (cwd, ...args) => {
    const { status, stderr } = spawnSync("git", ["-c", "user.name=T", "-c", "user.email=t@t.example", ...args], { cwd, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  };
  const repository = path.join(folder, "full");
  const commit = (subject) => git(repository, "commit", "--quiet", "--allow-empty", "-m", subject);
  try {
    assert.match(commitsSince("check.mjs", folder).why, /no git repository/);
    git(folder, "init", "--quiet", "-b", "main", repository);
    commit("Before");
    assert.match(commitsSince("check.mjs", repository).why, /no commit added/);
    git(repository, "branch", "other");
    writeFileSync(path.join(repository, "check.mjs"), "");
    git(repository, "add", "check.mjs");
    commit("Base");
    commit("After");
    git(repository, "checkout", "--quiet", "other");
    commit("Older branch");
    git(repository, "checkout", "--quiet", "main");
    git(repository, "merge", "--quiet", "--no-ff", "-m", "Merge", "other");
    commit("Last");
    assert.deepEqual(
      commitsSince("check.mjs", repository).commits.map(({ subject }) => subject),
      ["Last", "After"],
    );
    git(folder, "clone", "--quiet", "--depth", "1", `file://${repository}`, "shallow");
    assert.match(commitsSince("check.mjs", path.join(folder, "shallow")).why, /shallow/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
