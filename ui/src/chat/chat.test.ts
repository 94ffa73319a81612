import { describe, expect, test, vi } from "vitest";

import type { Failure } from "../ipc";
import { replay, type Replayed } from "../ipc/replay";
import { answerAt, questionAt, refuseSome, withLongConversation } from "../ipc/test-conversation";
import { excerpt } from "../ipc/test-reference";
import { ChatState } from "./chat.svelte";

/** Often enough to meet an answer half way. */
const SOON = { timeout: 5000, interval: 1 };

const tooLong: Failure = { code: "doesNotFit", message: "It needs 1,200 tokens, and 1,000 are free for it.", tried: [] };

async function chatIn(backend = replay("salt")) {
  const chat = new ChatState(backend);
  await chat.enterVault("/vault");
  return { backend, chat };
}

test("a question gets its answer, and the composer is free", async () => {
  const { chat } = await chatIn();
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  expect(chat.shown.messages.map(({ author }) => author)).toEqual(["user", "assistant"]);
  expect(answerAt(chat.shown.messages, 1).state).toBe("complete");
  expect(chat.composer.draft.text).toBe("");
  expect(chat.shown.streaming).toBe(false);
  expect(chat.said).toBe("Answer ready");
  // Each paragraph is read out once, when it is finished, without the numbers of its citations.
  expect(chat.spoken).toHaveLength(chat.shown.messages.at(-1)?.blocks.length ?? 0);
  expect(chat.spoken[0]).toMatch(/^Two per cent .*[^\]\d]$/);
  expect(chat.list.entries).toHaveLength(1);
});

test("attached passages follow their moved note, in messages and in the draft", async () => {
  const { chat } = await chatIn();
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  const question = questionAt(chat.shown.messages, 0);
  question.attachments = [excerpt("Salt.md", "a"), excerpt("Rye.md", "b")];
  chat.composer.draft.attachments = [excerpt("Salt.md", "c")];
  chat.notesMoved([{ from: "Salt.md", to: "Sea/Salt.md" }]);
  const paths = [...question.attachments, ...chat.composer.draft.attachments].map(({ extent }) => extent?.type === "excerpt" && extent.place.path);
  expect(paths).toEqual(["Sea/Salt.md", "Rye.md", "Sea/Salt.md"]);
});

test("an empty question isn't sent", async () => {
  const { backend, chat } = await chatIn();
  chat.composer.draft.text = "  \n";
  await chat.send();
  expect(backend.asked).toEqual([]);
});

test("a question that isn't kept stays in the composer, and the reason is shown", async () => {
  const { backend, chat } = await chatIn();
  vi.spyOn(backend, "ask").mockRejectedValueOnce(tooLong);
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  expect(chat.composer.draft.text).toBe("How much salt?");
  expect(chat.shown.messages).toEqual([]);
  expect(chat.composer.trouble?.code).toBe("doesNotFit");
});

// B48
test("without a model the question is kept, and its passages can be shown", async () => {
  const { backend, chat } = await chatIn(replay("no-model"));
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  const question = questionAt(chat.shown.messages, 0);
  const failed = answerAt(chat.shown.messages, 1);
  expect(failed.state).toBe("failed");
  expect(failed.error?.tried?.length).toBeGreaterThan(0);
  await chat.retry(question, { passagesOnly: true });
  expect(backend.asked.at(-1)).toMatchObject({ way: "passages", at: { again: question.id }, mode: "notes" });
  expect(chat.shown.messages).toHaveLength(2);
  expect(chat.shown.messages[1]).toMatchObject({ state: "complete", passages_only: true });
  expect(chat.shown.messages[1]?.blocks.length).toBeGreaterThan(0);
});

test("stopping keeps the text so far", async () => {
  const { backend, chat } = await chatIn(replay("stopped"));
  chat.composer.draft.text = "How much salt?";
  const sent = chat.send();
  await vi.waitFor(() => expect(chat.shown.messages[1]?.blocks.length).toBeGreaterThan(0), SOON);
  await chat.stop();
  await sent;
  const broken = answerAt(chat.shown.messages, 1);
  expect(broken.state).toBe("cancelled");
  expect(chat.shown.messages[1]?.blocks.length).toBeGreaterThan(0);
  // B46: and it can go on; what is typed meanwhile stays.
  chat.composer.draft.text = "And rye?";
  await chat.goOn();
  expect(backend.asked.at(-1)).toMatchObject({ text: "/continue", at: { end: chat.shown.id } });
  expect(chat.composer.draft.text).toBe("And rye?");
  // The same answer goes on: no question is added, and no second answer.
  expect(chat.shown.messages).toHaveLength(2);
  expect(answerAt(chat.shown.messages, 1)).toMatchObject({ id: broken.id, state: "complete" });
});

