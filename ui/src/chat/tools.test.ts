import { expect, test } from "vitest";

import type { WireCall } from "../ipc";
import { argumentsOf, callWords } from "./tools";

const call = (more: Partial<WireCall> = {}): WireCall => ({
  id: "1",
  name: "find_excerpts",
  arguments: '{"limit":5,"query":"salt"}',
  state: "running",
  told: "",
  ...more,
});

test.each<[Partial<WireCall>, string]>([
  [{}, "Searching your notes: salt…"],
  [{ state: "done", told: "Searched your notes for “salt” · 5 passages" }, "Searched your notes for “salt” · 5 passages"],
  [{ state: "done" }, "Searched your notes: salt"],
  [{ state: "failed" }, "Searched your notes: salt, in vain"],
  [{ state: "failed", told: "There is no note Nix" }, "There is no note Nix"],
  [{ name: "read_note", arguments: '{"note":"Salt"}' }, "Reading a note: Salt…"],
  [{ name: "current_datetime", arguments: "{}" }, "Looking at the clock…"],
  [{ arguments: "not JSON" }, "Searching your notes…"],
  [{ arguments: "" }, "Searching your notes…"],
  [{ name: "something_new", state: "done", arguments: "{}" }, "Used something_new"],
  [{ arguments: JSON.stringify({ query: "x".repeat(80) }) }, `Searching your notes: ${"x".repeat(59)}……`],
])("%j", (more, expected) => {
  expect(callWords(call(more))).toBe(expected);
});

test.each([
  ['{"query":"salt","limit":5,"tags":["a"]}', [["query", "salt"], ["limit", "5"], ["tags", '["a"]']]],
  ["", []],
  ["[1]", null],
  ["null", null],
  ["{broken", null],
])("arguments %s", (given, expected) => {
  expect(argumentsOf(call({ arguments: given }))).toEqual(expected);
});
