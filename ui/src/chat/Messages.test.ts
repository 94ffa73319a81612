import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick, type ComponentProps } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { AnswerView, MessageView } from "../ipc";
import Messages from "./Messages.svelte";
import { answerView, questionView } from "./test-message";

/** How high a question, the sources under an answer, and the window are. */
const [QUESTION, UNDER, VIEW] = [100, 60, 600];
/** How high the text of an answer is, by its id. */
let texts: Record<string, number>;
let resized: (() => void)[];

// The window of the tests lays nothing out, so that is done here: exchanges below each other, and of the
// last one as much room as the window has.
beforeEach(() => {
  texts = {};
  resized = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(call: () => void) {
        resized.push(call);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(VIEW);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const rect = (top: number, height: number) => ({ top, bottom: top + height, height, left: 0, right: 0, width: 0, x: 0, y: top, toJSON: () => "" });
    const box = document.querySelector<HTMLElement>('[data-testid="messages"]');
    if (!box || this === box) return rect(0, VIEW);
    let top = -box.scrollTop;
    const exchanges = [...document.querySelectorAll<HTMLElement>(".exchange")];
    for (const exchange of exchanges) {
      const answer = exchange.querySelector<HTMLElement>("[data-author=assistant]");
      const text = texts[answer?.dataset.message ?? ""] ?? 0;
      const height = Math.max(exchange === exchanges.at(-1) ? VIEW : 0, QUESTION + text + UNDER);
      if (this === exchange) return rect(top, height);
      if (exchange.contains(this)) {
        if (this.matches(".prose")) return rect(top + QUESTION, text);
        return this.dataset.author === "user" ? rect(top, QUESTION) : rect(top + QUESTION, text + UNDER);
      }
      top += height;
    }
    return rect(0, 0);
  });
});
afterEach(() => vi.unstubAllGlobals());

const question = createRawSnippet((given: () => MessageView) => ({ render: () => `<h2>${given().text}</h2>` }));
const answer = createRawSnippet(() => ({ render: () => `<div><div class="prose"></div></div>` }));
const asked = (count: number, state: AnswerView["state"] = "complete") =>
  Array.from({ length: count }, (_, at) => [questionView({ id: `q${at}`, text: `Question ${at}` }), answerView({ id: `a${at}`, state })]).flat();

async function show(messages: MessageView[], more: Partial<Pick<ComponentProps<typeof Messages>, "sent" | "place" | "onplace" | "sought">> = {}) {
  const shown = render(Messages, { props: { conversation: "c", messages, question, answer, ...more } });
  await tick();
  await tick();
  const box = screen.getByTestId("messages");
  /** Where a message stands in the window. */
  const top = (id: string) => document.querySelector(`[data-message=${id}]`)?.getBoundingClientRect().top;
  /** An answer's text is so high now. */
  const grow = (id: string, text: number) => {
    texts[id] = text;
    resized.at(-1)?.();
  };
  const scroll = async (to: number) => {
    box.scrollTop = to;
    await fireEvent.scroll(box);
  };
  return { ...shown, box, top, grow, scroll };
}

test("the newest question is at the top, and stays there while its answer grows beyond the window", async () => {
  texts = { a0: 900, a1: 400 };
  const { top, grow } = await show(asked(3));
  for (const height of [0, 50, 500, 2000]) {
    grow("a2", height);
    expect(top("q2")).toBe(0);
  }
});

test("a question that is sent comes to the top, whatever was read before", async () => {
  texts = { a0: 900, a1: 2000 };
  const { top, scroll, rerender } = await show(asked(2));
  await scroll(10);
  await rerender({ messages: asked(3), sent: 1 });
  await tick();
  expect(top("q2")).toBe(0);
});

test("whoever scrolls stays where they are", async () => {
  texts = { a0: 900, a1: 2000 };
  const { box, grow, scroll } = await show(asked(2));
  await scroll(box.scrollTop + 300);
  const at = box.scrollTop;
  grow("a1", 3000);
  expect(box.scrollTop).toBe(at);
});

