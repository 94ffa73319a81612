import { expect, test } from "vitest";

import lock from "../../../Cargo.lock?raw";
import npm from "../../../package-lock.json";
import { dependencies } from "../../../package.json";
import licences from "./licences.json";

const locked = new Set([...lock.matchAll(/name = "(.+)"\nversion = "(.+)"\nsource/g)].map(([, name, version]) => `${name} ${version}`));
/** What packages of ours bring along. */
const brought = Object.entries(npm.packages).map(([at, { version }]: [string, { version?: string }]) => `${at.replace(/^.*node_modules\//, "")} ${version}`);
const packages = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
const names = licences.map(([name = ""]) => name);

// `npm run licences` writes them anew.
test("the parts that are listed are those that are locked, each with its licence", () => {
  expect(packages.filter((one) => !names.includes(one))).toEqual([]);
  const shipped = [
    "WordNet 3.1",
    "onnxruntime 1.27.0",
    "llama.cpp 0.4.0",
    "fonts and decoders of pdf.js",
    "multilingual-e5-small",
    "all-MiniLM-L6-v2",
    "PP-OCRv6 small",
    ...brought,
  ];
  expect(names.filter((one) => !locked.has(one) && !shipped.includes(one))).toEqual([]);
  expect(licences.filter(([, licence]) => !licence)).toEqual([]);
  expect(names.length).toBeGreaterThan(100);
});
