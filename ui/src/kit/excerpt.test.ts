import { expect, test } from "vitest";

import { excerpt, inLine, withoutMarks } from "./excerpt";

const filler = "and so it went on for a good while, without much that was new to anybody who had been there ".repeat(6);

test.each<[string, string[], string]>([
  ["# How much\n\n**Salt** is `2%` of [[Flour|the flour]].", [], "Salt is 2% of the flour."],
  ["# Rye", ["rye"], "Rye"],
  ["gummy *and* dense, 2 * 3 * 4, see [[Gummy crumb#Rye in particular]]", [], "gummy and dense, 2 * 3 * 4, see Gummy crumb › Rye in particular"],
  ["- [ ] buy [oats](https://oats.example)\n- [x] call\n> quoted", [], "buy oats call quoted"],
  ["| Bread | Salt |\n| --- | --- |\n| Rye | 2% |", ["rye"], "Bread · Salt; Rye · 2%;"],
  ["Timetable | When | What | | --- | ---: | | Sat 08:00 | Levain |", [], "Timetable · When · What · Sat 08:00 · Levain"],
  ["```rust\nlet a = 1;\n```", ["let"], "let a = 1;"],
  ["Salt.\n> [!tip]- Forgot it?\n> Knead it in.", [], "Salt. Forgot it? Knead it in."],
  ["", ["x"], ""],
])("%j for %j is %j", (text, words, shown) => {
  expect(excerpt(text, words)).toBe(shown);
});

test.each([
  ["as in [[2026-03-08 First rye]], twice", "as in 2026-03-08 First rye, twice"],
  ["as in [[2026-03-08 First rye|the first rye]]", "as in the first rye"],
  ["as in [[2026-03-08 First r", "as in 2026-03-08 First r"],
  ["irst rye]] and [[Salt]]", "irst rye and Salt"],
  ["gs/First rye|the first]] and", "the first and"],
  ["[^1]: Weighed twice. [^note]", "Weighed twice."],
  ["* Salt[^2] goes **in** last", "Salt goes in last"],
  ["| a | b |", "a · b;"],
])("%j reads %j in one line", (text, shown) => {
  expect(inLine(text)).toBe(shown);
});

test("the words that were found are in it, wherever they stand", () => {
  const shown = excerpt(`${filler}the Brötchen were burnt. ${filler}`, ["brotchen"]);
  expect(shown).toContain("Brötchen were burnt");
  expect(shown).toMatch(/^… \S.* …$/);
  expect(shown.length).toBeLessThan(260);
});

test("a word at the end is near the beginning of the excerpt", () => {
  const shown = excerpt(`${filler}${filler}At last the crumb was sticky.`, ["sticky"]);
  expect(shown.indexOf("sticky")).toBeLessThan(130);
  expect(shown).toMatch(/sticky\.$/);
});

test("the place with most of the words is shown", () => {
  const shown = excerpt(`salt. ${filler} Salt, flour and water make a dough.`, ["salt", "flour", "water"]);
  expect(shown).toContain("Salt, flour and water make a dough.");
  expect(excerpt(filler, ["nowhere"])).toMatch(/^and so it went .* …$/);
});

test("a heading within a passage stays a paragraph of its own", () => {
  expect(withoutMarks("## Which\n\nAny.\n\n## When\n\n- late\n- slowly")).toBe("Which\n\nAny.\n\nWhen\n\nlate\nslowly");
});

test("formulas have no commands, and amounts of dollars stay", () => {
  expect(excerpt("$$T_{water} = 4 \\times T_{dough}$$ and $F$ is heat.", [])).toBe("T_water = 4 × T_dough and F is heat.");
  expect(excerpt("It cost $5, then $6.", [])).toBe("It cost $5, then $6.");
});

test("a heading within an excerpt is set apart from its text", () => {
  expect(excerpt("## Flour\n\nIt is sticky.\n\n## Buying it\n\nLight rye is sieved.\n\n## Why?\n\nAsk.", [])).toBe(
    "It is sticky. Buying it: Light rye is sieved. Why? Ask.",
  );
});
