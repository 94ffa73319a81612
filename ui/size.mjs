import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Maximum size of what the window loads when it opens, compressed, in bytes. */
export const MOST = 250_000;

/** The files of `folder` that the window loads when it opens: what its page names, and what those import. What is
 *  loaded when it is wanted (the graph, another language, a list of licences) isn't among them. */
function begunWith(folder) {
  const files = new Set(["index.html"]);
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    const named = file.endsWith(".html")
      ? [...text.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)]
      : [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)].map(([whole, name]) => [whole, `assets/${name}`]);
    for (const [, name] of named) files.add(name);
  }
  return [...files];
}

/** The size of what the window that was built into `folder` begins with, each file compressed by itself, in bytes. */
export function compressedSize(folder) {
  return begunWith(folder).reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
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
