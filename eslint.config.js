import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

const features = ["changes", "chat", "context", "help", "insight", "memory", "projects", "prompts", "reader", "references", "settings", "vault"];

const tauri = {
  regex: "^@tauri-apps/",
  message: "Only ui/src/ipc talks to Tauri; use the Backend interface.",
};
const app = { regex: "^(\\.\\./)+(app|quick)/", message: "The windows compose features, not the other way round." };
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

/** Sentences are written over when the language changes. A module runs once, so a sentence that it reads while it runs stays English. */
const readLate = {
  meta: { type: "problem", schema: [], messages: { early: "Read a sentence where it is shown, in a function: here it would stay English." } },
  create(context) {
    const { sourceCode } = context;
    const isSentences = ({ type, parent }) => type === "ImportBinding" && /sentences$/.test(parent.source?.value ?? "");
    /** A component's script runs each time that it is drawn. */
    const runsOnce = (node) => {
      const script = sourceCode.getAncestors(node).find(({ type }) => type.startsWith("Svelte"));
      return !script || (script.type === "SvelteScriptElement" && script.startTag.attributes.some(({ key }) => key?.name === "module"));
    };
    return {
      "Program:exit"(program) {
        const scopes = [sourceCode.getScope(program), ...sourceCode.getScope(program).childScopes].filter(({ type }) => type === "module");
        const imported = scopes.flatMap(({ variables }) => variables).filter(({ defs }) => defs.some(isSentences));
        for (const { from, identifier } of imported.flatMap(({ references }) => references)) {
          const { type, object, init, id } = identifier.parent;
          const isRead =
            type === "MemberExpression" ? object === identifier : type === "VariableDeclarator" && init === identifier && id.type === "ObjectPattern";
          if (isRead && from.variableScope.type === "module" && runsOnce(identifier)) context.report({ node: identifier, messageId: "early" });
        }
      },
    };
  },
};

export default ts.config(
  { ignores: ["**/node_modules/**", "target/**", "gen/**", "ui/dist/**", "ui/src/ipc/bindings.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs["flat/recommended"],
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      "no-console": "error",
      // Prettier ends each statement with a semicolon.
      "no-unexpected-multiline": "off",
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
  {
    files: ["ui/src/**"],
    ignores: ["ui/src/languages/**", "**/*.test.ts"],
    plugins: { language: { rules: { "read-late": readLate } } },
    rules: { "language/read-late": "error" },
  },
  ...featureRules,
  { files: ["ui/src/ipc/**"], rules: { "no-restricted-imports": "off" } },
  {
    files: ["ui/src/kit/**"],
    rules: {
      "no-restricted-imports": ["error", { patterns: [tauri, { regex: "^(\\.\\./)+(?!$)", message: "kit knows nothing of the app." }] }],
    },
  },
  {
    // Scripts and tests that people run in a terminal speak to it.
    files: ["tests/**", "scripts/**", ".ci/**"],
    rules: { "no-console": "off" },
  },
);
