import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { ContextItem, ModelsView } from "../ipc";
import { replay, type Replayed } from "../ipc/replay";
import { question } from "../ipc/test-conversation";
import { ContextState } from "./context.svelte";
import ContextTab from "./ContextTab.svelte";
import { isSame, OwnState } from "./own.svelte";

const request = question("How much salt?");

async function open(change: (found: ModelsView) => ModelsView = (found) => found) {
  const backend = replay("own");
  const oninstructions = vi.fn();
  const rest = {
    state: new ContextState(backend),
    live: null,
    selected: null,
    settings: backend.settings,
    models: change(await backend.findModels()),
    oninstructions,
  };
  let show = async () => {};
  const own = new OwnState(backend, () => void show());
  await own.turnTo(null);
  const { rerender } = render(ContextTab, { ...rest, own, preview: await backend.preview(request) });
  show = async () => rerender({ preview: await backend.preview(request) });
  return { backend, own, oninstructions };
}

const names = (testid: string) => screen.queryAllByTestId(testid).map((part) => part.querySelector(".name")?.textContent);
/** Where a part of this name is decided on. */
const part = (name: RegExp) => {
  const found = screen.getAllByTestId("context-part").find((one) => name.test(one.querySelector(".name")?.textContent ?? ""))?.parentElement;
  if (!found) throw new Error(`${name} isn't there`);
  return within(found);
};

test.each<[ContextItem, ContextItem, boolean]>([
  [{ type: "tool", name: "a" }, { type: "tool", name: "a" }, true],
  [{ type: "tool", name: "a" }, { type: "tool", name: "b" }, false],
  [{ type: "passage", source: "a.md", hash: "1" }, { type: "passage", source: "moved.md", hash: "1" }, true],
  [{ type: "passage", source: "a.md", hash: "1" }, { type: "passage", source: "a.md", hash: "2" }, false],
  [{ type: "summary" }, { type: "reminder" }, false],
])("%j and %j are the same: %s", (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected);
});

test("a passage is removed from the next question, listed, and put back", async () => {
  const { backend } = await open();
  const before = names("context-part");
  await fireEvent.click(part(/^\[1\]/).getByTestId("remove-part"));
  const first = before.find((name) => name?.startsWith("[1]"));
  await waitFor(() => expect(names("context-part")).not.toContain(first));
  expect(screen.getByTestId("taken-out").textContent).toContain("[1]");
  expect((await backend.preview(request)).cuts.at(-1)?.reason).toContain("You removed it");
  await fireEvent.click(screen.getByTestId("put-back"));
  await waitFor(() => expect(names("context-part")).toEqual(before));
  expect(screen.queryByTestId("taken-out")).toBeNull();
});

test("a passage is pinned and unpinned; the question itself can be neither", async () => {
  const { own } = await open();
  const pin = () => part(/^\[1\]/).getByTestId("pin-part");
  await fireEvent.click(pin());
  await waitFor(() => expect(pin().getAttribute("aria-pressed")).toBe("true"));
  expect(own.settings.items).toMatchObject([{ pinned: true, item: { type: "passage" } }]);
  await fireEvent.click(pin());
  await waitFor(() => expect(own.settings.items).toEqual([]));
  expect(part(/^Your question/).queryByTestId("remove-part")).toBeNull();
});

test("a conversation has a model, a temperature, kept messages and shares of its own, until it hasn't", async () => {
  const { backend, own, oninstructions } = await open();
  const change = (testid: string, value: string) => fireEvent.change(screen.getByTestId(testid), { target: { value } });
  const [option] = [...screen.getByTestId<HTMLSelectElement>("own-model").options].filter(({ value }) => value !== "").slice(-1);
  await change("own-model", option?.value ?? "");
  await change("own-temperature", "0,3");
  await change("own-kept", "8");
  await change("own-share-tools", "20");
  await waitFor(() => expect(own.settings.shares).toEqual({ system: 10, tools: 20, messages: 60 }));
  expect(await backend.conversationSettings(null)).toMatchObject({ model: { model: option?.text }, temperature: 0.3, kept_messages: 8 });
  expect(own.chosenOf(await backend.findModels())?.model.name).toBe(option?.text);

  await change("own-temperature", "9");
  expect(screen.getByTestId("own-complaint").textContent).toContain("from 0 to 2");
  await change("own-share-messages", "90");
  expect(screen.getByTestId("own-complaint").textContent).toContain("100%");
  await fireEvent.click(screen.getByTestId("own-reset"));
  await waitFor(() => expect(own.settings).toMatchObject({ model: null, temperature: null, shares: null, kept_messages: null }));
  await fireEvent.click(screen.getByTestId("edit-instructions"));
  expect(oninstructions).toHaveBeenCalledOnce();
});

