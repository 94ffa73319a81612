// Extracts ONNX Runtime, which runs the built-in embedding model, from an npm package: one file for this system.
import { renameSync } from "node:fs";
import path from "node:path";
import { fetchPackage, place } from "./package.mjs";
import { root } from "./task.mjs";

export const PACKAGE = {
  name: "onnxruntime-node",
  // Later versions have telemetry that sends data before it can be turned off.
  version: "1.27.0",
  integrity: "sha512-QEzGwrvNBgv4uPVdnbHsOGG4G6T96mdlcFI8aAKPjMU8wOPpVocPXb6k3QGkaZagVTv2G9Bnnbo6Z3JdXr1fQw==",
};

// The library's path in the package by system, and our name for it.
const LIBRARIES = {
  "linux-x64": ["linux/x64/libonnxruntime.so.1", "libonnxruntime.so"],
  "linux-arm64": ["linux/arm64/libonnxruntime.so.1", "libonnxruntime.so"],
  "darwin-arm64": ["darwin/arm64/libonnxruntime.1.dylib", "libonnxruntime.dylib"],
  "win32-x64": ["win32/x64/onnxruntime.dll", "onnxruntime.dll"],
  "win32-arm64": ["win32/arm64/onnxruntime.dll", "onnxruntime.dll"],
};

/**
 * Puts the library into `resources/onnxruntime`. On an unsupported system, the app reports that search by meaning
 * isn't available, and all else works.
 */
export function embeddingRuntime() {
  const library = LIBRARIES[`${process.platform}-${process.arch}`];
  if (!library) {
    console.log(`There is no ONNX Runtime for ${process.platform} on ${process.arch} in the package: search by meaning won't be available.`);
    return;
  }
  const [inside, name] = library;
  const kept = fetchPackage({
    ...PACKAGE,
    what: `ONNX Runtime ${PACKAGE.version} for search by meaning (MIT, 101 MB once)`,
    choose: (unpacked, chosen) => renameSync(path.join(unpacked, "bin", "napi-v6", inside), path.join(chosen, name)),
  });
  place(path.join(kept, name), path.join(root, "resources", "onnxruntime", name));
}
