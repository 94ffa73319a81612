import { describe, expect, test } from "vitest";

import { groundOf, markCited, markLines, markSentences } from "./mark";

const html = `
  <h2 data-lines="1-1">Salt</h2>
  <p data-lines="3-5">Two per cent.</p>
  <ul data-lines="7-12">
    <li data-lines="7-9"><p data-lines="7-7">One</p><ul data-lines="8-9"><li data-lines="8-8">One a</li><li data-lines="9-9">One b</li></ul></li>
    <li data-lines="10-12">Two</li>
  </ul>
  <table data-lines="14-16"><tbody><tr data-lines="16-16"><td>x</td></tr></tbody></table>
  <p>no lines</p>`;

function marked(start: number, end: number): string[] {
  const root = document.createElement("div");
  root.innerHTML = html;
  const first = markLines(root, { start, end });
  const all = [...root.querySelectorAll(".passage-mark")];
  expect(first).toBe(all[0] ?? null);
  return all.map((block) => `${block.tagName.toLowerCase()} ${block.getAttribute("data-lines")}`);
}

// B13
test.each([
  [3, 5, ["p 3-5"]],
  [4, 4, ["p 3-5"]],
  [1, 3, ["h2 1-1", "p 3-5"]],
  [8, 8, ["li 8-8"]],
  [7, 12, ["p 7-7", "li 8-8", "li 9-9", "li 10-12"]],
  [16, 16, ["tr 16-16"]],
  [2, 2, []],
  [90, 99, []],
])("lines %d to %d mark the innermost blocks", (start, end, expected) => {
  expect(marked(start, end)).toEqual(expected);
});

test("one ground is behind all marked blocks and what is between them", () => {
  const around = document.createElement("div");
  around.innerHTML = `<div class="prose">${html}</div>`;
  const at: Record<string, [number, number]> = { "1-1": [100, 120], "3-5": [140, 200] };
  Element.prototype.getBoundingClientRect = function () {
    const [top, bottom] = at[this.getAttribute("data-lines") ?? ""] ?? [20, 900];
    return { left: 30, width: 400, top, bottom } as DOMRect;
  };
  expect(groundOf(around, around)).toBeNull();
  markLines(around, { start: 1, end: 4 });
  expect(groundOf(around, around)).toEqual({ left: 0, top: 80, width: 400, height: 100 });
});

// B20
test("a new mark takes the old one away, and none leaves nothing marked", () => {
  const root = document.createElement("div");
  root.innerHTML = html;
  markLines(root, { start: 3, end: 3 });
  markLines(root, { start: 10, end: 10 });
  expect(root.querySelectorAll(".passage-mark")).toHaveLength(1);
  expect(markLines(root, null)).toBeNull();
  expect(root.querySelector(".passage-mark")).toBeNull();
});

test("lines that make no sense are left alone", () => {
  const root = document.createElement("div");
  root.innerHTML = '<p data-lines="x">a</p><p data-lines="">b</p><p data-lines="4">c</p>';
  expect(markLines(root, { start: 1, end: 9 })?.textContent).toBe("c");
});

// B13
describe("sentences within a passage", () => {
  const page = `<p data-lines="1-2">Add <strong>2&nbsp;%</strong> of salt, see <a>Flour</a>. It slows
the yeast!</p><ul><li data-lines="4-4">It keeps.</li><li data-lines="5-5">It keeps.</li></ul>`;

  function check(sentences: [string, number, number][], expected: string[], contradicts = false) {
    const root = document.createElement("div");
    root.innerHTML = page;
    const text = root.textContent;
    markLines(root, { start: 1, end: 5 });
    const first = markSentences(
      root,
      sentences.map(([text, start, end]) => ({ text, lines: { start, end } })),
      contradicts,
    );
    const marks = [...root.querySelectorAll("mark.evidence")];
    expect(first).toBe(marks[0] ?? null);
    expect(marks.map((mark) => mark.textContent.replace(/\s+/g, " "))).toEqual(expected);
    expect(root.textContent).toBe(text);
    return root;
  }

  test("are marked through emphasis, links and line breaks", () => {
    check([["Add **2 %** of salt, see [[Flour]].", 1, 2]], ["Add ", "2 %", " of salt, see ", "Flour", "."].slice(0, 4));
    check([["It slows\nthe yeast!", 1, 2]], ["It slows the yeast!"]);
    check([["- It keeps.", 5, 5]], ["It keeps."]);
  });

  test("that the page doesn't have leave the passage marked as it is", () => {
    check([["It doubles.", 1, 2]], []);
    check([["It slows the yeast!", 4, 4]], []);
    check([["**", 1, 2]], []);
  });

  test("that contradict the citing one are underlined so, until others take their place", () => {
    const root = check([["It slows the yeast!", 1, 2]], ["It slows the yeast!"], true);
    expect(root.querySelector("mark")?.classList.contains("contradicting")).toBe(true);
    markSentences(root, [], false);
    expect(root.querySelector("mark")).toBeNull();
  });
});

test("B97: passages that answers cite are marked with the number of answers, and the marks can be turned off", () => {
  const root = document.createElement("div");
  root.innerHTML = html;
  markLines(root, { start: 3, end: 5 });
  const say = (answers: number) => `Cited in ${answers}`;
  markCited(
    root,
    [
      { lines: { start: 3, end: 5 }, answers: 2 },
      { lines: { start: 8, end: 9 }, answers: 1 },
    ],
    say,
  );
  const found = [...root.querySelectorAll(".cited-mark")].map((block) => [block.getAttribute("data-lines"), block.getAttribute("title")]);
  expect(found).toEqual([
    ["3-5", "Cited in 2"],
    ["8-8", "Cited in 1"],
    ["9-9", "Cited in 1"],
  ]);
  expect(root.querySelectorAll(".passage-mark")).toHaveLength(1);
  markCited(root, [], say);
  expect(root.querySelectorAll(".cited-mark, [title]")).toHaveLength(0);
});
