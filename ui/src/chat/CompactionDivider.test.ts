import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { Compaction } from "../ipc";
import CompactionDivider from "./CompactionDivider.svelte";

const compaction: Compaction = {
  id: "c",
  through: "m",
  summary: "You settled on two per cent.",
  found: ["[1] Salt › How much"],
  messages: 12,
  before: 4600,
  after: 500,
  model: "llama3.2:3b",
  created: "2026-04-11T09:30:00Z",
  edited: false,
};

function show(more: Partial<Compaction> = {}, disabled = false) {
  const calls = { onedit: vi.fn(async () => true), onundo: vi.fn() };
  render(CompactionDivider, { compaction: { ...compaction, ...more }, disabled, ...calls });
  return calls;
}

// B30
test("it says what is summarised and what that saves", () => {
  show();
  expect(screen.getByTestId("compaction").textContent?.replace(/\s+/g, " ")).toContain(
    "The 12 messages above are summarised for the model (4,100 tokens saved)",
  );
});

test("a summary longer than its messages saves nothing", () => {
  show({ before: 100, after: 130, messages: 1 });
  expect(screen.getByTestId("compaction").textContent?.replace(/\s+/g, " ")).toContain("The 1 message above is summarised for the model (0 tokens saved)");
});

test("a summary from another app says that its messages weren't stored", async () => {
  show({ messages: 0, before: 9, after: 9, model: "" });
  expect(screen.getByTestId("compaction").textContent).toContain("instead of earlier messages, which weren’t in the file");
  await fireEvent.click(screen.getByTestId("compaction-view"));
  expect(screen.getByTestId("compaction-summary").textContent).toContain("Written by another app. The original messages weren’t in the file.");
});

test("key messages are quoted below the sources", async () => {
  show({
    quotes: [
      { question: "We decided on rye.", answer: "" },
      { question: "Salt for 1 kg?", answer: "20 g [2]." },
    ],
  });
  await fireEvent.click(screen.getByTestId("compaction-view"));
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items.slice(1)).toEqual(["You: “We decided on rye.”", "You: “Salt for 1 kg?” Answer: “20 g [2].”"]);
});

// B30
test("it can be viewed, edited and undone", async () => {
  const { onedit, onundo } = show();
  await fireEvent.click(screen.getByTestId("compaction-view"));
  expect(screen.getByTestId("compaction-summary").textContent).toMatch(/two per cent.*Salt › How much.*llama3\.2:3b/s);
  await fireEvent.click(screen.getByTestId("compaction-edit"));
  const area = screen.getByLabelText<HTMLTextAreaElement>("Summary");
  await waitFor(() => expect(document.activeElement).toBe(area));
  area.value = " You settled on 1.8%. ";
  await fireEvent.input(area);
  await fireEvent.click(screen.getByTestId("compaction-save"));
  expect(onedit).toHaveBeenCalledExactlyOnceWith("You settled on 1.8%.");
  await fireEvent.click(screen.getByTestId("compaction-undo"));
  expect(onundo).toHaveBeenCalledOnce();
});

test("Escape keeps the summary, and an empty one isn't kept", async () => {
  const { onedit } = show();
  await fireEvent.click(screen.getByTestId("compaction-edit"));
  const area = screen.getByLabelText<HTMLTextAreaElement>("Summary");
  area.value = " ";
  await fireEvent.input(area);
  expect(screen.getByTestId<HTMLButtonElement>("compaction-save").disabled).toBe(true);
  await fireEvent.keyDown(area, { key: "Escape" });
  expect(screen.queryByLabelText("Summary")).toBeNull();
  expect(onedit).not.toHaveBeenCalled();
});

test("while an answer is written it stays as it is", () => {
  show({}, true);
  expect(screen.getByTestId<HTMLButtonElement>("compaction-undo").disabled).toBe(true);
});

test("a summary that can't be kept stays where it was written", async () => {
  const { onedit } = show();
  onedit.mockResolvedValueOnce(false);
  await fireEvent.click(screen.getByTestId("compaction-edit"));
  const area = await screen.findByRole<HTMLTextAreaElement>("textbox");
  await fireEvent.input(area, { target: { value: "Two and a half per cent." } });
  await fireEvent.click(screen.getByTestId("compaction-save"));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Two and a half per cent.");
});
