import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { Plugin } from "vitest/config";

import { printSize } from "./size.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

const svelteConfig = `${here}svelte.config.js`;

/** What the cache of compiled modules depends on besides a module's text. Modules that list files aren't cached. */
const cacheKeys: Plugin = {
  name: "cache-keys",
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    const options = readFileSync(svelteConfig, "utf8");
    define(({ sourceCode }) => (sourceCode.includes("import.meta.glob") ? false : options));
  },
};

export default defineConfig({
  root: here,
  plugins: [svelte({ configFile: svelteConfig }), svelteTesting(), printSize, cacheKeys],
  // Tauri opens exactly this address, so another port would only show an empty window.
  server: { port: 1420, strictPort: true },
  preview: { port: 1420, strictPort: true },
  clearScreen: false,
  build: {
    outDir: `${here}dist`,
    emptyOutDir: true,
    target: "safari15",
    // The policy of the window forbids data: scripts and fonts; files keep it simple.
    assetsInlineLimit: 0,
    // The app's window, and the one for a quick question.
    rolldownOptions: { input: [`${here}index.html`, `${here}quick.html`] },
  },
  test: {
    environment: "happy-dom",
    // Frames aren't loaded in tests; that is no failure.
    environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
    include: ["src/**/*.test.ts", "bundle.test.mjs"],
    setupFiles: [`${here}src/test-setup.ts`],
    // Style sheets are read by tests, and would be empty otherwise.
    css: true,
    restoreMocks: true,
    // Each file has a page and modules of its own: one file's mocks would count in another's test. A context of its own
    // takes half of the time of a thread of its own.
    pool: "vmThreads",
    experimental: { fsModuleCache: true },
    maxWorkers: "100%",
    testTimeout: 20_000,
  },
});
