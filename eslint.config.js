import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

const features = ["chat", "reader", "references", "context", "vault", "settings", "help"];

const tauri = {
  regex: "^@tauri-apps/",
  message: "Only ui/src/ipc talks to Tauri; use the Backend interface.",
};
const app = { regex: "^(\\.\\./)+app/", message: "The app composes features, not the other way round." };
const language = { regex: "^(\\.\\./)+languages(/|$)", message: "A feature speaks by its own sentences; the app puts a language over them." };

/** A feature uses ipc and kit, never another feature: the app brings them together. */
const featureRules = features.map((feature) => ({
  files: [`ui/src/${feature}/**`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          tauri,
          app,
          language,
          {
            regex: `^(\\.\\./)+(${features.filter((other) => other !== feature).join("|")})/`,
            message: "A feature doesn't import another feature.",
          },
        ],
      },
    ],
  },
}));

export default ts.config(
  { ignores: ["**/node_modules/**", "target/**", "gen/**", "ui/dist/**", "ui/src/ipc/bindings.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs["flat/recommended"],
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      "no-console": "error",
      // Caches that nothing on screen reads are plain maps on purpose.
      "svelte/prefer-svelte-reactivity": "off",
      eqeqeq: "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
    },
  },
  {
    files: ["ui/**"],
    languageOptions: { globals: { ...globals.browser } },
    rules: { "no-restricted-imports": ["error", { patterns: [tauri] }] },
  },
  {
    files: ["ui/**/*.svelte", "ui/**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  ...featureRules,
  { files: ["ui/src/ipc/**"], rules: { "no-restricted-imports": "off" } },
  {
    files: ["ui/src/kit/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [tauri, { regex: "^(\\.\\./)+(?!$)", message: "kit knows nothing of the app." }] },
      ],
    },
  },
  {
    // Scripts and tests that people run in a terminal speak to it.
    files: ["tests/**", "scripts/**", ".ci/**"],
    rules: { "no-console": "off" },
  },
);
