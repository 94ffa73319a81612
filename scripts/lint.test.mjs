// What the rules of our own in eslint.config.js catch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ESLint } from "eslint";
import { root } from "./task.mjs";

const eslint = new ESLint({ cwd: root });

/** The rules that a file of the window breaks. */
async function broken(lines, filePath) {
  const [{ messages }] = await eslint.lintText(`${lines.join("\n")}\n`, { filePath });
  return messages.map(({ line, ruleId }) => `${line} ${ruleId}`);
}

test("a sentence that a module reads while it runs is an error, since it would stay English", async () => {
  const lines = [
    'import { words } from "./sentences";',
    "export const early = words.retry;",
    "const { retry } = words;",
    "export const late = () => words.retry + retry;",
    "export const names = Object.keys(words);",
  ];
  assert.deepEqual(await broken(lines, "ui/src/chat/retry.ts"), ["2 language/read-late", "3 language/read-late"]);
});

test("no feature names another, or a window", async () => {
  const lines = ["changes", "quick", "prompts", "kit"].map((name) => `export * from "../${name}/state";`);
  const rule = "no-restricted-imports";
  assert.deepEqual(await broken(lines, "ui/src/context/state.ts"), [`1 ${rule}`, `2 ${rule}`, `3 ${rule}`]);
});
