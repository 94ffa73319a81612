import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Maximum size of what is built, compressed, in bytes. */
export const MOST = 250_000;

/** The size of what was built into `folder`, each file compressed by itself, in bytes. */
export function compressedSize(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + gzipSync(readFileSync(join(parentPath, name))).length, 0);
}

/** Prints that size after a build. */
export const printSize = {
  name: "print-size",
  apply: "build",
  writeBundle({ dir }) {
    const kilobytes = (bytes) => `${Math.round(bytes / 1000)} KB`;
    process.stdout.write(`The window is ${kilobytes(compressedSize(dir))} compressed, of ${kilobytes(MOST)} at most.\n`);
  },
};