test("a turn goes on while another conversation is read, and is taken up again", async () => {
  const { chat } = await chatIn(replay({ recording: "salt", pace: 8 }));
  chat.composer.draft.text = "How much salt?";
  const sent = chat.send();
  await vi.waitFor(() => expect(chat.shown.id).not.toBeNull(), SOON);
  const id = chat.shown.id ?? "";
  chat.begin();
  expect(chat.shown.messages).toEqual([]);
  expect(chat.shown.streaming).toBe(false);
  await chat.open(id);
  expect(chat.shown.streaming).toBe(true);
  await sent;
  expect(answerAt(chat.shown.messages, -1).state).toBe("complete");
  expect(chat.shown.messages).toHaveLength(2);
});

/** Asks so many of the questions after which the app summarises. */
async function converse(chat: ChatState, count: number) {
  for (const theme of ["salt", "flour", "water", "rye", "yeast", "time"].slice(0, count)) {
    chat.composer.draft.text = `Tell me at length about ${theme}`;
    await chat.send();
  }
}

describe("a conversation that was left doesn't act on the one that is shown", () => {
  /** Holds back the next answer of a method of the backend until it is let go. */
  function heldBack(backend: Replayed): () => void {
    const real = backend.conversationPage.bind(backend);
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    vi.spyOn(backend, "conversationPage").mockImplementationOnce(async (...given) => {
      const page = await real(...given);
      await held;
      return page;
    });
    return () => release();
  }

  /** A chat whose question is on its way, and what the app is told of ended turns. */
  async function asking(question: string) {
    const backend = replay({ recording: "salt", pace: 8 });
    const onended = vi.fn();
    const chat = new ChatState(backend, onended);
    await chat.enterVault("/vault");
    chat.composer.draft.text = question;
    const sent = chat.send();
    await vi.waitFor(() => expect(chat.shown.messages).toHaveLength(2), SOON);
    return { backend, chat, onended, sent };
  }

  test("one that is read slowly isn't shown in place of one that was opened after it", async () => {
    const { backend, chat } = await chatIn(replay("two"));
    const ids: string[] = [];
    for (const question of ["How much salt?", "And rye?"]) {
      chat.begin();
      chat.composer.draft.text = question;
      await chat.send();
      ids.push(chat.shown.id ?? "");
    }
    chat.begin();
    const [first = "", second = ""] = ids;
    const release = heldBack(backend);
    const slow = chat.open(first);
    await chat.open(second);
    release();
    await slow;
    expect(chat.shown.id).toBe(second);
    expect(chat.shown.messages[0]?.text).toBe("And rye?");
  });

  test("nor in place of a new one", async () => {
    const { backend, chat } = await chatIn();
    chat.composer.draft.text = "How much salt?";
    await chat.send();
    const id = chat.shown.id ?? "";
    chat.begin();
    const release = heldBack(backend);
    const slow = chat.open(id);
    chat.begin();
    chat.composer.draft.text = "And rye?";
    release();
    await slow;
    // A new chat was shown all the while; what was asked for last is what counts.
    expect(chat.shown.id).toBeNull();
    expect(chat.shown.messages).toEqual([]);
  });

  test("the end of its turn", async () => {
    const { chat, onended, sent } = await asking("How much salt?");
    chat.begin();
    chat.said = "";
    chat.composer.draft.text = "And rye?";
    await sent;
    expect(onended).not.toHaveBeenCalled();
    expect(chat.said).toBe("");
    expect(chat.shown.id).toBeNull();
    expect(chat.shown.messages).toEqual([]);
    expect(chat.composer.trouble).toBeNull();
    expect(chat.composer.draft.text).toBe("And rye?");
  });

  test("the summary of its beginning", async () => {
    const backend = replay({ recording: "summary", pace: 8 });
    const { chat } = await chatIn(backend);
    await converse(chat, 5);
    chat.composer.draft.text = "Tell me at length about time";
    const sent = chat.send();
    const id = chat.shown.id ?? "";
    const before = chat.shown.compactions.length;
    chat.begin();
    await sent;
    expect(chat.shown.compactions).toEqual([]);
    await chat.open(id);
    expect(chat.shown.compactions).toHaveLength(before + 1);
  });
});

