import { expect, test } from "vitest";

import { commandsFor, slashCommands, writeCommand } from "./commands";

const names = (text: string, caret = text.length) => commandsFor(text, caret).map(({ name }) => name);

test.each([
  ["/", ["/find", "/note", "/summarize"]],
  ["/f", ["/find"]],
  ["/SUM", ["/summarize"]],
  ["/x", []],
  ["", []],
  [" /", []],
  ["What about /", []],
  ["/find salt", []],
])("%j offers %j", (text, expected) => {
  expect(names(text)).toEqual(expected);
});

test("a command is written out in place of what was typed of it", () => {
  const [find, , summarize] = slashCommands();
  if (!find || !summarize) throw new Error("a command is missing");
  expect(writeCommand("/f", 2, find)).toEqual({ text: "/find ", caret: 6 });
  expect(writeCommand("/fin salt", 2, find)).toEqual({ text: "/find salt", caret: 6 });
  expect(writeCommand("/", 1, summarize)).toEqual({ text: "/summarize [[", caret: 13 });
});
