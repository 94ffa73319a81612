import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { PromptSource } from "../ipc";
import { replay } from "../ipc/replay";
import { PromptsState, proposedName } from "./prompts.svelte";
import PromptsDialog from "./PromptsDialog.svelte";

async function open(folder = "") {
  const backend = replay(folder === "" ? "prompts" : "prompt-notes");
  const prompts = new PromptsState(backend);
  await prompts.show();
  let used: PromptSource[] = [];
  const onuse = vi.fn((sources: PromptSource[]) => void (used = sources));
  const onfolder = vi.fn(async (wanted: string) => {
    if (wanted.startsWith("..")) return "The folder for prompts must be inside the vault, such as Prompts.";
    backend.settings.chat.prompts_folder = wanted;
    return "";
  });
  render(PromptsDialog, { prompts, folder, used, onuse, onfolder, onnote: vi.fn() });
  return { backend, prompts, onuse, onfolder };
}

const write = (testid: string, value: string) => fireEvent.input(screen.getByTestId(testid), { target: { value } });

test("B83: a prompt is made, moves or replaces the instructions, and is used in a conversation", async () => {
  const { backend, prompts, onuse } = await open();
  await fireEvent.click(screen.getByTestId("new-prompt"));
  await screen.findByTestId("prompt-text");
  const save = screen.getByTestId<HTMLButtonElement>("prompt-save");
  const more = screen.getByTestId("prompt-more").closest("details");
  expect([save.disabled, more?.open]).toEqual([true, false]);
  // The text is enough.
  await write("prompt-text", "Be gruff.");
  expect([save.disabled, screen.getByTestId("prompt-named").textContent]).toEqual([false, "Name: Be gruff"]);
  await write("prompt-name", "Gruff");
  expect(screen.getByTestId("prompt-named").textContent).toBe("Name: Gruff");
  await fireEvent.click(screen.getByTestId("prompt-instead"));
  await fireEvent.click(screen.getByTestId("prompt-save"));
  const row = within(await screen.findByTestId("prompt"));
  expect(backend.called("putPrompt")).toMatchObject([[{ name: "Gruff", text: "Be gruff.", replaces_instructions: true }]]);
  expect(row.getByText("instead of the instructions")).toBeTruthy();
  await fireEvent.click(row.getByTestId("prompt-use"));
  expect(onuse).toHaveBeenCalledWith([{ type: "library", id: prompts.list[0]?.source.type === "library" ? prompts.list[0].source.id : "" }]);
  await fireEvent.click(row.getByTestId("prompt-edit"));
  await fireEvent.click(await screen.findByTestId("prompt-delete"));
  await waitFor(() => expect(prompts.list).toEqual([]));
  await fireEvent.click(await screen.findByTestId("prompt-restore"));
  await waitFor(() => expect(prompts.list).toMatchObject([{ name: "Gruff", text: "Be gruff.", replaces_instructions: true }]));
  await waitFor(() => expect(screen.queryByTestId("prompt-deleted")).toBeNull());
});

test("a prompt is named by its first words", () => {
  const names: [string, string][] = [
    ["  Summarise {{selection}} in three sentences, please.", "Summarise in three sentences"],
    ["{{note}}", "note"],
    ["Was heißt „Vorteig“?\n\nKurz.", "Was heißt Vorteig Kurz"],
    ["…", ""],
    ["x".repeat(120), "x".repeat(100)],
  ];
  for (const [text, name] of names) expect(proposedName(text)).toBe(name);
});

test("a prompt that isn't saved is asked about once before its dialog closes", async () => {
  const { prompts } = await open();
  await fireEvent.click(screen.getByTestId("new-prompt"));
  const dialog = await screen.findByTestId("prompts");
  await write("prompt-text", "Be gruff.");
  await fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect(screen.getByTestId("unsaved")).toBeTruthy();
  expect(prompts.editing?.text).toBe("Be gruff.");
  await fireEvent(dialog, new Event("cancel", { cancelable: true }));
  await waitFor(() => expect(prompts.open).toBe(false));
});

test("prompts that couldn't be read aren't said to be none", async () => {
  const { backend, prompts } = await open("Prompts");
  const before = prompts.list.length;
  vi.spyOn(backend, "listPrompts").mockRejectedValueOnce(new Error("The library is locked."));
  await prompts.load();
  expect(prompts.list).toHaveLength(before);
  expect(prompts.trouble).toBe("The library is locked.");
});

test("B83: the notes of a folder are prompts", async () => {
  const { onfolder } = await open("Prompts");
  expect(screen.getByTestId("prompt").dataset.name).toBe("Weekly review");
  await write("prompts-folder", "../else");
  await fireEvent.click(screen.getByTestId("prompts-folder-save"));
  expect((await screen.findByTestId("prompts-folder-wrong")).textContent).toContain("inside the vault");
  expect(onfolder).toHaveBeenCalledWith("../else");
});
