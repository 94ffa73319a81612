import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import { FakeBackend } from "../ipc/fake";
import ConversationList from "./ConversationList.svelte";
import { ConversationsState, fileName } from "./conversations.svelte";
import { message } from "./test-message";

async function listOf(...titles: string[]) {
  const backend = new FakeBackend({ vault: true });
  titles.forEach((title, at) =>
    backend.conversations.add({ id: `c${at}`, title, messages: [message({ id: `q${at}`, text: `${title} and rye` })] }),
  );
  const list = new ConversationsState(backend);
  await list.enter();
  return { backend, list, titles: () => list.entries.map(({ title }) => title) };
}

test.each([
  ["How much salt?", "How much salt.md"],
  ["a/b\\c: d", "a b c d.md"],
  ["...", "Conversation.md"],
  ["", "Conversation.md"],
  ["x".repeat(200), `${"x".repeat(80)}.md`],
])("%j as a file name is %j", (title, expected) => {
  expect(fileName(title, "md")).toBe(expected);
});

test("pinned ones stand first", async () => {
  const { list, titles } = await listOf("One", "Two");
  expect(titles()).toEqual(["Two", "One"]);
  await list.pin("c0", true);
  expect(titles()).toEqual(["One", "Two"]);
});

test("another name is kept, and none isn't one", async () => {
  const { list, titles } = await listOf("One");
  expect(await list.rename("c0", " Salt ")).toBe(true);
  expect(titles()).toEqual(["Salt"]);
  expect(await list.rename("c0", "  ")).toBe(false);
  expect(list.notice).toContain("name");
  expect(titles()).toEqual(["Salt"]);
});

test("what is deleted can be brought back until something else is done", async () => {
  const { list, titles } = await listOf("One", "Two");
  await list.remove("c1");
  expect(titles()).toEqual(["One"]);
  await list.restore();
  expect(titles()).toEqual(["Two", "One"]);
  expect(list.deleted).toBeNull();
});

test("what couldn't be brought back can be tried again", async () => {
  const { backend, list } = await listOf("One");
  await list.remove("c0");
  vi.spyOn(backend, "restoreConversation").mockRejectedValueOnce(new Error("The disk is full."));
  await list.restore();
  expect(list.notice).toBe("The disk is full.");
  expect(list.deleted?.id).toBe("c0");
  await list.restore();
  expect(list.entries.map(({ id }) => id)).toEqual(["c0"]);
});

test("what is deleted can be removed for good, alone or with all others", async () => {
  const { backend, list } = await listOf("One", "Two", "Three");
  await list.remove("c0");
  await list.remove("c1");
  render(ConversationList, { list, current: null, now: new Date(), onnew: () => {}, onopen: () => {}, onrename: async () => {}, onremove: async () => {} });
  await fireEvent.click(screen.getByTestId("conversation-erase"));
  expect(screen.getByTestId("conversation-deleted").textContent).toContain("It can’t be brought back.");
  await fireEvent.click(screen.getByTestId("conversation-really-erase"));
  await waitFor(() => expect(list.notice).toBe("1 deleted conversation removed for good."));
  expect(list.deleted).toBeNull();
  await expect(backend.restoreConversation("c1")).rejects.toBeTruthy();
  await backend.restoreConversation("c0");
  await list.refresh();
  await list.remove("c2");
  await list.eraseAll();
  expect(list.entries.map(({ id }) => id)).toEqual(["c0"]);
  await expect(backend.restoreConversation("c2")).rejects.toBeTruthy();
});

// B49
test("conversations are exported where the user says, and imported from there", async () => {
  const { backend, list } = await listOf("One");
  const [entry] = list.entries;
  if (!entry) throw new Error("nothing is listed");
  await list.export(entry, "markdown");
  expect(backend.conversations.exported.get("/home/you/Documents/One.md")).toContain("# One");
  expect(list.notice).toContain("/home/you/Documents/One.md");
  await list.export(entry, "json");
  expect(backend.conversations.exported.has("/home/you/Documents/One.json")).toBe(true);
  expect(await list.import()).toHaveLength(1);
  expect(list.notice).toBe("One conversation was imported. Two tool calls had no result.");
  expect(list.entries).toHaveLength(2);
});

