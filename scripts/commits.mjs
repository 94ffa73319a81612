// Checks the subjects of commits made since this file was added: an imperative of at most 72 characters.
import { spawnSync } from "node:child_process";
import { Failure, root } from "./task.mjs";

const LONGEST = 72;

const list = (words) => new Set(words.split(" "));

/** Imperatives that end like other forms of a verb. Words in -ss need no entry. */
const IMPERATIVES = list("Alias Bias Canvas Focus Bleed Breed Embed Exceed Feed Need Proceed Seed Shred Speed Succeed Bring Ping Ring Spring String Swing");

/** First words that aren't imperatives, though no ending shows it. The list isn't complete: most nouns pass. */
const OTHERS = list(
  "A An The This That These Those It They We I What Who Whose Whom Why How Which Where When While Whether Whatever " +
    "All Any Both Each Every Few Many More Most Never No Not Nothing Now Of Once One Only Some Such Two Also And But Or If So " +
    "About After Before By For From In Into On Out Over To Under Up With Without Better Minor New Several Various " +
    "Are Began Been Broke Brought Built Came Could Did Done Drew Fell Found Gave Got Had Has Have Held Is Kept Known Left Lost Made " +
    "Must Ran Sent Should Taken Taught Thrown Told Took Was Went Were Will Would Written Wrote",
);

/** Everything wrong with a subject; empty for a good one. */
export function faultsOf(subject) {
  const faults = [];
  const [first] = /^[A-Z][a-z]+(?:['-][a-z]+)*(?= )/.exec(subject) ?? [];
  const isOtherForm = /(ed|ing|[^s]s)$/.test(first) && !IMPERATIVES.has(first);
  // Git writes the subject of a revert around the reverted subject.
  const isRevert = subject.startsWith('Revert "');
  if ([...subject].length > LONGEST && !isRevert) faults.push(`has ${[...subject].length} characters`);
  if (/\bWIP\b/i.test(subject)) faults.push("is work in progress");
  else if (!first) faults.push("doesn't begin with a capitalised word");
  else if (isOtherForm || OTHERS.has(first)) faults.push(`begins with “${first}”, which isn't an imperative`);
  return faults;
}

function git(folder, ...args) {
  const done = spawnSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  return done.status === 0 ? done.stdout.trim() : undefined;
}

/**
 * The commits that descend from the one that added `file`, without merges, as {hash, subject}; or `why` they can't be
 * read. Commits on other branches from before aren't descendants, also when they are merged later.
 */
export function commitsSince(file, folder = root) {
  const isShallow = git(folder, "rev-parse", "--is-shallow-repository");
  if (isShallow === undefined) return { why: "this is no git repository" };
  if (isShallow === "true") return { why: "this clone is shallow" };
  const base = git(folder, "log", "--diff-filter=A", "--format=%H", "--", file)?.split("\n").at(-1);
  if (!base) return { why: `no commit added ${file}` };
  const listed = git(folder, "log", "--no-merges", "--ancestry-path", "--format=%h %s", `${base}..HEAD`);
  if (listed === undefined) throw new Failure("git log failed.");
  const commits = listed
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const at = line.indexOf(" ");
      return { hash: line.slice(0, at), subject: line.slice(at + 1) };
    });
  return { commits };
}

export function checkCommits(report) {
  const { commits, why } = commitsSince("scripts/commits.mjs");
  if (why) return report.skip("subjects of commits", why);
  const broken = commits.flatMap(({ hash, subject }) => faultsOf(subject).map((fault) => `\n  ${hash} ${fault}: ${subject}`));
  if (broken.length > 0) throw new Failure(`The subject of a commit is an imperative of at most ${LONGEST} characters:${broken.join("")}`);
}
