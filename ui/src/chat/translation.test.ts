import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test, vi } from "vitest";

import type { ChosenView, Reference, Translation } from "../ipc";
import { reference } from "../ipc/test-reference";
import Answer from "./Answer.svelte";
import { answerView } from "./test-message";
import { surroundings } from "./test-surroundings";

const empty = createRawSnippet(() => ({ render: () => "<span></span>" }));
const passage = createRawSnippet((given: () => Reference) => ({ render: () => `<p>${given().passage?.text}</p>` }));

/** An answer whose citation is, or isn't, of a passage in another language; its number has the focus. */
async function focused(isForeign: boolean, chosen: ChosenView | null, translate?: () => Promise<Translation>) {
  const { context, ...given } = surroundings({ chosen });
  if (translate) given.translate.mockImplementation(translate);
  const answer = answerView({
    blocks: [`<p>Salt <button class="chip" data-number="1" data-mark="0">1</button></p>`],
    references: [reference("Salt.md", { number: 1 })],
    citations: [{ start: 0, end: 5, number: 1 }],
    checks: [{ start: 0, end: 5, missing: [], ...(isForeign ? { other_language: [1] } : {}) }],
  });
  render(Answer, { props: { answer, onbranch: vi.fn(), onretry: vi.fn(), onreceipt: vi.fn(), sources: empty, passage }, context });
  const chip = screen.getByTestId("chip");
  chip.focus();
  await screen.findByTestId("doubt");
  return { chip, ...given };
}

const model = { small: false } as ChosenView;

// B135
test("a passage in another language is translated by key or by click, and only then", async () => {
  for (const start of [(chip: Element) => fireEvent.keyDown(chip, { key: "t" }), () => fireEvent.click(screen.getByTestId("translate"))]) {
    const { chip, translate } = await focused(true, model);
    expect(screen.getByTestId("doubt").textContent).toBe("In another language: not checked.");
    expect(translate).not.toHaveBeenCalled();
    await start(chip);
    expect(translate).toHaveBeenCalledExactlyOnceWith("a", 1);
    await waitFor(() => expect(screen.getByTestId("translation").textContent).toMatch(/Anna isn’t coming\..*Translated by qwen3:8b/));
    document.body.replaceChildren();
  }
});

test.each([
  [false, model],
  [true, null],
])("no translation is offered in the same language, or without a model (%j, %j)", async (isForeign, chosen) => {
  await focused(isForeign, chosen);
  expect(screen.queryByTestId("translate")).toBeNull();
});

test("a translation that fails says why", async () => {
  await focused(true, model, () => Promise.reject({ code: "no_model", message: "No model is there.", tried: [] }));
  await fireEvent.click(screen.getByTestId("translate"));
  await waitFor(() => expect(screen.getByTestId("translation").textContent).toContain("No model is there."));
});
