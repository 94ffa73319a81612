import { render } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { vi } from "vitest";

import type { AnswerView, Reference } from "../ipc";
import { passage as passageOf } from "../ipc/test-reference";
import Answer from "./Answer.svelte";
import type { LiveTurn } from "./live-turn.svelte";
import { answerView } from "./test-message";
import { surroundings } from "./test-surroundings";

export const reference = (number: number, more: Partial<Reference> = {}): Reference => ({
  id: `r${number}`,
  number,
  kind: "search",
  state: "cited",
  wikilink: "[[Salt]]",
  path: "Salt.md",
  title: "Salt",
  attachment: null,
  anchor: null,
  passage: passageOf("Two per cent.", { start: 3, end: 4 }, ["How much"]),
  summary: null,
  snippet: "Two per cent.",
  match_reason: "found by: salt",
  others: [],
  suggestions: [],
  ...more,
});

export const chip = (number: number, mark = 0) => `<button class="chip" data-number="${number}" data-mark="${mark}">${number}</button>`;
export const empty = createRawSnippet(() => ({ render: () => "<span></span>" }));
export const passage = createRawSnippet((given: () => Reference) => ({ render: () => `<p>${given().passage?.text}</p>` }));

export function show(more: Partial<AnswerView>, turn: LiveTurn | null = null, around: Parameters<typeof surroundings>[0] = {}) {
  const calls = { onretry: vi.fn(), onreceipt: vi.fn(), onbranch: vi.fn(), oncorrect: vi.fn() };
  const answer = answerView({ ...more });
  const { links, models, context } = surroundings(around);
  render(Answer, { props: { answer, turn, ...calls, sources: empty, passage }, context });
  return { links, models, ...calls };
}
