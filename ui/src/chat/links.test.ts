import { expect, test } from "vitest";

import { finishLink, linkPieces, linkTarget, linkTo, notesFor, openLinkAt, placeOf, shownOf, stateOf } from "./links";
import { linked } from "./test-surroundings";

const note = (path: string, title = path.replace(/^.*\//, "").replace(".md", "")) => ({ path, title, aliases: [] as string[] });

test.each([
  ["about [[sal|", { from: 8, name: "sal", heading: null }],
  ["[[|", { from: 2, name: "", heading: null }],
  ["[[Salt#Ho|", { from: 2, name: "Salt", heading: "Ho" }],
  ["[[Salt]] and [[r|", { from: 15, name: "r", heading: null }],
  ["[[Salt]]|", null],
  ["no link|", null],
  ["[[a\nb|", null],
])("the link being typed in %j", (typed, expected) => {
  const caret = typed.lastIndexOf("|");
  expect(openLinkAt(typed.slice(0, caret) + typed.slice(caret + 1), caret)).toEqual(expected);
});

test.each([
  ["about [[sal| in bread", "Salt", "about [[Salt]]| in bread"],
  ["[[sa|]] rest", "Salt", "[[Salt]]| rest"],
  ["[[|", "Ingredients/Rye", "[[Ingredients/Rye]]|"],
  ["[[a| [[Salt]]", "Rye", "[[Rye]]| [[Salt]]"],
])("%j finished", (typed, target, expected) => {
  const caret = typed.indexOf("|");
  const text = typed.slice(0, caret) + typed.slice(caret + 1);
  const link = openLinkAt(text, caret);
  if (!link) throw new Error("no link there");
  const done = finishLink(text, caret, link, target);
  expect(`${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`).toBe(expected);
});

test("a link names the file, with its folder where two have the name", () => {
  const notes = [note("Ingredients/Rye.md"), note("Recipes/Rye.md"), note("Ingredients/Salt.md", "All about salt")];
  expect(notes.map((one) => linkTarget(one, notes))).toEqual(["Ingredients/Rye", "Recipes/Rye", "Salt"]);
});

test("notes are offered by title, file name and alias", () => {
  const notes = [note("a/Salt.md", "All about it"), { ...note("b.md"), aliases: ["Sel de mer"] }, note("Rye.md")];
  expect(notesFor("salt", notes).map(({ path }) => path)).toEqual(["a/Salt.md"]);
  expect(notesFor("sel", notes).map(({ path }) => path)).toEqual(["b.md"]);
});

test("a question shows its links", () => {
  expect(
    linkPieces("See [[A]] and [[B|b]]")
      .filter(({ link }) => link)
      .map(({ text }) => text),
  ).toEqual(["[[A]]", "[[B|b]]"]);
});

test.each([
  ["Salt.md", "Salt", null, "[[Salt]]"],
  ["Salt.md", "salt", null, "[[Salt]]"],
  ["People/mariomui.md", "Kanzi", null, "[[mariomui|Kanzi]]"],
  ["People/mariomui.md", "Kanzi [old]", null, "[[mariomui]]"],
  ["Salt.md", "Salt", "How much", "[[Salt#How much]]"],
  ["People/mariomui.md", "Kanzi", "Work", "[[mariomui#Work|Kanzi › Work]]"],
  ["Salt.md", "Salt", "A | B", "[[Salt]]"],
])("the link to %s, called %s, at %s", (path, title, heading, link) => {
  const kanzi = note(path, title);
  expect(linkTo(kanzi, [kanzi], heading)).toBe(link);
});

test.each([
  ["[[Nowhere#x]]", "Nowhere", "broken"],
  ["[[Rye#x]]", "Rye", "ambiguous"],
  ["[[Salt#x]]", "Salt", "no-place"],
  ["[[Salt#How much]]", "Salt", "resolved"],
])("%s is known as %s", (wikilink, name, state) => {
  expect(stateOf(linked(wikilink, name))).toBe(state);
  expect(stateOf(undefined)).toBe("unknown");
});

test.each([
  [null, null],
  [{ heading: ["A", "B"] }, "A#B"],
  [{ block: "id" }, "^id"],
])("the place %j is %j", (anchor, place) => {
  expect(placeOf({ anchor })).toBe(place);
});

test.each([
  ["[[Salt]]", "Salt"],
  ["[[Recipes/Rye|the tin loaf]]", "the tin loaf"],
  ["[[Recipes/Rye#Baking#Steam]]", "Rye › Baking › Steam"],
  ["[[#Baking]]", "#Baking"],
])("a reader sees %s as %s", (link, shown) => expect(shownOf(link)).toBe(shown));