test("one press leads to the end of the text, which is followed and never passed", async () => {
  texts = { a0: 900, a1: 2000 };
  const { top, grow } = await show(asked(2, "streaming"));
  await fireEvent.click(await screen.findByTestId("jump"));
  const end = () => document.querySelector("[data-message=a1] .prose")?.getBoundingClientRect().bottom ?? 0;
  for (const height of [2000, 2400, 5000]) {
    grow("a1", height);
    expect(end()).toBeGreaterThan(VIEW - 100);
    expect(end()).toBeLessThanOrEqual(VIEW);
  }
  // Shorter than the window: the question is at the top again.
  grow("a1", 100);
  expect(top("q1")).toBe(0);
});

test("only a text that goes on below the window offers the way to its end", async () => {
  texts = { a0: 300 };
  const { grow, rerender } = await show(asked(1, "streaming"));
  expect(screen.queryByTestId("jump")).toBeNull();
  grow("a0", 800);
  await tick();
  // The text fades out above the button.
  expect(screen.getByTestId("jump").parentElement?.classList.contains("leaping")).toBe(true);
  // A finished text is read by scrolling.
  await rerender({ messages: asked(1) });
  expect(screen.queryByTestId("jump")).toBeNull();
});

test("out of view, the newest answer can be reached with one press", async () => {
  texts = { a0: 900, a1: 2000 };
  const { scroll } = await show(asked(2));
  await scroll(10);
  expect(screen.getByTestId("jump")).toBeTruthy();
});

test("a question is never drawn apart from its answer", async () => {
  await show(asked(40));
  const first = document.querySelector<HTMLElement>(".message");
  expect(first?.dataset.author).toBe("user");
});

test("the place of reading is stored, and the conversation opens there again", async () => {
  texts = { a0: 900, a1: 2000, a2: 400 };
  const onplace = vi.fn();
  const first = await show(asked(3), { onplace });
  await first.scroll(300);
  const place = onplace.mock.lastCall?.[0];
  expect(place).toMatchObject({ message: expect.any(String), top: expect.any(Number) });
  const before = first.top(place.message);
  first.unmount();

  const { top } = await show(asked(3), { place });
  expect(top(place.message)).toBe(before);
});

test("a place whose message is gone is the newest question", async () => {
  texts = { a0: 900, a1: 2000 };
  const { top } = await show(asked(2), { place: { message: "gone", top: -40 } });
  expect(top("q1")).toBe(0);
});

test("a message that was sought doesn't pull back whoever asks on", async () => {
  const into = vi.fn();
  HTMLElement.prototype.scrollIntoView = into;
  texts = { a0: 900, a1: 900 };
  const { rerender } = await show(asked(2), { sought: { id: "q0" } });
  expect(into).toHaveBeenCalledOnce();
  await rerender({ messages: asked(3), sent: 1 });
  await tick();
  await rerender({ messages: asked(3) });
  await tick();
  expect(into).toHaveBeenCalledOnce();
  await rerender({ sought: { id: "q0" } });
  await tick();
  expect(into).toHaveBeenCalledTimes(2);
});

test("the place where a conversation was left is gone back to once, however far back it is", async () => {
  const messages = asked(30);
  const { top, scroll, box, rerender } = await show(messages, { place: { message: "a1", top: -40 } });
  expect(top("a1")).toBe(-40);
  await scroll(box.scrollTop + 400);
  const at = box.scrollTop;
  // An answer that ends, and a citation that is corrected, give the messages anew.
  await rerender({ messages: messages.map((one) => ({ ...one })) });
  await tick();
  expect(box.scrollTop).toBe(at);
  await rerender({ messages: [...messages, ...asked(31).slice(-2)] });
  await tick();
  expect(box.scrollTop).toBe(at);
});
