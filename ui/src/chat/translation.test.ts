import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test, vi } from "vitest";

import type { ChosenView, Reference, Translation } from "../ipc";
import { replay } from "../ipc/replay";
import { reference } from "../ipc/test-reference";
import Answer from "./Answer.svelte";
import { ChatState } from "./chat.svelte";
import { ConversationState } from "./conversation.svelte";
import { answerView } from "./test-message";
import { surroundings } from "./test-surroundings";

const empty = createRawSnippet(() => ({ render: () => "<span></span>" }));
const passage = createRawSnippet((given: () => Reference) => ({ render: () => `<p>${given().passage?.text}</p>` }));

/** An answer whose citation is, or isn't, of a passage in another language; its number has the focus. */
async function focused(isForeign: boolean, chosen: ChosenView | null, translate?: () => Promise<Translation>) {
  const { context, ...given } = surroundings({ chosen });
  if (translate) given.translate.mockImplementation(translate);
  return { ...given, ...(await shown(isForeign, context)) };
}

async function shown(isForeign: boolean, context: Map<symbol, unknown>) {
  const answer = answerView({
    blocks: [`<p>Salt <button class="chip" data-number="1" data-mark="0">1</button></p>`],
    references: [reference("Salt.md", { number: 1 })],
    citations: [{ start: 0, end: 5, number: 1 }],
    checks: [{ start: 0, end: 5, missing: [], ...(isForeign ? { other_language: [1] } : {}) }],
  });
  const { unmount } = render(Answer, { props: { answer, onbranch: vi.fn(), onretry: vi.fn(), onreceipt: vi.fn(), sources: empty, passage }, context });
  const chip = screen.getByTestId("chip");
  chip.focus();
  await screen.findByTestId("doubt");
  return { chip, context, unmount };
}

const model = { small: false, model: { name: "qwen3:8b" } } as ChosenView;

// B135
test("a passage in another language is translated by key or by click, and only then", async () => {
  for (const start of [(chip: Element) => fireEvent.keyDown(chip, { key: "t" }), () => fireEvent.click(screen.getByTestId("translate"))]) {
    const { chip, translate } = await focused(true, model);
    expect(screen.getByTestId("doubt").textContent).toBe("In another language: not checked.");
    expect(translate).not.toHaveBeenCalled();
    await start(chip);
    expect(translate).toHaveBeenCalledExactlyOnceWith("a", 1);
    await waitFor(() => expect(screen.getByTestId("translation").textContent).toMatch(/Translated by qwen3:8b.*Anna isn’t coming\./));
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

test("a translation that failed can be requested again", async () => {
  const { chip, translate } = await focused(true, model, () => Promise.reject({ code: "no_model", message: "No model is there.", tried: [] }));
  await fireEvent.click(screen.getByTestId("translate"));
  await screen.findByText("No model is there.");
  translate.mockResolvedValue({ text: "Anna isn’t coming.", model: "qwen3:8b" });
  await fireEvent.keyDown(chip, { key: "t" });
  await screen.findByText("Anna isn’t coming.");
  expect(screen.queryByText("No model is there.")).toBeNull();
});

test("a running translation continues while the card is closed, and a done one is shown at once", async () => {
  let done: (translation: Translation) => void = () => {};
  const { context, unmount, translate } = await focused(true, model, () => new Promise((resolve) => (done = resolve)));
  await fireEvent.click(screen.getByTestId("translate"));
  unmount();

  const again = await shown(true, context);
  expect(screen.getByTestId("translation").textContent).toContain("Translating…");
  again.unmount();
  done({ text: "Anna isn’t coming.", model: "qwen3:8b" });

  await shown(true, context);
  expect(screen.getByTestId("translation").textContent).toContain("Anna isn’t coming.");
  expect(screen.queryByTestId("translate")).toBeNull();
  expect(translate).toHaveBeenCalledOnce();
});

test("the translations belong to the open conversation, each to its answer and passage", async () => {
  const backend = replay();
  vi.spyOn(backend, "translatePassage").mockImplementation(async (answer, number) => ({ text: `${number} of ${answer}`, model: "qwen3:8b" }));
  const chat = new ChatState(backend);
  const { translations } = chat.shown;
  translations.request("a", 1);
  translations.request("a", 2);
  await waitFor(() => expect(translations.of("a", 2)?.done?.text).toBe("2 of a"));
  expect(chat.shown.translations.of("a", 1)?.done?.text).toBe("1 of a");
  expect(translations.of("b", 1)).toBeNull();
  expect(new ConversationState(backend).translations.of("a", 1)).toBeNull();
});

test("the button names the model that it would ask", async () => {
  await focused(true, model);
  expect(screen.getByTestId("translate").title).toBe("Ask qwen3:8b");
});
