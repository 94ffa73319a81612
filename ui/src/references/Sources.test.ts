import { fireEvent, render, screen } from "@testing-library/svelte";
import type { ComponentProps } from "svelte";
import { expect, test, vi } from "vitest";

import type { Reference } from "../ipc";
import Passage from "./Passage.svelte";
import Sources from "./Sources.svelte";
import { reference } from "../ipc/test-reference";

type Props = ComponentProps<typeof Sources>;

function show(references: Reference[], more: Partial<Props> = {}) {
  const calls = { onopen: vi.fn(), onopenNote: vi.fn(), onreplace: vi.fn(), onmore: vi.fn() };
  render(Sources, { references, current: null, titleOf: (path: string) => path, ...calls, ...more });
  return calls;
}

const said = () => [...screen.getByTestId("sources").children].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim()).join(" ");
const many = (count: number, state: Reference["state"], from = 1) =>
  Array.from({ length: count }, (_, at) => reference(`Note ${from + at}.md`, { number: from + at, state }));

test.each<[string, Reference[], Partial<Props>, string]>([
  ["cited, read and considered", [...many(2, "cited"), ...many(5, "used", 3), ...many(3, "considered", 8)], {}, "Based on 1 2 ·5 also read·3 not used"],
  ["cited alone", many(1, "cited"), {}, "Based on 1 details"],
  ["many cited", many(11, "cited"), {}, "Based on 1 2 3 4 5 6 7 8 ·and 3 more"],
  ["nothing cited", many(2, "used"), {}, "2 passages read, none cited"],
  [
    "with pictures",
    [...many(1, "cited"), reference("Pictures/plan.png", { kind: "read", passage: null }), reference("Scan.png", { number: 2 })],
    {},
    "Based on 1 ·1 also read·1 image seen",
  ],
  [
    "pictures that go along",
    [...many(2, "used"), reference("Pictures/plan.png", { kind: "read", passage: null })],
    { sending: true },
    "2 passages sent·1 image seen",
  ],
  ["not yet answered", many(5, "used"), { sending: true }, "5 passages sent"],
  ["without a model", many(4, "used"), { passagesOnly: true }, "4 passages found"],
  ["edited and deleted since", [...many(1, "changed"), ...many(1, "gone", 2)], {}, "Based on 1 2 ·1 changed·1 gone"],
  ["some of what matches", many(1, "cited"), { coverage: { passages: 5, matching: 39, notes: 12 } }, "Based on 1 details from 5 of 39 matching passages"],
  [
    "matching ones counted once",
    [...many(1, "cited"), ...many(9, "considered", 2)],
    { coverage: { passages: 1, matching: 1, notes: 1 } },
    "Based on 1 details from 1 of 1 matching passage",
  ],
  ["not checked", many(1, "cited"), { unchecked: true }, "Based on 1 details not checked"],
])("what an answer rests on is one line: %s", (_, references, more, expected) => {
  show(references, more);
  expect(said()).toBe(expected);
});

test("who rests on a number is told, by pointer and by key, without the tip of a title beside it", async () => {
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

test("a passage has its note's date beside its place, before its text, and scrolls in one box alone", async () => {
  render(Passage, { reference: reference("Salt.md"), dateOf: async () => "2026-04-11T09:30:00Z" });
  const date = await screen.findByTestId("note-date");
  const text = document.querySelector("blockquote") as HTMLElement;
  expect(date.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(date.closest(".place")).not.toBeNull();
});

// B13
test("a number opens its passage, and the rest is listed elsewhere", async () => {
  const { onopen, onmore } = show([...many(2, "cited"), ...many(1, "used", 3)]);
  await fireEvent.click(screen.getByText("2"));
  expect(onopen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ number: 2 }));
  await fireEvent.click(screen.getByTestId("show-references"));
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