test("each conversation keeps its draft", async () => {
  const { chat } = await chatIn();
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  const id = chat.shown.id ?? "";
  chat.composer.draft.text = "and rye";
  chat.composer.touch();
  chat.begin();
  expect(chat.composer.draft.text).toBe("");
  chat.composer.draft.text = "something new";
  chat.composer.touch();
  await chat.open(id);
  expect(chat.composer.draft.text).toBe("and rye");
  chat.begin();
  await vi.waitFor(() => expect(chat.composer.draft.text).toBe("something new"));
});

describe("what is being written", () => {
  const kept = (backend: Replayed) => vi.waitFor(() => expect(backend.drafts).toHaveLength(1));

  test("outlives the window, with its files and where it looks", async () => {
    const { backend, chat } = await chatIn(replay("files"));
    await chat.composer.attach([backend.give("/home/you/prices.txt")]);
    chat.composer.write({ text: "half a thou", mode: "none" });
    await kept(backend);
    const second = await chatIn(backend);
    expect(second.chat.composer.draft).toMatchObject({ text: "half a thou", mode: "none", attachments: [{ name: "prices.txt" }] });
  });

  test("is forgotten once it is sent", async () => {
    const { backend, chat } = await chatIn();
    chat.composer.write({ text: "How much salt?" });
    await kept(backend);
    await chat.send();
    await vi.waitFor(() => expect(backend.drafts).toEqual([]));
  });

  test("is forgotten once it is sent, also if another conversation is shown by then", async () => {
    const { backend, chat } = await chatIn(replay("two"));
    chat.composer.write({ text: "How much salt?" });
    await chat.send();
    const id = chat.shown.id ?? "";
    chat.begin();
    chat.composer.write({ text: "And rye?" });
    await kept(backend);
    const sent = chat.send();
    await chat.open(id);
    await sent;
    await vi.waitFor(() => expect(backend.drafts).toEqual([]));
    expect(chat.shown.id).toBe(id);
    expect(chat.shown.messages).toHaveLength(2);
  });

  test("belongs to its vault", async () => {
    const backend = replay("salt");
    await backend.openVault(backend.give("Bread").token);
    const { chat } = await chatIn(backend);
    chat.composer.write({ text: "How much salt?" });
    await chat.composer.leaveVault();
    const { root } = await backend.openVault(backend.give("/vaults/cheese").token);
    await chat.enterVault(root);
    expect(chat.composer.draft.text).toBe("");
    await backend.openVault(backend.give("Bread").token);
    await chat.enterVault("/vault");
    expect(chat.composer.draft.text).toBe("How much salt?");
  });

  test("isn't kept where another vault may be open by now", async () => {
    const { backend, chat } = await chatIn();
    await chat.composer.leaveVault();
    const keeping = vi.spyOn(backend, "keepDraft");
    chat.composer.write({ text: "How much salt?" });
    const { root } = await backend.openVault(backend.give("/vaults/cheese").token);
    await chat.enterVault(root);
    expect(keeping).not.toHaveBeenCalled();
  });

  test("comes over from where windows kept it before", async () => {
    localStorage.setItem("marginalia.draft./vault|new", JSON.stringify({ text: "half a thou", mode: "none" }));
    const { backend, chat } = await chatIn();
    expect(chat.composer.draft).toMatchObject({ text: "half a thou", mode: "none" });
    await kept(backend);
    expect(localStorage.getItem("marginalia.draft./vault|new")).toBeNull();
  });
});

