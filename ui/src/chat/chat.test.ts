import { describe, expect, test, vi } from "vitest";

import { FakeBackend } from "../ipc/fake";
import { ChatState } from "./chat.svelte";

/** Often enough to meet an answer half way. */
const SOON = { timeout: 5000, interval: 1 };

async function chatIn(backend = new FakeBackend({ vault: true })) {
  const chat = new ChatState(backend);
  await chat.enterVault("/vault", null);
  return { backend, chat };
}

test("a question gets its answer, and the composer is free", async () => {
  const { chat } = await chatIn();
  chat.draft.text = "How much salt?";
  await chat.send();
  expect(chat.messages.map(({ author, state }) => `${author} ${state}`)).toEqual(["user complete", "assistant complete"]);
  expect(chat.draft.text).toBe("");
  expect(chat.streaming).toBe(false);
  expect(chat.said).toBe("Answer ready");
  expect(chat.entries).toHaveLength(1);
});

test("an empty question isn't sent", async () => {
  const { backend, chat } = await chatIn();
  chat.draft.text = "  \n";
  await chat.send();
  expect(backend.asked).toEqual([]);
});

test("a question that isn't kept stays in the composer, and the reason is shown", async () => {
  const { backend, chat } = await chatIn();
  backend.settings.overrides = [{ server: null, model: null, window: 1100, tools: null, vision: null, thinking: null }];
  chat.draft.text = "How much salt?";
  await chat.send();
  expect(chat.draft.text).toBe("How much salt?");
  expect(chat.messages).toEqual([]);
  expect(chat.trouble?.code).toBe("doesNotFit");
});

// B48
test("without a model the question is kept, and its passages can be shown", async () => {
  const { backend, chat } = await chatIn(new FakeBackend({ vault: true, model: false }));
  chat.draft.text = "How much salt?";
  await chat.send();
  const [question, failed] = chat.messages;
  expect(failed?.state).toBe("failed");
  expect(failed?.error?.tried.length).toBeGreaterThan(0);
  if (!question) throw new Error("the question is gone");
  await chat.retry(question, true);
  expect(backend.asked.at(-1)).toMatchObject({ passagesOnly: true, retry: question.id, mode: "notes" });
  expect(chat.messages).toHaveLength(2);
  expect(chat.messages[1]).toMatchObject({ state: "complete", passagesOnly: true });
  expect(chat.messages[1]?.blocks.length).toBeGreaterThan(0);
});

test("stopping keeps the text so far", async () => {
  const { chat } = await chatIn(new FakeBackend({ vault: true, pace: 8 }));
  chat.draft.text = "How much salt?";
  const sent = chat.send();
  await vi.waitFor(() => expect(chat.messages[1]?.blocks.length).toBeGreaterThan(0), SOON);
  await chat.stop();
  await sent;
  expect(chat.messages[1]?.state).toBe("cancelled");
  expect(chat.messages[1]?.blocks.length).toBeGreaterThan(0);
});

test("a turn goes on while another conversation is read, and is taken up again", async () => {
  const { chat } = await chatIn(new FakeBackend({ vault: true, pace: 8 }));
  chat.draft.text = "How much salt?";
  const sent = chat.send();
  await vi.waitFor(() => expect(chat.id).not.toBeNull(), SOON);
  const id = chat.id ?? "";
  chat.begin();
  expect(chat.messages).toEqual([]);
  expect(chat.streaming).toBe(false);
  await chat.open(id);
  expect(chat.streaming).toBe(true);
  await sent;
  expect(chat.messages.at(-1)?.state).toBe("complete");
  expect(chat.messages).toHaveLength(2);
});

test("each conversation keeps its draft", async () => {
  const { chat } = await chatIn();
  chat.draft.text = "How much salt?";
  await chat.send();
  const id = chat.id ?? "";
  chat.draft.text = "and rye";
  chat.touch();
  chat.begin();
  expect(chat.draft.text).toBe("");
  chat.draft.text = "something new";
  chat.touch();
  await chat.open(id);
  expect(chat.draft.text).toBe("and rye");
  chat.begin();
  expect(chat.draft.text).toBe("something new");
});

test("a draft outlives the window", async () => {
  const first = await chatIn();
  first.chat.draft.text = "half a thou";
  first.chat.touch();
  const second = await chatIn();
  expect(second.chat.draft.text).toBe("half a thou");
});

describe("attachments", () => {
  test("go with the question and then are gone", async () => {
    const { backend, chat } = await chatIn();
    await chat.attach(["/home/you/prices.txt"]);
    expect(chat.draft.attachments).toHaveLength(1);
    chat.draft.text = "What does flour cost?";
    await chat.send();
    expect(backend.asked[0]?.attachments).toHaveLength(1);
    expect(chat.draft.attachments).toEqual([]);
    expect(chat.messages[0]?.attachments[0]?.name).toBe("prices.txt");
  });

  // B35
  test("that can't fit are refused with figures and ways out", async () => {
    const { chat } = await chatIn();
    await chat.attach(["/home/you/huge.txt"]);
    expect(chat.draft.attachments).toEqual([]);
    expect(chat.trouble?.message).toMatch(/48,210 tokens.*7,168.*best passages.*search/);
  });
});

test("only the newest preview counts", async () => {
  const { backend, chat } = await chatIn();
  const real = backend.preview.bind(backend);
  let release = () => {};
  vi.spyOn(backend, "preview").mockImplementationOnce(async (request) => {
    await new Promise<void>((done) => (release = done));
    return { ...(await real(request)), total: 1 };
  });
  const slow = chat.count();
  await chat.count();
  release();
  await slow;
  expect(chat.preview?.total).toBeGreaterThan(1);
});
