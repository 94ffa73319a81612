import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { Memory } from "../ipc";
import { replay } from "../ipc/replay";
import { MemoryState } from "./memory.svelte";
import MemoryDialog from "./MemoryDialog.svelte";
import Remember from "./Remember.svelte";

const fact = (text: string): Memory => ({
  id: "m1",
  kind: "fact",
  text,
  created: "2026-04-11T09:30:00Z",
  used: null,
  wikilink: null,
  path: null,
  summary: null,
});

test("B85: memories are shown, edited and deleted on their page, and are off by default", async () => {
  const backend = replay();
  let kept: Memory[] = [
    fact("I bake on Sundays."),
    {
      ...fact("Answers often rest on [[Salt]]: How much salt"),
      id: "m2",
      kind: "note",
      wikilink: "[[Salt]]",
      path: "Ingredients/Salt.md",
      summary: "How much salt",
    },
  ];
  backend.listMemories = async () => kept;
  backend.rewordMemory = async (id, text) => (kept = kept.map((one) => (one.id === id ? { ...one, text } : one)));
  backend.forgetMemory = async (id) => (kept = kept.filter((one) => one.id !== id));
  const memory = new MemoryState(backend);
  await memory.show();
  const given = { onswitch: vi.fn(), onnote: vi.fn() };
  render(MemoryDialog, { memory, on: backend.settings.chat.memories, ...given });
  expect(screen.getByTestId("memory-off")).toBeTruthy();
  await fireEvent.click(screen.getByTestId("memory-on"));
  expect(given.onswitch).toHaveBeenCalledWith(true);
  const kinds = screen.getAllByTestId("memory-entry").map((entry) => entry.dataset.kind);
  expect(kinds).toEqual(["fact", "note"]);
  await fireEvent.click(screen.getByTestId("memory-note"));
  expect(given.onnote).toHaveBeenCalledWith("Ingredients/Salt.md");

  await fireEvent.click(screen.getByTestId("memory-edit"));
  await fireEvent.input(screen.getByTestId("memory-text"), { target: { value: "I bake on Mondays." } });
  await fireEvent.click(screen.getByTestId("memory-save"));
  await waitFor(() => expect(kept[0]?.text).toBe("I bake on Mondays."));
  for (const left of [1, 0]) {
    const [first] = screen.getAllByTestId("memory-forget");
    if (first) await fireEvent.click(first);
    // One click on a sign isn't enough to lose it.
    expect(kept).toHaveLength(left + 1);
    await fireEvent.click(screen.getByTestId("memory-really-forget"));
    await waitFor(() => expect(kept).toHaveLength(left));
    await waitFor(() => expect(screen.queryAllByTestId("memory-entry")).toHaveLength(left));
  }
});

test("B85: a proposed memory is stored only as the user words it", async () => {
  const backend = replay("shared");
  const memory = new MemoryState(backend);
  const onswitch = vi.fn(async () => true);
  const anchor = document.body.appendChild(document.createElement("button"));
  render(Remember, { memory, on: false, onswitch });
  memory.propose(anchor, "Salt is sugar.");
  const box = await screen.findByTestId("remember-text");
  expect(backend.called("remember")).toEqual([]);
  await fireEvent.input(box, { target: { value: "Salt is two per cent." } });
  await fireEvent.click(screen.getByTestId("remember-keep"));
  await waitFor(() => expect(backend.called("remember")).toEqual([["Salt is two per cent."]]));
  expect(onswitch).toHaveBeenCalledWith(true);
  await waitFor(() => expect(screen.queryByTestId("remember-box")).toBeNull());
});

test("a list that couldn't be read says so, and stays as it was", async () => {
  const backend = replay("shared");
  await backend.remember("I bake on Sundays.");
  const memory = new MemoryState(backend);
  await memory.show();
  vi.spyOn(backend, "listMemories").mockRejectedValueOnce(new Error("The library is locked."));
  await memory.load();
  expect(memory.list).toHaveLength(1);
  expect(memory.trouble).toBe("The library is locked.");
});
