// ONNX Runtime's library, which runs the built-in embedding model: one file for this system, taken out
// of an npm package.
import { renameSync } from "node:fs";
import path from "node:path";
import { fetchPackage, place } from "./package.mjs";
import { root } from "./task.mjs";

/** The package with the library. */
export const PACKAGE = {
  name: "onnxruntime-node",
  // Later ones have a part that reports to their maker over the network, and does so before it can be told not to.
  version: "1.27.0",
  integrity: "sha512-QEzGwrvNBgv4uPVdnbHsOGG4G6T96mdlcFI8aAKPjMU8wOPpVocPXb6k3QGkaZagVTv2G9Bnnbo6Z3JdXr1fQw==",
};

// Where the package has the library for a system, and what we call it.
const LIBRARIES = {
  "linux-x64": ["linux/x64/libonnxruntime.so.1", "libonnxruntime.so"],
  "linux-arm64": ["linux/arm64/libonnxruntime.so.1", "libonnxruntime.so"],
  "darwin-arm64": ["darwin/arm64/libonnxruntime.1.dylib", "libonnxruntime.dylib"],
  "win32-x64": ["win32/x64/onnxruntime.dll", "onnxruntime.dll"],
  "win32-arm64": ["win32/arm64/onnxruntime.dll", "onnxruntime.dll"],
};

/**
 * Puts the library into `resources/onnxruntime`. A system for which there is none goes without: the
 * app then says that search by meaning isn't available, and everything else works.
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
