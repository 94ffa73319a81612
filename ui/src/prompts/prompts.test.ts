import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { PromptSource } from "../ipc";
import { FakeBackend } from "../ipc/fake";
import { PromptsState } from "./prompts.svelte";
import PromptsDialog from "./PromptsDialog.svelte";

async function open(folder = "") {
  const backend = new FakeBackend({ vault: true });
  backend.settings.chat.prompts_folder = folder;
  backend.notes.set("Prompts/Weekly review.md", "Sum up {{note}} of {{date}}.");
  const prompts = new PromptsState(backend);
  await prompts.show();
  let used: PromptSource[] = [];
  const onuse = vi.fn((sources: PromptSource[]) => void (used = sources));
  const onfolder = vi.fn(async (wanted: string) => {
    if (wanted.startsWith("..")) return "The folder for prompts is one inside the vault, such as Prompts.";
    backend.settings.chat.prompts_folder = wanted;
    return "";
  });
  render(PromptsDialog, { prompts, folder, used, onuse, onfolder, onnote: vi.fn() });
  return { backend, prompts, onuse, onfolder };
}

const write = (testid: string, value: string) => fireEvent.input(screen.getByTestId(testid), { target: { value } });

test("B83: a prompt is made, moves or replaces the instructions, and is used in a conversation", async () => {
  const { backend, onuse } = await open();
  await fireEvent.click(screen.getByTestId("new-prompt"));
  await screen.findByTestId("prompt-name");
  expect(screen.getByTestId<HTMLButtonElement>("prompt-save").disabled).toBe(true);
  await write("prompt-name", "Gruff");
  await write("prompt-text", "Be gruff.");
  await fireEvent.click(screen.getByTestId("prompt-instead"));
  await fireEvent.click(screen.getByTestId("prompt-save"));
  const row = within(await screen.findByTestId("prompt"));
  expect(backend.prompts).toMatchObject([{ name: "Gruff", text: "Be gruff.", replaces_instructions: true }]);
  expect(row.getByText("in place of the instructions")).toBeTruthy();
  await fireEvent.click(row.getByTestId("prompt-use"));
  expect(onuse).toHaveBeenCalledWith([{ type: "library", id: backend.prompts[0]?.id }]);
  await fireEvent.click(row.getByTestId("prompt-edit"));
  await fireEvent.click(await screen.findByTestId("prompt-delete"));
  await waitFor(() => expect(backend.prompts).toEqual([]));
});

test("B83: the notes of a folder are prompts", async () => {
  const { onfolder } = await open("Prompts");
  expect(screen.getByTestId("prompt").dataset.name).toBe("Weekly review");
  await write("prompts-folder", "../else");
  await fireEvent.click(screen.getByTestId("prompts-folder-save"));
  expect((await screen.findByTestId("prompts-folder-wrong")).textContent).toContain("inside the vault");
  expect(onfolder).toHaveBeenCalledWith("../else");
});
