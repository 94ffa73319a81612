import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay, type Replayed } from "../ipc/replay";
import Quick from "./Quick.svelte";
import { QuickState } from "./quick.svelte";

function open(backend = replay("salt")) {
  const quick = new QuickState(backend);
  render(Quick, { props: { quick } });
  const box = screen.getByTestId<HTMLInputElement>("quick-question");
  const write = (value: string) => fireEvent.input(box, { target: { value } });
  const press = (key: string, at: Element = box) => fireEvent.keyDown(at, { key });
  const send = () => fireEvent.submit(box.form ?? box);
  return { backend, quick, box, write, press, send };
}

/** The link that was opened last in the app's window. */
const lastLink = (backend: Replayed) => backend.called("openInMain").at(-1)?.[0];

const answered = () => waitFor(() => expect(screen.getByTestId("quick-answer").dataset.state).toBe("complete"));

test("passages are there while one writes, and one of them opens in the app's window at its line", async () => {
  const { backend, box, write, press } = open();
  expect(document.activeElement).toBe(box);
  await write("salt");
  const [first, second] = await screen.findAllByTestId("quick-hit");
  await press("ArrowDown");
  expect(document.activeElement).toBe(first);
  await press("ArrowDown", first);
  expect(document.activeElement).toBe(second);
  await press("ArrowUp", second);
  await press("ArrowUp", first);
  expect(document.activeElement).toBe(box);
  await fireEvent.click(first as HTMLElement);
  const [[link] = []] = backend.called("openInMain");
  expect(link).toMatch(/^marginalia:\/\/open\?note=.+\.md&line=\d+$/);
  expect(backend.asked).toEqual([]);
});

test("a question is answered, and its number opens the answer's passage in the app's window", async () => {
  const { backend, write, send } = open(replay("branches"));
  await write("How much salt?");
  await send();
  await answered();
  expect(backend.asked).toMatchObject([{ text: "How much salt?", mode: "notes", at: { end: null } }]);
  const chip = screen.getByTestId("quick-answer").querySelector<HTMLElement>(".chip");
  expect(chip?.getAttribute("aria-label")).toContain("supported");
  await fireEvent.click(chip as HTMLElement);
  expect(lastLink(backend)).toMatch(/^marginalia:\/\/answer\?conversation=.+&answer=.+&passage=1$/);
  await fireEvent.click(screen.getByTestId("quick-open"));
  expect(lastLink(backend)).not.toContain("passage");

  // The next question belongs to the same conversation, until one begins anew.
  await write("And rye?");
  expect(screen.queryByTestId("quick-answer")).toBeNull();
  await send();
  await answered();
  expect(backend.asked.at(-1)?.at.end).toBeTruthy();
  await fireEvent.click(screen.getByTestId("quick-again"));
  await write("How much salt?");
  await send();
  await answered();
  expect(backend.asked.at(-1)?.at.end).toBeNull();
});

test("Escape stops an answer, and then puts the window away", async () => {
  const { backend, quick, write, press, send } = open(replay("stopped"));
  await write("How much salt?");
  void send();
  await waitFor(() => expect(quick.turn?.answer).not.toBeNull());
  await press("Escape");
  await waitFor(() => expect(screen.getByTestId("quick-answer").dataset.state).toBe("cancelled"));
  expect(backend.called("closeQuickAsk")).toEqual([]);
  await press("Escape");
  await waitFor(() => expect(backend.called("closeQuickAsk")).toHaveLength(1));
});

test("a failure is shown, and the question stays", async () => {
  const { box, write, send } = open(replay("no-model"));
  await write("How much salt?");
  await send();
  expect((await screen.findByTestId("quick-trouble")).textContent).toContain("model");
  expect(box.value).toBe("How much salt?");
});

test("closed and opened again, the next question starts a conversation; the last answer can still be opened", async () => {
  const { backend, quick, write, send } = open(replay("two"));
  await write("How much salt?");
  await send();
  await answered();
  await quick.close();
  await quick.openAnswer();
  expect(lastLink(backend)).toMatch(/^marginalia:\/\/answer\?conversation=/);
  await write("And rye?");
  await send();
  await answered();
  expect(backend.asked.at(-1)?.at.end).toBeNull();
});

test("hovering a number of the answer shows its passage; Esc closes that before the window", async () => {
  const { backend, write, send } = open();
  await write("How much salt?");
  await send();
  await answered();
  const [chip] = document.querySelectorAll<HTMLElement>(".chip");
  chip?.focus();
  const card = await screen.findByTestId("chip-popover");
  expect(card.textContent).toContain("Salt");
  await waitFor(() => expect(screen.getByTestId("note-date")).toBeTruthy());
  // What is longer than the card is reached from the number, by key.
  Object.defineProperty(card, "scrollHeight", { value: 900 });
  await fireEvent.keyDown(chip as HTMLElement, { key: "PageDown" });
  expect(card.scrollTop).toBeGreaterThan(0);
  const close = vi.spyOn(backend, "closeQuickAsk");
  await fireEvent.keyDown(chip as HTMLElement, { key: "Escape" });
  expect(screen.queryByTestId("chip-popover")).toBeNull();
  expect(close).not.toHaveBeenCalled();
});
