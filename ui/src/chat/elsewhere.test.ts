import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { answerAt, questionAt } from "../ipc/test-conversation";
import { ChatState } from "./chat.svelte";

// What was begun in one conversation acts on no other.

/** Often enough to meet an answer half way. */
const SOON = { timeout: 5000, interval: 1 };

async function chatIn(backend = replay("salt")) {
  const chat = new ChatState(backend);
  await chat.enterVault("/vault");
  return { backend, chat };
}

test("a file goes with the question that it was put to, though another is written by now", async () => {
  const { backend, chat } = await chatIn(replay("files"));
  chat.composer.write({ text: "How much salt?" });
  await chat.send();
  const { id } = chat.shown;
  const attachFile = backend.attachFile;
  let go = () => {};
  const waits = new Promise<void>((done) => (go = done));
  vi.spyOn(backend, "attachFile").mockImplementationOnce(async (token) => {
    await waits;
    return attachFile(token);
  });
  const attached = chat.composer.attach([backend.give("/home/you/prices.txt")]);
  chat.begin();
  go();
  await attached;
  expect(chat.composer.draft.attachments).toEqual([]);
  await chat.open(id ?? "");
  expect(chat.composer.draft.attachments.map(({ name }) => name)).toEqual(["prices.txt"]);
});

test("the reason why a file isn't attached is shown with its question only", async () => {
  const { backend, chat } = await chatIn();
  chat.composer.write({ text: "How much salt?" });
  await chat.send();
  const { id } = chat.shown;
  let go = () => {};
  const waits = new Promise<void>((done) => (go = done));
  vi.spyOn(backend, "attachFile").mockImplementationOnce(async () => {
    await waits;
    throw { code: "unsupportedFile", message: "song.mp3 isn't a text.", tried: [] };
  });
  const attached = chat.composer.attach([backend.give("/home/you/song.mp3")]);
  chat.begin();
  go();
  await attached;
  expect(chat.composer.trouble).toBeNull();
  await chat.open(id ?? "");
  expect(chat.composer.trouble?.message).toBe("song.mp3 isn't a text.");
  chat.begin();
  await chat.open(id ?? "");
  expect(chat.composer.trouble).toBeNull();
});

test("a search in a conversation has ended when it is opened again", async () => {
  const { chat } = await chatIn(replay({ recording: "salt", pace: 8 }));
  chat.composer.draft.text = "How much salt?";
  const sent = chat.send();
  await vi.waitFor(() => expect(chat.shown.messages).toHaveLength(2), SOON);
  const { id } = chat.shown;
  await chat.open(id ?? "", chat.shown.messages[0]?.id);
  expect(chat.shown.sought).not.toBeNull();
  chat.begin();
  await chat.open(id ?? "");
  expect(chat.shown.sought).toBeNull();
  await sent;
});

test("a conversation that is deleted while another is read isn't answered any more", async () => {
  const { backend, chat } = await chatIn(replay("stopped"));
  chat.composer.draft.text = "How much salt?";
  const sent = chat.send();
  await vi.waitFor(() => expect(chat.shown.messages[1]?.blocks.length).toBeGreaterThan(0), SOON);
  const conversation = chat.shown;
  chat.composer.draft.text = "And rye?";
  await chat.send();
  chat.begin();
  await chat.remove(conversation.id ?? "");
  await sent;
  expect(answerAt(conversation.messages, -1).state).toBe("cancelled");
  expect(conversation.streaming).toBe(false);
  expect(backend.asked.map(({ text }) => text)).toEqual(["How much salt?"]);
});

test("an answer that goes on isn't read out from its beginning again", async () => {
  const { backend, chat } = await chatIn(replay("stopped"));
  chat.composer.draft.text = "How much salt?";
  const sent = chat.send();
  await vi.waitFor(() => expect(chat.shown.messages[1]?.blocks.length).toBeGreaterThan(2), SOON);
  await chat.stop();
  await sent;
  const question = questionAt(chat.shown.messages, 0);
  const broken = answerAt(chat.shown.messages, 1);
  const end = ["<p>Cut off no more.</p>", "<p>And the end.</p>"];
  const from = broken.blocks.length - 1;
  vi.spyOn(backend, "ask").mockImplementationOnce(async (_, tell) => {
    tell({ type: "started", conversation: chat.shown.id ?? "", question, answer: broken.id });
    tell({ type: "blocks", from, blocks: end });
    tell({ type: "finished", answer: { ...broken, state: "complete", blocks: [...broken.blocks.slice(0, from), ...end] } });
  });
  await chat.goOn();
  // The paragraph that was cut off is said whole, and what follows it.
  expect(chat.spoken).toEqual(["Cut off no more.", "And the end."]);
});
