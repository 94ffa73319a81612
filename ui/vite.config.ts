import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

import { printSize } from "./size.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  root: here,
  plugins: [svelte({ configFile: `${here}svelte.config.js` }), svelteTesting(), printSize],
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
    // Each file has a page and modules of its own: sharing them takes a third of the time, and one file's mocks then
    // count in another's test.
    pool: "threads",
    maxWorkers: "100%",
    testTimeout: 20_000,
  },
});
