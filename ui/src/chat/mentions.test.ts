import { describe, expect, test } from "vitest";

import { foldersOf, mentionsFor, narrowed, openMentionAt, widened, type Mention } from "./mentions";

const note = (path: string, title = path.replace(/^.*\//, "").replace(".md", "")) => ({ path, title, aliases: [] as string[] });
const conversation = (title: string) => ({ id: title, title, updated: "", messages: 2, pinned: false, project: null });
const vault = {
  headings: [],
  notes: [note("Log/2024/March.md"), note("Log/Rye fails.md"), note("Salt.md")],
  tags: [
    { tag: "rye", notes: 4 },
    { tag: "bread/rye", notes: 1 },
  ],
  conversations: [conversation("Why was my rye gummy?")],
};

test.each([
  ["@|", { from: 0, name: "", heading: null }],
  ["what of @Rye fa|", { from: 8, name: "Rye fa", heading: null }],
  ["(@Salt#How|", { from: 1, name: "Salt", heading: "How" }],
  ["@#rye|", { from: 0, name: "#rye", heading: null }],
  ["me@home|", null],
  ["at @ five|", null],
  ["@Rye  and|", null],
  ["@a\nb|", null],
])("the @ being typed in %j", (typed, expected) => {
  expect(openMentionAt(typed.slice(0, -1), typed.length - 1)).toEqual(expected);
});

describe("what is offered", () => {
  const told = (one: Mention) =>
    one.kind === "note"
      ? one.note.path
      : one.kind === "heading"
        ? `${one.note.path}#${one.heading}`
        : one.kind === "folder"
          ? `${one.path}/`
          : one.kind === "tag"
            ? `#${one.tag}`
            : one.conversation.title;
  test.each([
    ["rye", ["Log/Rye fails.md", "#rye", "#bread/rye", "Why was my rye gummy?"]],
    ["log", ["Log/", "Log/2024/"]],
    ["2024", ["Log/2024/"]],
    ["lo/", ["Log/", "Log/2024/"]],
    ["#bre", ["#bread/rye"]],
    ["nothing of it", []],
  ])("for @%s", (typed, expected) => {
    expect(mentionsFor(typed, vault).map(told)).toEqual(expected);
  });

  test("for @ alone, some of each", () => {
    expect(new Set(mentionsFor("", vault).map(({ kind }) => kind))).toEqual(new Set(["note", "folder", "tag", "conversation"]));
  });
});

// B75
test("headings stand below the notes, and those of notes that are gone aren't offered", () => {
  const headings = [
    { path: "Salt.md", text: "Rye at home" },
    { path: "Gone.md", text: "Rye" },
  ];
  const offered = mentionsFor("rye", { ...vault, headings }).map((one) => (one.kind === "heading" ? `${one.note.path}#${one.heading}` : one.kind));
  expect(offered).toEqual(["note", "Salt.md#Rye at home", "tag", "tag", "conversation"]);
  for (const typed of ["#rye", "rye/"]) {
    expect(mentionsFor(typed, { ...vault, headings }).some(({ kind }) => kind === "heading")).toBe(false);
  }
});

test("a folder has the notes below it", () => {
  expect([...foldersOf(vault.notes)]).toEqual([
    ["Log", 2],
    ["Log/2024", 1],
  ]);
});

test("a scope has each of its parts once, and loses them one by one", () => {
  const scope = narrowed(narrowed({ places: ["Log"], tags: [] }, { places: ["Log"] }), { tags: ["rye"] });
  expect(scope).toEqual({ places: ["Log"], tags: ["rye"] });
  expect(widened(scope, { places: ["Log"] })).toEqual({ places: [], tags: ["rye"] });
});
