import { fireEvent, render, screen } from "@testing-library/svelte";
import type { ComponentProps } from "svelte";
import { expect, test, vi } from "vitest";

import type { Coverage, Reference } from "../ipc";
import Passage from "./Passage.svelte";
import SourceCounts from "./SourceCounts.svelte";
import Sources from "./Sources.svelte";
import { passage, reference } from "../ipc/test-reference";

type Props = ComponentProps<typeof Sources>;

function show(references: Reference[], more: Partial<Props> = {}) {
  const calls = { onopen: vi.fn(), onopenNote: vi.fn(), onreplace: vi.fn(), onmore: vi.fn() };
  render(Sources, { references, current: null, titleOf: (path: string) => path, ...calls, ...more });
  return calls;
}

const said = () => [...(screen.queryByTestId("sources")?.children ?? [])].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim()).join(" ");
const many = (count: number, state: Reference["state"], from = 1) =>
  Array.from({ length: count }, (_, at) => reference(`Note ${from + at}.md`, { number: from + at, state }));

test.each<[string, Reference[], Partial<Props>, string]>([
  ["cited, read and considered", [...many(2, "cited"), ...many(5, "used", 3), ...many(3, "considered", 8)], {}, "Based on 1 2"],
  ["many cited", many(11, "cited"), {}, "Based on 1 2 3 4 5 6 7 8 and 3 more"],
  ["nothing cited", many(2, "used"), {}, "Read 2 passages, cited none"],
  ["nothing cited, as the answer itself says", many(2, "used"), { abstains: true }, ""],
  ["nothing sent yet", [], { sending: true }, ""],
  ["nothing used", many(2, "considered"), {}, ""],
  ["pictures", [...many(2, "used"), reference("Pictures/plan.png", { kind: "read", passage: null })], { sending: true }, "2 passages sent"],
  ["not yet answered", many(5, "used"), { sending: true }, "5 passages sent"],
  ["without a model", many(4, "used"), { passagesOnly: true }, "4 passages found"],
  ["edited and deleted since", [...many(1, "changed"), ...many(1, "gone", 2)], {}, "Based on 1 2 1 changed · 1 gone"],
  ["not checked", many(1, "cited"), { unchecked: true }, "Based on 1 not checked"],
])("the numbers of the sources are in the line under an answer: %s", (_, references, more, expected) => {
  show(references, more);
  expect(said()).toBe(expected);
});

const coverage = (passages: number, matching: number) => ({ passages, matching, notes: 3 });
const picture = reference("Pictures/plan.png", { kind: "read", passage: null });

test.each<[string, Reference[], Coverage | null, string]>([
  ["cited alone", many(1, "cited"), null, ""],
  ["read and considered", [...many(1, "cited"), ...many(5, "used", 2), ...many(3, "considered", 8)], null, "5 also read · 3 not used"],
  ["a picture", [...many(1, "cited"), picture, reference("Scan.png", { number: 2 })], null, "1 also read · 1 image seen"],
  ["some of what matches", [...many(1, "cited"), ...many(4, "used", 2), ...many(9, "considered", 6)], coverage(5, 39), "5 of 39 matches used"],
  ["the only match", many(1, "cited"), coverage(1, 1), "1 of 1 match used"],
  ["a period without a match", [...many(1, "cited"), ...many(2, "considered", 2)], { passages: 1, matching: 1, notes: 0 }, "2 not used"],
])("the sources of each kind are counted, and listed on a press: %s", async (_, references, coverage, expected) => {
  const onmore = vi.fn();
  render(SourceCounts, { references, coverage, onmore });
  expect(screen.getByTestId("show-references").textContent.trim()).toMatch(/^All sources/);
  expect(screen.queryByTestId("source-counts")?.textContent ?? "").toBe(expected);
  await fireEvent.click(screen.getByTestId("show-references"));
  expect(onmore).toHaveBeenCalledOnce();
});

test("hovering or focusing a number shows its source, without the tip of a title beside it", async () => {
  const onhover = vi.fn();
  const references = many(2, "cited");
  show(references, { onhover });
  const [chip] = screen.getAllByTestId("source");
  expect(chip?.title).toBe("");
  for (const [event, left] of [
    ["mouseOver", "mouseOut"],
    ["focus", "blur"],
  ] as const) {
    await fireEvent[event](chip as HTMLElement);
    expect(onhover).toHaveBeenLastCalledWith(chip, references[0]);
    await fireEvent[left](chip as HTMLElement);
    expect(onhover).toHaveBeenLastCalledWith(null, null);
  }
});

test("a passage has its note's date under its place, before its text, and scrolls in one box alone", async () => {
  render(Passage, { reference: reference("Salt.md"), dateOf: async () => "2026-04-11T09:30:00Z" });
  const date = await screen.findByTestId("note-date");
  const text = document.querySelector("blockquote") as HTMLElement;
  expect(date.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

// B128
test.each([
  ["property", "1 March 2026, from a property"],
  ["periodic", "1 March 2026, from the format of daily notes"],
  ["name", "1 March 2026, from the name"],
  ["file", "changed 1 March 2026"],
  [null, "1 March 2026"],
] as const)("the date of a passage names its source: %s", (date_source, said) => {
  const dateOf = vi.fn(async () => "2026-04-11T09:30:00Z");
  render(Passage, { reference: reference("Salt.md", { date: "2026-03-01", date_source }), dateOf });
  expect(screen.getByTestId("note-date").textContent).toBe(said);
  expect(dateOf).not.toHaveBeenCalled();
});

test("a passage has its note's summary above it, unless it says the same", async () => {
  const text = "Salt slows the rise. More.";
  const { rerender } = render(Passage, { reference: reference("Salt.md", { summary: "Kinds of salt.", passage: passage(text, { start: 1, end: 1 }) }) });
  expect(screen.getByTestId("passage-about").textContent).toBe("About: Kinds of salt.");
  await rerender({
    reference: reference("Salt.md", { summary: "Kinds of salt, and how much of each. From 1.8% to…", passage: passage(text, { start: 1, end: 1 }) }),
  });
  expect(screen.getByTestId("passage-about").textContent).toBe("About: Kinds of salt, and how much of each.");
  await rerender({ reference: reference("Salt.md", { summary: "Salt slows…", passage: passage(text, { start: 1, end: 1 }) }) });
  expect(screen.queryByTestId("passage-about")).toBeNull();
});

// B13
test("a number opens its passage, and the rest is listed elsewhere", async () => {
  const { onopen, onmore } = show(many(9, "cited"));
  await fireEvent.click(screen.getByText("2"));
  expect(onopen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ number: 2 }));
  await fireEvent.click(screen.getByText("and 1 more"));
  expect(onmore).toHaveBeenCalledOnce();
});

// B4
test("a link that leads nowhere stays below the answer with what it may mean", () => {
  show([reference(null, { state: "broken", kind: "direct", wikilink: "[[Autolise]]", suggestions: ["Autolyse.md"] })]);
  expect(screen.queryByTestId("sources")).toBeNull();
  expect(screen.getByTestId("replace-link")).toBeTruthy();
});

test("no references, no line", () => {
  show([]);
  expect(screen.queryByTestId("sources")).toBeNull();
});

test("numbers look like the verdicts on their citations", () => {
  show(many(2, "cited"), { supportOf: (number) => (number === 1 ? "weak" : "supported") });
  expect(screen.getAllByTestId("source").map(({ dataset }) => dataset.support)).toEqual(["weak", "supported"]);
});
