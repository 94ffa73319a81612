import { expect, test } from "vitest";

import { markFound, markPassage } from "./find";

/** A page as pdf.js lays its words: a span for each piece, and one above the other. */
function page(...pieces: string[]): HTMLElement {
  const root = document.createElement("div");
  for (const piece of pieces) {
    const span = document.createElement("span");
    span.textContent = piece;
    root.append(span);
  }
  return root;
}

const marked = (root: Element, className: string) => [...root.querySelectorAll(`mark.${className}`)].map((mark) => mark.textContent);

// B91
test("a passage is marked where a page has its words, in whatever pieces and order", () => {
  const check = (pieces: string[], passage: string, expected: string[]) => {
    const root = page(...pieces);
    const first = markPassage(root, passage, [], false);
    expect(marked(root, "passage"), passage).toEqual(expected);
    expect(first?.textContent ?? null).toBe(expected[0] ?? null);
  };
  check(["Rye is ", "milled on Friday.", "Salt"], "Rye is milled on Friday.", ["Rye is ", "milled on Friday."]);
  // A heading of the text, a word that was cut, a ligature, an accent that stands by itself.
  check(["The mill", "It grinds ﬁne ﬂour for exam-", "ple, cafe\u0301."], "# The mill\n\nIt grinds fine flour for example, café.", [
    "The mill",
    "It grinds ﬁne ﬂour for exam-",
    "ple, cafe\u0301.",
  ]);
  // Two columns that were printed line by line.
  check(["left column begins", "right column begins", "and it goes on here", "and it ends over there"], "left column begins\nand it goes on here", [
    "left column begins",
    "and it goes on here",
  ]);
  // What is short counts where it belongs alone.
  check(["12", "x".repeat(400), "the amount of water is", "aside", "12"], "the amount of water is\n12", ["the amount of water is", "12"]);
  check(["Nothing of it."], "Something else that isn't here", []);
  check(["Nothing of it."], "", []);
});

// B91
test("the sentences that carry a statement stand out in the passage, and what was marked before is not", () => {
  const root = page("Rye keeps. ", "It is milled on ", "Friday. It is dark.");
  markPassage(root, "Rye keeps.", [], false);
  const first = markPassage(root, "It is milled on Friday. It is dark.", ["milled on Friday."], false);
  expect(marked(root, "evidence")).toEqual(["milled on ", "Friday."]);
  expect(first?.textContent).toBe("milled on ");
  expect(root.classList.contains("told")).toBe(true);
  expect(marked(root, "passage").join("")).toBe("It is milled on Friday. It is dark.");

  markPassage(root, "It is dark.", ["dark"], true);
  expect(marked(root, "contradicting")).toEqual(["dark."]);
  markPassage(root, "", [], false);
  expect(root.querySelector("mark")).toBeNull();
  expect(root.textContent).toBe("Rye keeps. It is milled on Friday. It is dark.");
});

// B91
test("each place of a text is marked on a page, the current one apart, also over a passage", () => {
  const root = page("Rye keeps. ", "It is milled with r", "ye of the mill.");
  markPassage(root, "Rye keeps.", [], false);
  expect(markFound(root, "rye", 1)?.textContent).toBe("r");
  expect(marked(root, "found")).toEqual(["Rye", "r", "ye"]);
  expect(marked(root, "now")).toEqual(["r", "ye"]);
  expect(markFound(root, "mill", null)).toBeNull();
  expect([marked(root, "found"), marked(root, "now")]).toEqual([["mill", "mill."], []]);
  markFound(root, "", null);
  expect(root.querySelector("mark.found")).toBeNull();
  expect(root.textContent).toBe("Rye keeps. It is milled with rye of the mill.");
});
