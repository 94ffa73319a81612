import { describe, expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { ChatState } from "./chat.svelte";

/** Often enough to meet an answer half way. */
const SOON = { timeout: 5000, interval: 1 };

async function chatIn(backend = replay("salt")) {
  const chat = new ChatState(backend);
  await chat.enterVault("/vault");
  return { backend, chat };
}

describe("a question asked while an answer is written", () => {
  async function waiting(recording: string) {
    const { backend, chat } = await chatIn(replay({ recording, pace: 4 }));
    chat.composer.draft.text = "How much salt?";
    const sent = chat.send();
    await vi.waitFor(() => expect(chat.shown.messages[1]?.blocks.length).toBeGreaterThan(0), SOON);
    chat.composer.narrow({ places: ["Recipes"] });
    chat.composer.draft.text = "And rye?";
    await chat.send();
    return { backend, chat, sent };
  }

  test("waits, and is asked when the answer ends", async () => {
    const { backend, chat } = await waiting("queue");
    expect(chat.shown.queued.map(({ draft }) => draft.text)).toEqual(["And rye?"]);
    expect(chat.composer.draft).toMatchObject({ text: "", scope: { places: ["Recipes"] } });
    await vi.waitFor(() => expect(chat.shown.messages.at(-1)).toMatchObject({ state: "complete" }), SOON);
    await vi.waitFor(() => expect(chat.shown.messages).toHaveLength(4), SOON);
    expect(backend.asked.at(-1)).toMatchObject({ text: "And rye?", at: { end: chat.shown.id }, scope: { places: ["Recipes"] } });
    expect(chat.shown.queued).toEqual([]);
    await vi.waitFor(() => expect(chat.shown.streaming).toBe(false), SOON);
  });

  test("isn't asked if the answer was stopped, until one asks for it", async () => {
    const { backend, chat, sent } = await waiting("stopped");
    await chat.stop();
    await sent;
    expect(backend.asked).toHaveLength(1);
    const [question] = chat.shown.queued;
    if (!question) throw new Error("nothing waits");
    await chat.sendQueued(question);
    expect(backend.asked.at(-1)?.text).toBe("And rye?");
    expect(chat.shown.queued).toEqual([]);
  });

  test("can be taken back, before what is written now", async () => {
    const { chat, sent } = await waiting("stopped");
    chat.composer.draft.text = "And water?";
    const [question] = chat.shown.queued;
    if (question) chat.editQueued(question);
    expect(chat.composer.draft.text).toBe("And rye?\n\nAnd water?");
    expect(chat.shown.queued).toEqual([]);
    await chat.stop();
    await sent;
  });
});

test("questions that wait outlive an answer that was stopped, and another conversation", async () => {
  const { chat } = await chatIn(replay("stopped"));
  chat.composer.draft.text = "How much salt?";
  const asked = chat.send();
  await vi.waitFor(() => expect(chat.shown.id).not.toBeNull(), SOON);
  const { id } = chat.shown;
  chat.composer.draft.text = "And rye?";
  await chat.send();
  expect(chat.shown.queued).toHaveLength(1);
  await chat.stop();
  await asked;
  chat.begin();
  await chat.open(id ?? "");
  expect(chat.shown.queued.map(({ draft }) => draft.text)).toEqual(["And rye?"]);
});

// B106
test("questions that wait outlive the window, and are asked by nobody but the user", async () => {
  const { backend, chat } = await chatIn(replay("stopped"));
  chat.composer.draft.text = "How much salt?";
  const asked = chat.send();
  // Also one that is queued before the first is kept, and so has no conversation yet.
  chat.composer.draft.text = "And rye?";
  await chat.send();
  await vi.waitFor(() => expect(chat.shown.id).not.toBeNull(), SOON);
  chat.composer.draft.text = "And water?";
  await chat.send();
  await chat.stop();
  await asked;
  const id = chat.shown.id ?? "";

  const { chat: again } = await chatIn(backend);
  await again.open(id);
  const texts = () => again.shown.queued.map(({ draft }) => draft.text);
  expect(texts()).toEqual(["And rye?", "And water?"]);
  // An answer to another question doesn't have them asked either.
  again.composer.draft.text = "And yeast?";
  await again.send();
  await vi.waitFor(() => expect(again.shown.messages.at(-1)).toMatchObject({ state: "complete" }), SOON);
  await vi.waitFor(() => expect(again.shown.streaming).toBe(false), SOON);
  expect(backend.asked.map(({ text }) => text)).toEqual(["How much salt?", "And yeast?"]);

  const [first, second] = again.shown.queued;
  if (!first || !second) throw new Error("nothing waits");
  await again.sendQueued(first);
  again.editQueued(second);
  expect(backend.asked.at(-1)?.text).toBe("And rye?");
  expect(again.composer.draft.text).toBe("And water?");
  // What was taken out is gone for the next start, too.
  const { chat: last } = await chatIn(backend);
  await last.open(id);
  expect(last.shown.queued).toEqual([]);
});

// B106
test("a question that is queued while the kept ones are read takes none of their places", async () => {
  const { backend, chat } = await chatIn(replay("stopped"));
  chat.composer.draft.text = "How much salt?";
  const asked = chat.send();
  await vi.waitFor(() => expect(chat.shown.id).not.toBeNull(), SOON);
  chat.composer.draft.text = "And rye?";
  await chat.send();
  await chat.stop();
  await asked;
  const id = chat.shown.id ?? "";

  const read = backend.queue;
  backend.queue = async () => [];
  const { chat: again } = await chatIn(backend);
  await again.open(id);
  backend.queue = read;
  const reading = again.shown.readQueue(id);
  again.shown.queue({ ...again.composer.draft, text: "And yeast?" });
  await reading;
  await vi.waitFor(async () => expect((await backend.queue(id)).map(({ text }) => text).sort()).toEqual(["And rye?", "And yeast?"]), SOON);
});

test("a question that waits isn't asked of another vault", async () => {
  const { backend, chat } = await chatIn(replay({ recording: "queue", pace: 1 }));
  chat.composer.draft.text = "How much salt?";
  const asked = chat.send();
  await vi.waitFor(() => expect(chat.shown.id).not.toBeNull(), SOON);
  const { id } = chat.shown;
  chat.composer.draft.text = "And rye?";
  await chat.send();
  await chat.enterVault("/another");
  await asked;
  expect(backend.asked.map(({ text }) => text)).toEqual(["How much salt?"]);
  await chat.enterVault("/vault");
  await chat.open(id ?? "");
  expect(chat.shown.queued.map(({ draft }) => draft.text)).toEqual(["And rye?"]);
});
