import { expect, test } from "vitest";

import { markDifferences } from "./differences";

/** The texts of the blocks that are marked before and after. */
function marked(before: string, after: string): [string[], string[]] {
  const page = (html: string) => new DOMParser().parseFromString(html, "text/html").body;
  const [old, now] = [page(before), page(after)];
  markDifferences(old, now, "differs");
  const texts = (root: HTMLElement) => [...root.querySelectorAll(".differs")].map(({ textContent }) => textContent.trim());
  return [texts(old), texts(now)];
}

test("the blocks are marked that only one of two pages has", () => {
  expect(marked("<h1>Salt</h1><p>Two per cent.</p><p>Late.</p>", "<h1>Salt</h1><p>Three per cent.</p><p>Late.</p>")).toEqual([
    ["Two per cent."],
    ["Three per cent."],
  ]);
  expect(marked("<p>Same.</p>", "<p>Same.</p>")).toEqual([[], []]);
  expect(marked("<ul><li>a</li><li>b</li></ul>", "<ul><li>a</li><li>c</li><li>b</li></ul>")).toEqual([[], ["c"]]);
  expect(marked("<p>a</p><p>b</p><p>c</p>", "<p>c</p><p>a</p><p>b</p>")).toEqual([["c"], ["c"]]);
});

test("an item isn't marked for what is below it, and is for its box, its image and its link", () => {
  expect(marked("<ul><li>Bread<ul><li>Rye</li></ul></li></ul>", "<ul><li>Bread<ul><li>Spelt</li></ul></li></ul>")).toEqual([["Rye"], ["Spelt"]]);
  const box = (checked: string) => `<ul><li><input type="checkbox" ${checked}> Salt</li><li>Water</li></ul>`;
  expect(marked(box(""), box("checked"))).toEqual([["Salt"], ["Salt"]]);
  expect(marked('<p>Rye <img src="a.png"></p>', '<p>Rye <img src="b.png"></p>')).toEqual([["Rye"], ["Rye"]]);
  expect(marked('<p><a href="a">Rye</a></p>', '<p><a href="b">Rye</a></p>')).toEqual([["Rye"], ["Rye"]]);
});

test("of pages without a common end that are too long to be compared everything between the ends is marked", () => {
  const page = (word: string) => `<p>first</p>${Array.from({ length: 1100 }, (_, at) => `<p>${word} ${at}</p>`).join("")}<p>last</p>`;
  const [old, now] = marked(page("old"), page("new"));
  expect([old.length, now.length]).toEqual([1100, 1100]);
});