test("what was done is told until it was read or something else is done, and a failure until it is closed", async () => {
  vi.useFakeTimers();
  try {
    const { backend, list } = await listOf("One");
    await list.import();
    expect(list.notice).toMatch(/^One conversation was imported\./);
    vi.advanceTimersByTime(7_000);
    expect(list.notice).not.toBeNull();
    vi.advanceTimersByTime(7_000);
    expect(list.notice).toBeNull();
    await list.import();
    await list.narrow(list.filter);
    expect(list.notice).toBeNull();

    vi.spyOn(backend, "importConversations").mockRejectedValue({ code: "badInput", message: "The file isn’t JSON.", tried: [] });
    await list.import();
    vi.advanceTimersByTime(60_000);
    expect(list.notice).toBe("The file isn’t JSON.");
  } finally {
    vi.useRealTimers();
  }
});

test("nothing is exported where the user thinks better of it", async () => {
  const { backend, list } = await listOf("One");
  backend.closesDialogs = true;
  const [entry] = list.entries;
  if (entry) await list.export(entry, "json");
  expect(backend.conversations.exported.size).toBe(0);
  expect(list.notice).toBeNull();
});

test("only the newest search counts", async () => {
  const { backend, list } = await listOf("Salt");
  let release = () => {};
  vi.spyOn(backend, "searchConversations").mockImplementationOnce(async () => {
    await new Promise<void>((done) => (release = done));
    return [];
  });
  const slow = list.search("x");
  await list.search("salt");
  release();
  await slow;
  expect(list.hits).toHaveLength(1);
});

describe("the list", () => {
  async function show(...titles: string[]) {
    const made = await listOf(...titles);
    const calls = { onnew: vi.fn(), onopen: vi.fn(), onrename: vi.fn(async () => {}), onremove: vi.fn(async () => {}) };
    render(ConversationList, { list: made.list, current: "c0", now: new Date(), ...calls });
    return { ...made, ...calls };
  }

  test("words that were found are marked, and a hit opens at its message", async () => {
    const { onopen } = await show("Salt", "Water");
    const box = screen.getByTestId<HTMLInputElement>("conversation-search");
    box.value = "water";
    await fireEvent.input(box);
    const hit = await screen.findByTestId("conversation-hit");
    expect(hit.querySelector("mark")?.textContent).toBe("Water");
    await fireEvent.click(hit);
    expect(onopen).toHaveBeenCalledExactlyOnceWith("c1", "q1");
    box.value = "xylophone";
    await fireEvent.input(box);
    await screen.findByText("No conversation has these words.");
  });

  test("its menu is reached by key and by the right button", async () => {
    const { onremove } = await show("Salt");
    const list = screen.getByTestId("conversation-list");
    await fireEvent.focus(list);
    await fireEvent.keyDown(list, { key: "F10", shiftKey: true });
    await fireEvent.click(screen.getByTestId("conversation-delete"));
    expect(onremove).toHaveBeenCalledExactlyOnceWith("c0");
    await fireEvent.contextMenu(screen.getByTestId("conversation-item"));
    expect(screen.getByTestId("conversation-actions")).toBeTruthy();
  });

  test("a conversation is renamed in the list; Escape keeps its name", async () => {
    const { onrename } = await show("Salt");
    const rename = async (name: string, key: string) => {
      await fireEvent.click(screen.getByTestId("conversation-menu"));
      await fireEvent.click(screen.getByTestId("conversation-rename"));
      const field = await screen.findByTestId<HTMLInputElement>("conversation-name");
      field.value = name;
      await fireEvent.input(field);
      if (key === "Escape") await fireEvent.keyDown(field, { key });
      else await fireEvent.submit(field);
      await waitFor(() => expect(screen.queryByTestId("conversation-name")).toBeNull());
    };
    await rename("Rye", "Escape");
    await rename("Salt", "Enter");
    expect(onrename).not.toHaveBeenCalled();
    await rename("Rye", "Enter");
    expect(onrename).toHaveBeenCalledExactlyOnceWith("c0", "Rye");
  });

  test("what was deleted is offered back", async () => {
    const { list } = await show("Salt", "Water");
    await list.remove("c1");
    expect((await screen.findByTestId("conversation-deleted")).textContent).toContain("Water");
    await fireEvent.click(screen.getByTestId("conversation-restore"));
    await waitFor(() => expect(screen.getAllByTestId("conversation-item")).toHaveLength(2));
  });
});
