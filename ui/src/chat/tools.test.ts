import { expect, test } from "vitest";

import type { Call } from "../ipc";
import { argumentsOf, callWords } from "./tools";

const call = (more: Partial<Call> = {}): Call => ({
  id: "1",
  name: "find_excerpts",
  arguments: '{"limit":5,"query":"salt"}',
  state: "running",
  told: "",
  ...more,
});

test.each<[Partial<Call>, string]>([
  [{}, "Searching your notes for “salt”…"],
  [{ state: "done", told: "5 passages of 3 notes" }, "Searched your notes for “salt” · 5 passages of 3 notes"],
  [{ state: "done" }, "Searched your notes for “salt”"],
  [{ state: "failed" }, "Searched your notes for “salt” (failed)"],
  [{ state: "failed", told: "No passage matches “salt”." }, "No passage matches “salt”"],
  [{ state: "failed", told: "`query` is missing.", arguments: "{}" }, "Searched your notes · `query` is missing"],
  [{ name: "read_note", arguments: '{"note":"Salt"}' }, "Reading “Salt”…"],
  [{ name: "read_note", arguments: '{"note":"Salt"}', state: "done", told: "Read Salt.md" }, "Read Salt.md"],
  [{ name: "read_note", arguments: "{}" }, "Reading a note…"],
  [{ name: "find_backlinks", arguments: '{"note":"Salt"}', state: "done", told: "3 links to Salt.md" }, "Found links to a note · 3 links to Salt.md"],
  [{ name: "list_notes", arguments: '{"folder":"Recipes"}', state: "done", told: "12 notes" }, "Listed notes in “Recipes” · 12 notes"],
  [{ name: "list_notes", arguments: "{}", state: "done", told: "12 notes" }, "Listed notes · 12 notes"],
  [{ name: "current_datetime", arguments: "{}", state: "done", told: "It is Sunday" }, "It is Sunday"],
  [{ arguments: "not JSON" }, "Searching your notes…"],
  [{ arguments: "" }, "Searching your notes…"],
  [{ arguments: '{"query":"$& and $1"}' }, "Searching your notes for “$& and $1”…"],
  [{ name: "something_new", state: "done", arguments: "{}" }, "Used something_new"],
  [{ arguments: JSON.stringify({ query: "x".repeat(80) }) }, `Searching your notes for “${"x".repeat(59)}…”…`],
])("%j", (more, expected) => {
  expect(callWords(call(more))).toBe(expected);
});

test.each([
  [
    '{"query":"salt","limit":5,"tags":["a"]}',
    [
      ["query", "salt"],
      ["limit", "5"],
      ["tags", '["a"]'],
    ],
  ],
  ["", []],
  ["[1]", null],
  ["null", null],
  ["{broken", null],
])("arguments %s", (given, expected) => {
  expect(argumentsOf(call({ arguments: given }))).toEqual(expected);
});