test("the built-in engine is offered by its name, and kept without it", async () => {
  const builtIn = { kind: "engine" as const, at: { type: "engine" as const }, shown: "The built-in engine", setting: null, name: null };
  const only = (found: ModelsView) => ({ ...found, servers: found.servers.map((server) => ({ ...server, ...builtIn })) });
  const { backend, own } = await open(only);
  const field = screen.getByTestId<HTMLSelectElement>("own-model");
  const [group] = field.querySelectorAll("optgroup");
  expect(group?.label).toBe("The built-in engine");
  const [option] = group?.querySelectorAll("option") ?? [];
  await fireEvent.change(field, { target: { value: option?.value ?? "" } });
  await waitFor(() => expect(own.settings.model).toEqual({ server: { type: "engine" }, model: option?.text }));
  expect(own.chosenOf(only(await backend.findModels()))).toMatchObject({ at: { type: "engine" }, model: { name: option?.text } });
});

test("a part that can't be removed says where it is changed", async () => {
  const { oninstructions } = await open();
  await fireEvent.click(screen.getByTestId("change-instructions"));
  expect(oninstructions).toHaveBeenCalledOnce();
});

test("a choice that can't be stored is reverted, with the reason", async () => {
  const { backend, own } = await open();
  vi.spyOn(backend, "setConversationSettings").mockRejectedValueOnce({ code: "badInput", message: "No.", tried: [] });
  expect(await own.change({ temperature: 1 })).toBe(false);
  expect([own.settings.temperature, own.trouble]).toEqual([null, "No."]);
});

test("settings of a new conversation stay with it", async () => {
  const { backend, own } = await open();
  await own.change({ temperature: 1.5 });
  await backend.ask(request, () => {});
  await own.turnTo("id-1");
  expect(own.settings.temperature).toBe(1.5);
  await own.turnTo(null);
  expect(own.settings.temperature).toBeNull();
});

test("a conversation's own settings aren't overwritten if they couldn't be read", async () => {
  const backend = replay();
  await backend.setConversationSettings("c", { ...(await backend.conversationSettings(null)), project: "rye" });
  const own = new OwnState(backend);
  vi.spyOn(backend, "conversationSettings").mockRejectedValueOnce(new Error("The library is locked."));
  await own.turnTo("c");
  expect(own.trouble).toBe("The library is locked.");
  expect(await own.change({ plain: true })).toBe(false);
  expect(await backend.conversationSettings("c")).toMatchObject({ project: "rye", plain: false });
  await own.turnTo("c");
  expect(await own.change({ plain: true })).toBe(true);
  expect(await backend.conversationSettings("c")).toMatchObject({ project: "rye", plain: true });
});

test("a change while a conversation's settings are read goes to no other", async () => {
  const backend = replay();
  const own = new OwnState(backend);
  await own.turnTo("a");
  const turned = own.turnTo("b");
  expect(await own.change({ plain: true })).toBe(false);
  await turned;
  expect(await backend.conversationSettings("a")).toMatchObject({ plain: false });
});

/** Holds the next change back until it is let go, to be kept or not. */
function holdNext(backend: Replayed) {
  const real = backend.setConversationSettings.bind(backend);
  let go: (error?: Error) => void = () => {};
  const held = new Promise<void>((done, failed) => (go = (error) => (error ? failed(error) : done())));
  vi.spyOn(backend, "setConversationSettings").mockImplementationOnce(async (...given) => {
    await held;
    return real(...given);
  });
  return (error?: Error) => go(error);
}

test("a change that fails after another conversation was opened takes nothing of that one", async () => {
  const backend = replay();
  await backend.setConversationSettings("b", { ...(await backend.conversationSettings(null)), project: "rye" });
  const told = vi.fn();
  const own = new OwnState(backend, () => {}, told);
  await own.turnTo("a");
  const go = holdNext(backend);
  const changed = own.change({ plain: true });
  const turned = own.turnTo("b");
  go(new Error("The disk is full."));
  expect(await changed).toBe(false);
  await turned;
  expect(own.settings).toMatchObject({ project: "rye", plain: false });
  expect(told).toHaveBeenCalledExactlyOnceWith("The disk is full.");
});

test("a change that fails undoes no later one", async () => {
  const backend = replay();
  const own = new OwnState(backend);
  await own.turnTo("a");
  const go = holdNext(backend);
  const first = own.change({ plain: true });
  const second = own.change({ temperature: 1 });
  expect(own.settings).toMatchObject({ plain: true, temperature: 1 });
  go(new Error("The disk is full."));
  expect([await first, await second]).toEqual([false, true]);
  expect(own.settings).toMatchObject({ plain: false, temperature: 1 });
  expect(await backend.conversationSettings("a")).toMatchObject({ plain: false, temperature: 1 });
});

test("an unchangeable setting says why, also while it loads", async () => {
  const backend = replay();
  const told = vi.fn();
  const own = new OwnState(backend, () => {}, told);
  const turned = own.turnTo("a");
  await own.decide({ type: "summary" }, "Summary", "removed");
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("still loading"));
  expect(await turned).toBe(true);
  vi.spyOn(backend, "setConversationSettings").mockRejectedValueOnce(new Error("The disk is full."));
  await own.decide({ type: "summary" }, "Summary", "removed");
  expect(told).toHaveBeenLastCalledWith("The disk is full.");
  expect(own.settings.items).toEqual([]);
});
