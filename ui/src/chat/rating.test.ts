import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test, vi } from "vitest";

import { reference } from "../ipc/test-reference";
import Answer from "./Answer.svelte";
import { answerView } from "./test-message";
import { surroundings } from "./test-surroundings";

const empty = createRawSnippet(() => ({ render: () => "<span></span>" }));

/** An answer with one checked sentence, whose number has the focus. */
async function focused(rating?: boolean) {
  const { context, ...given } = surroundings();
  const answer = answerView({
    blocks: [`<p>Salt <button class="chip" data-number="1" data-mark="0">1</button></p>`],
    references: [reference("Salt.md", { number: 1 })],
    citations: [{ start: 5, end: 8, number: 1, support: "unsupported" }],
    checks: [{ start: 2, end: 8, missing: [], ...(rating === undefined ? {} : { rating }) }],
  });
  render(Answer, { props: { answer, onbranch: vi.fn(), onretry: vi.fn(), onreceipt: vi.fn(), sources: empty, passage: empty }, context });
  const chip = screen.getByTestId("chip");
  chip.focus();
  await screen.findByTestId("rate");
  return { ...given, answer, chip };
}

test("a verdict is rated by a click or a key, and its card closes", async () => {
  const { rate, answer } = await focused();
  await fireEvent.click(screen.getByTestId("rate-wrong"));
  expect(rate).toHaveBeenLastCalledWith(answer.id, 2, false);
  await waitFor(() => expect(screen.queryByTestId("rate")).toBeNull());
});

test("a rating is said, and taken back by its own key", async () => {
  const { rate, answer, chip } = await focused(true);
  expect(screen.getByTestId("rate").textContent).toContain("right");
  rate.mockResolvedValue(false);
  await fireEvent.keyDown(chip, { key: "-" });
  expect(rate).toHaveBeenLastCalledWith(answer.id, 2, false);
  await fireEvent.keyDown(chip, { key: "+" });
  expect(rate).toHaveBeenLastCalledWith(answer.id, 2, null);
  // The rating couldn't be saved, so the card stays.
  expect(screen.getByTestId("rate")).toBeTruthy();
});
