import type { Settings } from "./bindings";

/** The instructions that a model gets unless the user wrote others. */
export const DEFAULT_INSTRUCTIONS = "You are Marginalia, an assistant with which a person asks questions of their own folder of Markdown notes.";

/** The settings of a fresh app, but for one pattern of notes that are left out. */
export const fakeSettings = (): Settings => ({
  servers: [],
  chosen: null,
  overrides: [],
  models_folder: null,
  reserve: 1024,
  exclude: ["Templates/**"],
  gitignore: false,
  documents: ["pdf", "office", "books"],
  search: {
    embeddings: { type: "builtIn" },
    vectors: { type: "own" },
    rerank: { type: "off" },
    rewrite: false,
    multi_query: false,
    max_k: 10,
    display_k: 5,
    threshold: 0.25,
  },
  chat: {
    instructions: null,
    reminder: "",
    prompts_folder: "",
    tools: true,
    memories: false,
    changes: true,
    compact: true,
    summaries: false,
    shares: { system: 10, tools: 30, messages: 60 },
    lend_shares: false,
    temperature: null,
    kept_messages: 3,
    work: { steps: 6, calls: 30, tokens: 200_000, minutes: 15 },
    routing: false,
  },
  check: { judge: { type: "off" } },
  web: { service: { type: "off" }, results: 5, ask: "once" },
  quick_ask: { on: false, key: "controlShiftSpace" },
  commit_changes: false,
});