describe("attachments", () => {
  test("go with the question and then are gone", async () => {
    const { backend, chat } = await chatIn(replay("files"));
    await chat.composer.attach([backend.give("/home/you/prices.txt")]);
    expect(chat.composer.draft.attachments).toHaveLength(1);
    chat.composer.draft.text = "What does flour cost?";
    await chat.send();
    expect(backend.asked[0]?.attachments).toHaveLength(1);
    expect(chat.composer.draft.attachments).toEqual([]);
    expect(questionAt(chat.shown.messages, 0).attachments[0]?.name).toBe("prices.txt");
  });

  // B35
  test("that can't fit are refused with figures and ways out", async () => {
    const { backend, chat } = await chatIn(replay("files"));
    refuseSome(backend);
    await chat.composer.attach([backend.give("/home/you/huge.txt")]);
    expect(chat.composer.draft.attachments).toEqual([]);
    expect(chat.composer.trouble?.message).toMatch(/48,210 tokens.*7,168.*best passages.*search/);
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
  const slow = chat.composer.count();
  await chat.composer.count();
  release();
  await slow;
  expect(chat.composer.preview?.total).toBeGreaterThan(1);
});

describe("branches", () => {
  const told = (chat: ChatState) => chat.shown.messages.map(({ author, text, branches }) => `${author === "user" ? text : "answer"} ${branches.length}`);

  async function asked(recording: string, ...questions: string[]) {
    const made = await chatIn(replay(recording));
    for (const question of questions) {
      made.chat.composer.draft.text = question;
      await made.chat.send();
    }
    return made;
  }

  test("any question can be edited: the old question and its answers are another branch", async () => {
    const { backend, chat } = await asked("branches", "How much salt?", "And rye?");
    const first = questionAt(chat.shown.messages, 0);
    await chat.edit(first, " How much water? ");
    expect(backend.asked.at(-1)).toMatchObject({ text: "How much water?", at: { instead: first.id } });
    expect(told(chat)).toEqual(["How much water? 2", "answer 0"]);
    await chat.shown.switchBranch(first.id);
    expect(told(chat)).toEqual(["How much salt? 2", "answer 0", "And rye? 0", "answer 0"]);
  });

  test("an answer in the middle can be asked for again", async () => {
    const { chat } = await asked("retries", "How much salt?", "And rye?");
    const question = questionAt(chat.shown.messages, 0);
    const before = answerAt(chat.shown.messages, 1);
    await chat.retry(question);
    expect(told(chat)).toEqual(["How much salt? 0", "answer 2"]);
    expect(chat.shown.messages[1]?.branches[0]).toBe(before.id);
    await chat.retry(question);
    expect(told(chat)).toEqual(["How much salt? 0", "answer 3"]);
    await chat.shown.switchBranch(before.id);
    expect(told(chat)).toEqual(["How much salt? 0", "answer 3", "And rye? 0", "answer 0"]);
  });

  test("an edit that can't be asked changes nothing", async () => {
    const { backend, chat } = await asked("salt", "How much salt?");
    vi.spyOn(backend, "ask").mockRejectedValueOnce(tooLong);
    await chat.edit(questionAt(chat.shown.messages, 0), "How much water?");
    expect(told(chat)).toEqual(["How much salt? 0", "answer 0"]);
    expect(chat.composer.trouble?.code).toBe("doesNotFit");
  });
});

describe("a conversation of 1,000 messages", () => {
  test("opens with its newest, and the others come before them", async () => {
    const { chat } = await chatIn(await withLongConversation(replay("salt"), 1000));
    await chat.open("conversation-long");
    expect(chat.shown.messages).toHaveLength(40);
    expect(chat.shown.earlier).toBe(960);
    const newest = chat.shown.messages[0]?.id;
    await Promise.all([chat.shown.loadEarlier(), chat.shown.loadEarlier()]);
    expect(chat.shown.messages).toHaveLength(160);
    expect(chat.shown.messages[120]?.id).toBe(newest);
    while (chat.shown.earlier > 0) await chat.shown.loadEarlier();
    expect(new Set(chat.shown.messages.map(({ id }) => id)).size).toBe(1000);
  });

  test("opens at any message that is sought", async () => {
    const { chat } = await chatIn(await withLongConversation(replay("salt"), 1000));
    await chat.open("conversation-long", "message-long-10");
    expect(chat.shown.sought?.id).toBe("message-long-10");
    expect(chat.shown.messages.some(({ id }) => id === "message-long-10")).toBe(true);
  });

  test("messages that load late aren't added to another conversation", async () => {
    const { chat } = await chatIn(await withLongConversation(replay("salt"), 1000));
    await chat.open("conversation-long");
    const reading = chat.shown.loadEarlier();
    chat.begin();
    await reading;
    expect(chat.shown.messages).toEqual([]);
    expect(chat.shown.earlier).toBe(0);
  });
});

test("a message in another branch is found", async () => {
  const { chat } = await chatIn(replay("branches"));
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  const first = questionAt(chat.shown.messages, 0);
  await chat.edit(first, "How much water?");
  await chat.open(chat.shown.id ?? "", first.id);
  expect(chat.shown.sought?.id).toBe(first.id);
  expect(chat.shown.messages[0]?.text).toBe("How much salt?");
});

// B30
test("a summary is shown where it was made, and can be corrected and undone", async () => {
  const { chat } = await chatIn(replay("summary"));
  await converse(chat, 6);
  const [compaction] = chat.shown.compactions;
  if (!compaction) throw new Error("nothing was summarised");
  expect(chat.shown.messages.some(({ id }) => id === compaction.through)).toBe(true);
  await chat.shown.editCompaction(compaction, "Two per cent.");
  expect(chat.shown.compactions[0]).toMatchObject({ summary: "Two per cent.", edited: true });
  const id = chat.shown.id ?? "";
  chat.begin();
  await chat.open(id);
  expect(chat.shown.compactions[0]?.summary).toBe("Two per cent.");
  await chat.shown.undoCompaction(compaction);
  expect(chat.shown.compactions.map(({ id }) => id)).not.toContain(compaction.id);
});

test("a conversation that is deleted while it is open gives way to a new one", async () => {
  const { chat } = await chatIn();
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  expect(chat.title).toBe("How much salt");
  await chat.list.rename(chat.shown.id ?? "", " Salt ");
  expect(chat.title).toBe("Salt");
  await chat.remove(chat.shown.id ?? "");
  expect(chat.shown.messages).toEqual([]);
  expect(chat.list.entries).toEqual([]);
  await chat.list.restore();
  expect(chat.list.entries.map(({ title }) => title)).toEqual(["Salt"]);
});

test("the scope of a conversation stays for its next question, and returns with it", async () => {
  const { backend, chat } = await chatIn(replay("scope"));
  chat.composer.narrow({ places: ["Recipes"] });
  chat.composer.draft.text = "How much salt?";
  await chat.send();
  const id = chat.shown.id ?? "";
  expect(questionAt(chat.shown.messages, 0).scope?.places).toEqual(["Recipes"]);
  expect(chat.shown.messages[1]?.references.every(({ path }) => path?.startsWith("Recipes/"))).toBe(true);
  expect(chat.composer.request().scope?.places).toEqual(["Recipes"]);
  chat.begin();
  await vi.waitFor(() => expect(chat.composer.request().scope?.places).toEqual([]));
  await chat.open(id);
  expect(chat.composer.request().scope?.places).toEqual(["Recipes"]);
  // Asked again it is narrowed as it was.
  await chat.retry(questionAt(chat.shown.messages, 0));
  expect(backend.asked.at(-1)?.scope?.places).toEqual(["Recipes"]);
});

test("of several files the refused one is reported, whichever follow", async () => {
  const { backend, chat } = await chatIn(replay("files"));
  refuseSome(backend);
  await chat.composer.attach(["huge.txt", "ok.md", "song.mp3"].map((name) => backend.give(`/home/you/${name}`)));
  expect(chat.composer.draft.attachments.map(({ name }) => name)).toEqual(["ok.md"]);
  expect(chat.composer.tooLarge.map(({ file }) => file.name)).toEqual(["huge.txt"]);
  expect(chat.composer.trouble?.message).toContain("huge.txt has 48,210 tokens");
  expect(chat.composer.trouble?.tried).toEqual([expect.stringContaining("song.mp3")]);
});

test("a question that is refused in another's place stays in its box", async () => {
  const { backend, chat } = await chatIn();
  chat.composer.write({ text: "How much salt?" });
  await chat.send();
  const question = questionAt(chat.shown.messages, 0);
  vi.spyOn(backend, "ask").mockRejectedValueOnce(new Error("Another window is answering."));
  await chat.edit(question, "How much rye?");
  expect(chat.composer.trouble?.message).toBe("Another window is answering.");
  expect(chat.shown.messages[0]?.id).toBe(question.id);
});
