// Checks licences, sources and known vulnerabilities of the app's crates and packages, and lists them as a CycloneDX
// bill of materials.
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { PACKAGE as multilingual } from "./embedding/fetch.mjs";
import { enginePackage } from "./engine.mjs";
import { flawsOfCrates, flawsOfPackages } from "./flaws.mjs";
import { PACKAGE as recognition } from "./recognition.mjs";
import { PACKAGE as onnxRuntime } from "./runtime.mjs";
import { Failure, root, runBeside } from "./task.mjs";
import { tool } from "./tools.mjs";

/** Checks crates against deny.toml, and looks for vulnerabilities. The report notes an unreachable database. */
export async function checkSupply(report) {
  const deny = tool("cargo-deny");
  await runBeside(deny, ["--all-features", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"], { quiet: true });
  tell("crates", await look(deny, ["check", "--hide-inclusion-graph", "advisories"], flawsOfCrates), report);
  tell("packages of the window", await look("npm", ["audit", "--omit=dev", "--json"], ({ stdout }) => flawsOfPackages(stdout)), report);
}

/** A program's vulnerability report. A program that doesn't end is waiting for its database. */
async function look(command, args, flawsOf) {
  const options = { cwd: root, shell: process.platform === "win32", timeout: 120_000, maxBuffer: 1 << 28 };
  const done = await promisify(execFile)(command, args, options).catch((error) => error);
  if (done.killed) return { unreachable: `${command} waited for it for two minutes` };
  if (typeof done.code === "string") throw new Failure(`${command} can't be run: ${done.message}`);
  return flawsOf({ status: done.code ?? 0, stdout: done.stdout, said: `${done.stdout}${done.stderr}` });
}

/** Lists known vulnerabilities, and fails if any is severe. */
function tell(what, { unreachable, grave = [], slight = [] }, report) {
  if (unreachable) return report.skip(`known flaws in ${what}`, `the list of them can't be reached from here (${unreachable})`);
  const named = [...grave, ...slight].map((line) => `\n${line}`).join("") || " none.";
  if (grave.length > 0) throw new Failure(`Known flaws in ${what}:${named}`);
  console.log(`Known flaws in ${what}:${named}`);
}

/** An npm package's address, and the hash that the setup requires. */
const pinned = ({ name, version, integrity }) => ({
  purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex") }],
});

const engine = enginePackage({ graphics: true });
const weights = path.join(root, "resources", "embedding", "all-MiniLM-L6-v2-int8.onnx");

/** Shipped parts of this system other than crates and packages, with the hashes of their packages or files. */
const OTHERS = [
  { type: "library", name: "onnxruntime", version: onnxRuntime.version, ...pinned(onnxRuntime), licenses: [{ expression: "MIT" }] },
  { type: "library", name: "llama.cpp", version: "0.4.0", ...(engine && pinned(engine)), licenses: [{ expression: "MIT" }] },
  { type: "data", name: "fonts and decoders of pdf.js", licenses: [{ expression: "BSD-2-Clause AND BSD-3-Clause AND MIT" }] },
  { type: "data", name: "WordNet", version: "3.1", licenses: [{ license: { name: "WordNet License" } }] },
  {
    type: "machine-learning-model",
    name: "multilingual-e5-small",
    purl: `pkg:pypi/${multilingual.name}@${multilingual.version}`,
    hashes: [{ alg: "SHA-256", content: multilingual.sha256 }],
    licenses: [{ expression: "MIT" }],
  },
  {
    type: "machine-learning-model",
    name: "all-MiniLM-L6-v2",
    purl: "pkg:huggingface/sentence-transformers/all-MiniLM-L6-v2",
    hashes: [{ alg: "SHA-256", content: createHash("sha256").update(readFileSync(weights)).digest("hex") }],
    licenses: [{ expression: "Apache-2.0" }],
  },
  {
    type: "machine-learning-model",
    name: "PP-OCRv6 small",
    purl: `pkg:pypi/${recognition.name}@${recognition.version}`,
    hashes: [{ alg: "SHA-256", content: recognition.sha256 }],
    licenses: [{ expression: "Apache-2.0" }],
  },
];

const libraryOf = (name, version, licence, purl, hashes) => ({
  type: "library",
  name,
  version,
  purl,
  "bom-ref": purl,
  ...(licence && { licenses: [{ expression: licence.replaceAll("/", " OR ") }] }),
  ...(hashes && { hashes }),
});

/** Every shipped crate and package, as CycloneDX 1.6. */
export function billOfMaterials() {
  const read = (command, args) => {
    const done = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, shell: process.platform === "win32" });
    if (done.status !== 0) throw new Failure(`${command} ${args.join(" ")} failed: ${done.stderr}`);
    return JSON.parse(done.stdout);
  };
  const metadata = read("cargo", ["metadata", "--format-version", "1", "--locked"]);
  const checksums = new Map(
    [...readFileSync(path.join(root, "Cargo.lock"), "utf8").matchAll(/name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"/g)].map(
      ([, name, version, sum]) => [`${name} ${version}`, sum],
    ),
  );
  const shipped = reachable(metadata, "marginalia", "cli");
  const crates = metadata.packages
    .filter((it) => shipped.has(it.id) && it.source)
    .map((it) =>
      libraryOf(it.name, it.version, it.license, `pkg:cargo/${it.name}@${it.version}`, [
        { alg: "SHA-256", content: checksums.get(`${it.name} ${it.version}`) },
      ]),
    );
  const packages = read("npm", ["sbom", "--omit=dev", "--omit=optional", "--sbom-format=cyclonedx"]).components;
  const { version } = metadata.packages.find((it) => it.name === "marginalia");
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "marginalia", version, "bom-ref": "marginalia" } },
    components: [...crates, ...packages, ...OTHERS],
  };
}

/** IDs of the packages that the named ones need to run or build, without test dependencies. */
function reachable({ packages, resolve }, ...names) {
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const open = packages.filter((it) => names.includes(it.name)).map((it) => it.id);
  const seen = new Set(open);
  while (open.length > 0) {
    for (const { pkg, dep_kinds: kinds } of nodes.get(open.pop()).deps) {
      if (seen.has(pkg) || kinds.every(({ kind }) => kind === "dev")) continue;
      seen.add(pkg);
      open.push(pkg);
    }
  }
  return seen;
}

/** Writes the list for the window's "About": each part with version and licence. */
export function writeLicences() {
  const licences = billOfMaterials().components.map(({ name, version, licenses = [] }) => [
    version ? `${name} ${version}` : name,
    licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(", "),
  ]);
  const listed = new Map(licences.sort(([a], [b]) => (a < b ? -1 : 1)));
  const lines = [...listed].map((line) => `  ${JSON.stringify(line)}`);
  writeFileSync(path.join(root, "ui", "src", "settings", "licences.json"), `[\n${lines.join(",\n")}\n]\n`);
}

/** Writes the bill of materials beside the installers and prints its path. */
export function writeBillOfMaterials() {
  const folder = path.join(root, "target", "release", "bundle");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "marginalia.cdx.json");
  const bill = billOfMaterials();
  writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`);
  console.log(`What the app is made of (${bill.components.length} crates and packages): ${file}`);
}
