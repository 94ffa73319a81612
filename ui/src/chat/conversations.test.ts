import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import ConversationList from "./ConversationList.svelte";
import { ConversationsState, fileName } from "./conversations.svelte";

/** The list of three recorded conversations, with their ids from the oldest on. */
async function listed(recording = "list") {
  const backend = replay(recording);
  backend.behind("ask");
  const list = new ConversationsState(backend);
  await list.enter();
  const [salt = "", water = "", flour = ""] = list.entries.map(({ id }) => id).reverse();
  return { backend, list, salt, water, flour, titles: () => list.entries.map(({ title }) => title) };
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
  const { list, salt, titles } = await listed();
  expect(titles()).toEqual(["Flour and rye", "Water and rye", "Salt and rye"]);
  await list.pin(salt, true);
  expect(titles()).toEqual(["Salt and rye", "Flour and rye", "Water and rye"]);
});

test("another name is kept, and none isn't one", async () => {
  const { list, salt, titles } = await listed();
  expect(await list.rename(salt, " Salt ")).toBe(true);
  expect(titles()).toContain("Salt");
  expect(await list.rename(salt, "  ")).toBe(false);
  expect(list.notice).toContain("title");
  expect(titles()).toContain("Salt");
});

test("a deleted conversation can be restored until the next action", async () => {
  const { list, water, titles } = await listed();
  const all = titles();
  await list.remove(water);
  expect(titles()).toEqual(["Flour and rye", "Salt and rye"]);
  await list.restore();
  expect(titles()).toEqual(all);
  expect(list.deleted).toBeNull();
});

test("a failed restoration can be tried again", async () => {
  const { backend, list, water } = await listed();
  await list.remove(water);
  vi.spyOn(backend, "restoreConversation").mockRejectedValueOnce(new Error("The disk is full."));
  await list.restore();
  expect(list.notice).toBe("The disk is full.");
  expect(list.deleted?.id).toBe(water);
  await list.restore();
  expect(list.entries.map(({ id }) => id)).toContain(water);
});

test("a deleted conversation can be removed for good, alone or with all others", async () => {
  const { backend, list, salt, water, flour } = await listed("erased");
  await list.remove(salt);
  await list.remove(water);
  render(ConversationList, { list, current: null, now: new Date(), onnew: () => {}, onopen: () => {}, onrename: async () => {}, onremove: async () => {} });
  await fireEvent.click(screen.getByTestId("conversation-erase"));
  expect(screen.getByTestId("conversation-deleted").textContent).toContain("It can’t be brought back.");
  await fireEvent.click(screen.getByTestId("conversation-really-erase"));
  await waitFor(() => expect(list.notice).toBe("1 deleted conversation removed for good."));
  expect(list.deleted).toBeNull();
  await expect(backend.restoreConversation(water)).rejects.toBeTruthy();
  await backend.restoreConversation(salt);
  await list.refresh();
  await list.remove(flour);
  await list.eraseAll();
  expect(list.entries.map(({ id }) => id)).toEqual([salt]);
  await expect(backend.restoreConversation(flour)).rejects.toBeTruthy();
});

// B49
test("conversations are exported where the user says, and imported from there", async () => {
  const { backend, list } = await listed("imported");
  const entry = list.entries.at(-1);
  if (!entry) throw new Error("nothing is listed");
  const { id } = entry;
  await list.export(entry, "markdown");
  expect(list.notice).toContain("/home/you/Documents/Salt.json");
  await list.export(entry, "json");
  expect(backend.called("exportConversation")).toEqual([
    [id, "markdown", "Salt and rye.md"],
    [id, "json", "Salt and rye.json"],
  ]);
  expect(await list.import()).toHaveLength(1);
  expect(list.notice).toMatch(/^One conversation was imported\./);
  expect(list.entries).toHaveLength(4);
});

test("a notice stays until it was read or the next action, and a failure until it is closed", async () => {
  vi.useFakeTimers();
  try {
    const { backend, list } = await listed("imported");
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
  const { backend, list } = await listed();
  backend.exportConversation = async () => null;
  const [entry] = list.entries;
  if (entry) await list.export(entry, "json");
  expect(list.notice).toBeNull();
});

test("only the newest search counts", async () => {
  const { backend, list } = await listed();
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
  async function show() {
    const made = await listed();
    const calls = { onnew: vi.fn(), onopen: vi.fn(), onrename: vi.fn(async () => {}), onremove: vi.fn(async () => {}) };
    render(ConversationList, { list: made.list, current: made.salt, now: new Date(), ...calls });
    return { ...made, ...calls };
  }

  test("words that were found are marked, and a hit opens at its message", async () => {
    const { onopen, water } = await show();
    const box = screen.getByTestId<HTMLInputElement>("conversation-search");
    box.value = "water";
    await fireEvent.input(box);
    const hit = await screen.findByTestId("conversation-hit");
    expect(hit.querySelector("mark")?.textContent).toBe("Water");
    await fireEvent.click(hit);
    expect(onopen).toHaveBeenCalledExactlyOnceWith(water, expect.stringMatching(/^id-/));
    box.value = "xylophone";
    await fireEvent.input(box);
    await screen.findByText("No conversation has these words.");
  });

  test("its menu is reached by key and by the right button", async () => {
    const { onremove, salt } = await show();
    const list = screen.getByTestId("conversation-list");
    await fireEvent.focus(list);
    await fireEvent.keyDown(list, { key: "F10", shiftKey: true });
    await fireEvent.click(screen.getByTestId("conversation-delete"));
    expect(onremove).toHaveBeenCalledExactlyOnceWith(salt);
    await fireEvent.contextMenu(screen.getAllByTestId("conversation-item")[0] as HTMLElement);
    expect(screen.getByTestId("conversation-actions")).toBeTruthy();
  });

  test("a conversation is renamed in the list; Escape keeps its name", async () => {
    const { onrename, flour } = await show();
    const rename = async (name: string, key: string) => {
      await fireEvent.click(screen.getAllByTestId("conversation-menu")[0] as HTMLElement);
      await fireEvent.click(screen.getByTestId("conversation-rename"));
      const field = await screen.findByTestId<HTMLInputElement>("conversation-name");
      field.value = name;
      await fireEvent.input(field);
      if (key === "Escape") await fireEvent.keyDown(field, { key });
      else await fireEvent.submit(field);
      await waitFor(() => expect(screen.queryByTestId("conversation-name")).toBeNull());
    };
    await rename("Rye", "Escape");
    await rename("Flour and rye", "Enter");
    expect(onrename).not.toHaveBeenCalled();
    await rename("Rye", "Enter");
    expect(onrename).toHaveBeenCalledExactlyOnceWith(flour, "Rye");
  });

  test("a deleted conversation is offered for restoration", async () => {
    const { list, water } = await show();
    await list.remove(water);
    expect((await screen.findByTestId("conversation-deleted")).textContent).toContain("Water");
    await fireEvent.click(screen.getByTestId("conversation-restore"));
    await waitFor(() => expect(screen.getAllByTestId("conversation-item")).toHaveLength(3));
  });
});
