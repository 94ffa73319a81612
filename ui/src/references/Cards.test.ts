import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import type { Reference } from "../ipc";
import { passage } from "../ipc/test-reference";
import Cards from "./Cards.svelte";
import { cardsOf } from "./group";
import { reference } from "../ipc/test-reference";

const calls = () => ({ onopen: vi.fn(), onopenNote: vi.fn(), onreplace: vi.fn(), onsummary: vi.fn() });
function show(references: Reference[]) {
  const made = calls();
  render(Cards, { references, current: null, titleOf: (path: string) => path.replace(".md", ""), ...made });
  return made;
}

// B7
test("two links to one note make one card, with a number for each passage", () => {
  const cards = cardsOf([
    reference("Salt.md", { number: 4, state: "cited" }),
    reference("Rye.md", { number: 1, state: "cited" }),
    reference("Salt.md", { number: 2 }),
  ]);
  expect(cards.map(({ path, references }) => [path, references.map(({ number }) => number)])).toEqual([
    ["Salt.md", [2, 4]],
    ["Rye.md", [1]],
  ]);
});

test("B100: the card of a picture shows it, and opens it", async () => {
  const made = calls();
  const picture = reference("Pictures/loaf.png", { kind: "read", snippet: "640 × 480 pixels" });
  const pictureOf = (path: string) => `vault:${path}`;
  render(Cards, { references: [picture, reference("Salt.md", { number: 1 })], current: null, titleOf: (path: string) => path, pictureOf, ...made });
  expect(screen.getAllByTestId("card-picture")).toHaveLength(1);
  expect(screen.getByTestId("card-picture").getAttribute("src")).toBe("vault:Pictures/loaf.png");
  await fireEvent.click(screen.getByTestId("card-picture"));
  expect(made.onopen).toHaveBeenCalledWith(picture);
});

// B12
describe("cards tell apart", () => {
  const all = [
    reference("Considered.md", { state: "considered" }),
    reference(null, { state: "broken", kind: "direct", wikilink: "[[Nix]]" }),
    reference("Gone.md", { state: "gone", number: 5 }),
    reference("Linked.md", { kind: "direct", number: 3 }),
    reference("Used.md", { number: 2 }),
    reference("Changed.md", { state: "changed", number: 4 }),
    reference("Cited.md", { state: "cited", number: 1 }),
  ];

  test("cited first, then what else was read, linked, not found, and what was left", () => {
    expect(cardsOf(all).map(({ rank }) => rank)).toEqual(["cited", "changed", "gone", "used", "linked", "broken", "considered"]);
  });

  test("a card has the state of its most telling passage", () => {
    const [card] = cardsOf([reference("A.md", { number: 2 }), reference("A.md", { number: 1, state: "cited", kind: "direct" })]);
    expect(card?.rank).toBe("cited");
  });

  test("a passage left out is no reason to cite its note", () => {
    const cards = cardsOf([reference("A.md", { number: 1, state: "cited" }), reference("A.md", { state: "considered" })]);
    expect(cards.map(({ rank }) => rank)).toEqual(["cited", "considered"]);
  });

  test("each says what it is, with title, path and heading", () => {
    show([reference("Notes/Salt.md", { state: "changed", number: 1, passage: passage("A passage.", { start: 1, end: 2 }, ["Salt", "How much"]) })]);
    const card = screen.getByTestId("card");
    expect(card.dataset).toMatchObject({ state: "changed", path: "Notes/Salt.md" });
    expect(card.textContent).toMatch(/Salt › How much/);
    expect(card.textContent).toContain("Changed");
    expect(card.textContent).toContain("Notes");
  });
});

test("each of several passages is separate from its heading, and a table in it is shown as one", () => {
  const timetable = passage("", { start: 1, end: 2 }, ["Timetable"]);
  show([
    reference("A.md", { id: "one", number: 1, snippet: "| When | What | | --- | --- | | 8:00 | Levain", passage: timetable }),
    reference("A.md", { id: "two", number: 2, snippet: "Fold *gently*.", passage: timetable }),
  ]);
  const texts = screen.getAllByTestId("card-passage").map((one) => [...one.children].map(({ textContent }) => textContent.trim()));
  expect(texts).toEqual([["Timetable", "Fold gently."]]);
  expect(screen.getByTestId("card").querySelector(".title")?.textContent.trim()).toBe("A › Timetable");
  expect(screen.getByTestId("card").querySelector(".snippet")?.textContent).toBe("When · What · 8:00 · Levain");
});

test("a card shows the sentence that supports the answer, else the beginning of its passage", () => {
  const references = [reference("A.md", { number: 1, snippet: "It begins so." }), reference("B.md", { number: 2, snippet: "So does this." })];
  const evidenceOf = ({ number }: Reference) => (number === 1 ? "Rye keeps for **a week**." : "");
  render(Cards, { references, current: null, titleOf: (path: string) => path, evidenceOf, ...calls() });
  expect([...document.querySelectorAll(".snippet")].map(({ textContent }) => textContent)).toEqual(["Rye keeps for a week.", "So does this."]);
});

// B7
test("ten cards are shown, the rest behind Show more", async () => {
  show(Array.from({ length: 12 }, (_, at) => reference(`Note ${at}.md`, { number: at + 1 })));
  expect(screen.getAllByTestId("card")).toHaveLength(10);
  await fireEvent.click(screen.getByTestId("show-more"));
  expect(screen.getAllByTestId("card")).toHaveLength(12);
  expect(screen.queryByTestId("show-more")).toBeNull();
});

test("unused passages are folded", () => {
  show([reference("A.md", { number: 1, state: "cited" }), reference("B.md", { state: "considered" })]);
  const folded = screen.getByTestId("considered").closest("details");
  expect(folded?.open).toBe(false);
  expect(folded?.querySelector('[data-path="B.md"]')).toBeTruthy();
});

