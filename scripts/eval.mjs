// npm run eval [-- FOLDER]: measures the citation check's agreement with people, over sets of claims and texts in
// ../shared/data/support, outside the repository.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildForUse, buildUi, program, setup } from "./setup.mjs";
import { Failure, entry, root } from "./task.mjs";

/** A set's pairs: lines of claim, text and label, or answers with the spans that each source was quoted for. */
function pairs(file) {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return lines.flatMap((line) => {
    if (line.label !== undefined) return [line];
    // A sentence that quotes one source is supported by that source only.
    const sentences = [...line.answer.matchAll(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?\s*/g)];
    return sentences.flatMap(({ 0: text, index }) => {
      const spans = line.spans.filter(({ start, end }) => start < index + text.length && end > index);
      const quoted = new Set(spans.map(({ source }) => source));
      if (text.split(/\s+/).length < 6 || quoted.size !== 1) return [];
      return line.sources.map((source) => ({
        claim: text.trim(),
        text: `# ${source.title}\n\n${source.text}`,
        label: quoted.has(source.number) ? "supported" : "unsupported",
      }));
    });
  });
}

function verdicts(all, folder) {
  const file = path.join(folder, "pairs.jsonl");
  writeFileSync(file, all.map(({ claim, text }, id) => JSON.stringify({ id, claim, text })).join("\n"));
  const done = spawnSync(program("marginalia-cli", "start"), ["check", "--batch", file, "--json"], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (done.status !== 0) throw new Failure(`marginalia-cli check failed (exit ${done.status ?? done.signal}).`);
  return done.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).support);
}

const share = (part, whole) => (whole === 0 ? "–" : (part / whole).toFixed(3));

/** Agreement about showing a claim as supported; “weak” counts as unsupported. */
function row(name, all, found) {
  const count = (test) => all.filter((pair, at) => test(pair.label, found[at])).length;
  const right = count((label) => label === "supported");
  const shown = count((_, support) => support === "supported");
  const both = count((label, support) => label === "supported" && support === "supported");
  const neither = all.length - right - shown + both;
  const f1 = (hits, one, two) => (one + two === 0 ? 0 : (2 * hits) / (one + two));
  const macro = (f1(both, right, shown) + f1(neither, all.length - right, all.length - shown)) / 2;
  const denied = count((label) => label === "contradicted");
  const named = count((_, support) => support === "contradicted");
  const namedRightly = count((label, support) => label === "contradicted" && support === "contradicted");
  const passed = count((label, support) => label === "contradicted" && support === "supported");
  const labels = [...new Set(all.map(({ label }) => label))].sort();
  return {
    set: name,
    pairs: all.length,
    labels: labels.join(", "),
    balanced: ((both / right + neither / (all.length - right)) / 2).toFixed(3),
    macroF1: macro.toFixed(3),
    precision: share(both, shown),
    recall: share(both, right),
    "contradictions shown as supported": share(passed, denied),
    "contradicted: precision": denied === 0 ? "–" : share(namedRightly, named),
    "contradicted: recall": share(namedRightly, denied),
    "supported called contradicted": share(
      count((label, support) => label === "supported" && support === "contradicted"),
      right,
    ),
  };
}

await entry(async () => {
  const data = path.resolve(process.argv[2] ?? path.join(root, "../shared/data/support"));
  if (!existsSync(data)) {
    console.log(`The sets aren't here (looked for ${data}), so nothing was measured. docs/inside/answers.md has the figures.`);
    return;
  }
  // An unoptimised check takes many times as long.
  if (!existsSync(program("marginalia-cli", "start"))) {
    setup();
    await buildUi();
    await buildForUse();
  }
  const folder = mkdtempSync(path.join(tmpdir(), "marginalia-eval-"));
  try {
    const files = readdirSync(data)
      .filter((file) => file.endsWith(".jsonl"))
      .sort();
    const rows = files.map((file) => {
      const all = pairs(path.join(data, file));
      return row(file.replace(/\.jsonl$/, ""), all, verdicts(all, folder));
    });
    const heads = Object.keys(rows[0] ?? {});
    console.log(`| ${heads.join(" | ")} |\n|${heads.map(() => "---").join("|")}|`);
    for (const one of rows) console.log(`| ${heads.map((head) => one[head]).join(" | ")} |`);
    console.log("\nsupported: label “supported”, shown as supported; every other label and every other verdict, weak too, counts as not.");
    console.log("contradicted: only where the labels tell it; in negation-rte the contradicted are among the unsupported.");
    console.log("The weights were trained on these sets: what holds for others is in docs/inside/answers.md.");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
