import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { compressedSize, MOST } from "./size.mjs";

const ui = import.meta.dirname;
/** Stands in the recordings of the app and nowhere else. */
const MARKER = "/home/you/";
/** Stands in the German sentences and nowhere else. */
const GERMAN = "Sprich mit deinen eigenen Notizen";

test(
  "what is shipped is small, has the app's backend and no recording of it, and other languages apart from what the window begins with",
  { timeout: 120_000 },
  () => {
    expect(readFileSync(join(ui, "recordings/vault.json"), "utf8")).toContain(MARKER);
    const folder = mkdtempSync(join(tmpdir(), "marginalia-ui-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const vite = join(ui, "../node_modules/vite/bin/vite.js");
    const env = { ...process.env, NODE_ENV: "production", VITEST: "" };
    const said = execFileSync(process.execPath, [vite, "build", "--config", join(ui, "vite.config.ts"), "--outDir", folder, "--logLevel", "warn"], {
      env,
      encoding: "utf8",
    });
    expect(said).toMatch(/^The window is \d+ KB compressed/m);
    const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(join(folder, name), "utf8"));
    expect(scripts.filter((script) => script.includes("preferences_file"))).toHaveLength(1);
    expect(scripts.filter((script) => script.includes(MARKER))).toEqual([]);
    const german = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".js") && readFileSync(join(folder, name), "utf8").includes(GERMAN),
    );
    expect(german).toHaveLength(1);
    expect(compressedSize(folder)).toBeLessThan(MOST);
    expect(readFileSync(join(folder, "index.html"), "utf8")).not.toContain(german[0]);
  },
);