test("a card has its folder and one reason, and the others and ranks on demand", () => {
  const match_reason = "Mentions salt · linked with Rye · ranked number 6; only the best 5 were used · less close than the others";
  show([reference("Notes/Salt.md", { number: 1, state: "cited", match_reason }), reference("Rye.md", { state: "considered", match_reason })]);
  const lines = screen.getAllByTestId("card-more").map((more) => [more.querySelector("summary")?.textContent, more.querySelector("p:last-child")?.textContent]);
  expect(screen.getAllByTestId("card")[0]?.querySelector(".row-end")?.textContent).toBe("Notes");
  expect(lines).toEqual([
    ["Mentions saltMore about this source", "linked with Rye · ranked number 6; only the best 5 were used · less close than the others"],
    ["Less close than the othersMore about this source", "ranked number 6; only the best 5 were used · linked with Rye · Mentions salt"],
  ]);
});

test.each([
  ["auf Platz 6; ein kleines Modell bekommt nur die besten 3 · passt weniger als die anderen", "Passt weniger als die anderen"],
  ["left out: no room", "Left out: no room"],
  ["a small model gets only the newer of the two", "A small model gets only the newer of the two"],
])("an unused source says in plain words why: %s", (why, expected) => {
  show([reference("Rye.md", { state: "considered", match_reason: `Mentions salt · ${why}` })]);
  expect(screen.getByTestId("card-more").querySelector("summary")?.textContent).toContain(expected);
});

test("uncited passages are under one heading", () => {
  show([reference("A.md", { number: 1, state: "cited" }), reference("B.md", { number: 2 }), reference("C.md", { number: 3 })]);
  expect(screen.getAllByText("Also read")).toHaveLength(1);
});

// B13
test("a number opens its own passage, the card its first", async () => {
  const { onopen } = show([reference("A.md", { id: "one", number: 1, state: "cited" }), reference("A.md", { id: "two", number: 2 })]);
  await fireEvent.click(screen.getByText("2"));
  expect(onopen).toHaveBeenLastCalledWith(expect.objectContaining({ id: "two" }));
  await fireEvent.click(screen.getByText("A"));
  expect(onopen).toHaveBeenLastCalledWith(expect.objectContaining({ id: "one" }));
});

// B4
test("a broken link says so and offers notes to open or to use instead", async () => {
  const broken = { state: "broken", kind: "direct", wikilink: "[[Autolise]]", suggestions: ["Autolyse.md"] } as const;
  const { onopenNote, onreplace } = show([reference(null, { ...broken, suggestions: [...broken.suggestions] })]);
  expect(screen.getByTestId("card").textContent).toContain("No note named “");
  await fireEvent.click(screen.getByTestId("suggested-note"));
  expect(onopenNote).toHaveBeenCalledExactlyOnceWith("Autolyse.md");
  await fireEvent.click(screen.getByTestId("replace-link"));
  expect(onreplace).toHaveBeenCalledExactlyOnceWith("[[Autolise]]", "Autolyse.md");
});

// B3
test("an ambiguous link says which notes it could have been", () => {
  show([reference("Recipes/Rye.md", { kind: "direct", others: ["Ingredients/Rye.md"] })]);
  expect(screen.getByTestId("card").textContent).toContain("Ingredients/Rye.md");
});

test("no references, no cards", () => {
  show([]);
  expect(screen.queryByTestId("card")).toBeNull();
});

describe("a card says what its note is about", () => {
  const shown = () => screen.queryByTestId("card-summary")?.textContent.replace("About: ", "");

  test("beside the passage", () => {
    show([reference("A.md", { number: 1, snippet: "Two per cent.", summary: "How salt slows the rise." })]);
    expect(shown()).toBe("How salt slows the rise.");
    expect(screen.getByTestId("card").textContent).toContain("Two per cent.");
  });

  test("once, where the passage begins with it or nothing else is known", () => {
    show([
      reference("A.md", { number: 1, snippet: "How salt slows the rise. More.", summary: "How salt slows…" }),
      reference("B.md", { snippet: "", passage: null, summary: "Rye." }),
    ]);
    expect(shown()).toBeUndefined();
    expect(screen.getByText("Rye.")).toBeTruthy();
  });
});

test("a line that a model wrote says so, and leads to what it was sent", async () => {
  const by = { model: "small", answer: "a1" };
  const { onsummary } = show([reference("A.md", { number: 1, summary: "Kinds of salt.", summary_by: by })]);
  const said = screen.getByTestId("summary-by");
  expect(said.textContent).toBe("summarised by small");
  await fireEvent.click(said);
  expect(onsummary).toHaveBeenCalledExactlyOnceWith(by);
});

test("a page of the web has its address", () => {
  show([reference(null, { kind: "web", number: 1, url: "https://mill.example/flour", title: "Flour" })]);
  expect(screen.getByTestId("card").textContent).toContain("https://mill.example/flour");
});

test("a passage of a card goes into the question, unless it changed", async () => {
  const onask = vi.fn();
  const cited = reference("Salt.md", { number: 1, passage: passage("Two per cent.", { start: 3, end: 3 }) });
  const changed = reference("Rye.md", { number: 2, state: "changed" });
  render(Cards, { references: [cited, changed], current: null, titleOf: (path: string) => path, onask, ...calls() });
  const buttons = screen.getAllByTestId("card-ask");
  expect(buttons.map(({ title }) => title)).toEqual(["Add the passage of Salt, line 3, to the question"]);
  await fireEvent.click(buttons[0] as HTMLElement);
  expect(onask).toHaveBeenCalledExactlyOnceWith("Salt.md", "Two per cent.");
});
