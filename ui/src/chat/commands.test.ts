import { expect, test } from "vitest";

import { commandsFor, promptsFor, putPrompt, slashCommands, writeCommand } from "./commands";

const names = (text: string, caret = text.length) => commandsFor(text, caret).map(({ name }) => name);

test.each([
  ["/", ["/find", "/note", "/summarize", "/remember"]],
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

test("B83: a prompt is offered by its name, and replaces its command in the question", () => {
  const prompt = (command: string) => ({
    source: { type: "note" as const, path: `Prompts/${command}.md` },
    name: command,
    command,
    text: "",
    replaces_instructions: false,
    problem: null,
  });
  const all = [prompt("weekly-review"), prompt("gruff")];
  const offered = (text: string) => promptsFor(text, text.length, all).map(({ command }) => command);
  expect(offered("/")).toEqual(["weekly-review", "gruff"]);
  expect(offered("/rev")).toEqual(["weekly-review"]);
  expect(offered("/weekly-")).toEqual(["weekly-review"]);
  expect(offered("/no")).toEqual([]);
  expect(offered("Say /gr")).toEqual([]);
  expect(putPrompt("/wee", 4, "Sum up.")).toEqual({ text: "Sum up.", caret: 7 });
  expect(putPrompt("/wee this week", 4, "Sum up.")).toEqual({ text: "Sum up.\n\nthis week", caret: 7 });
});

test("a command is written out in place of what was typed of it", () => {
  const [find, , summarize] = slashCommands();
  if (!find || !summarize) throw new Error("a command is missing");
  expect(writeCommand("/f", 2, find)).toEqual({ text: "/find ", caret: 6 });
  expect(writeCommand("/fin salt", 2, find)).toEqual({ text: "/find salt", caret: 6 });
  expect(writeCommand("/", 1, summarize)).toEqual({ text: "/summarize [[", caret: 13 });
});
