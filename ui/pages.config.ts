import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const pdfjs = join(here, "../node_modules/pdfjs-dist");

/**
 * What pdf.js asks for when a file needs it: letters of languages, the two fonts of signs that files needn't bring along (for
 * words the system's are taken), decoders of pictures. What runs scripts of a file isn't among it.
 */
const asked = { cmaps: /bcmap$|LICENSE/, standard_fonts: /^Foxit(Symbol|Dingbats)|FOXIT/, wasm: /^(jbig2|openjpeg|qcms_bg)\.wasm$|(JBIG2|OPENJPEG|QCMS)$/ };

const filesOfPdfjs: Plugin = {
  name: "files-of-pdfjs",
  generateBundle() {
    for (const [folder, wanted] of Object.entries(asked)) {
      const names = readdirSync(join(pdfjs, folder)).filter((name) => wanted.test(name));
      for (const name of names) this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source: readFileSync(join(pdfjs, folder, name)) });
    }
  },
};

// The frame that draws the pages of PDFs, apart from the window: nothing of it is loaded before a PDF is opened.
export default defineConfig({
  root: join(here, "src/reader/pages"),
  plugins: [filesOfPdfjs],
  clearScreen: false,
  build: {
    outDir: join(here, "dist/pages"),
    emptyOutDir: true,
    target: "safari16.4",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
