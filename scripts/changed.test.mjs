import assert from "node:assert/strict";
import { test } from "node:test";
import { cratesOf, windowTestsOf } from "./changed.mjs";

const packages = [
  { name: "marginalia", folder: "" },
  { name: "notes", folder: "src-tauri/notes" },
  { name: "index", folder: "src-tauri/index" },
  { name: "tests", folder: "tests" },
];

test("a file belongs to the crate whose folder it is in", () => {
  assert.deepEqual(cratesOf(["src-tauri/notes/src/lib.rs", "tests/tests/it/main.rs"], packages), ["notes", "tests"]);
  assert.deepEqual(cratesOf(["src-tauri/shell/events.rs", "tauri.conf.json"], packages), ["marginalia"]);
  assert.deepEqual(cratesOf(["docs/search.md", "ui/src/app/App.svelte"], packages), []);
});

test("the lock, the compiler and the resources belong to every crate", () => {
  assert.equal(cratesOf(["Cargo.lock"], packages).length, packages.length);
  assert.equal(cratesOf(["rust-toolchain.toml"], packages).length, packages.length);
  assert.equal(cratesOf(["resources/embedding/tokenizer.json"], packages).length, packages.length);
});

test("a window test is reached through imports within a feature, but not through the app that holds all", () => {
  const sources = new Map([
    ["chat/marks.ts", { text: "", imports: [] }],
    ["chat/Chip.svelte", { text: '<button data-testid="chip">', imports: ["chat/marks.ts"] }],
    ["app/App.svelte", { text: '<main data-testid="app">', imports: ["chat/Chip.svelte"] }],
    ["vault/List.svelte", { text: '<li data-testid="note-item">', imports: [] }],
  ]);
  const tests = [
    { file: "chat.test.mjs", text: 'page.click(id("chip"))' },
    { file: "vault.test.mjs", text: 'page.click(id("note-item"))' },
    { file: "app.test.mjs", text: 'page.seen(id("app"))' },
  ];
  assert.deepEqual(windowTestsOf(["ui/src/chat/marks.ts"], sources, tests), ["chat.test.mjs"]);
  assert.deepEqual(windowTestsOf(["docs/search.md"], sources, tests), []);
});
