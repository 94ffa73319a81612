import type { PromptEntry } from "../ipc";
import type { AppState } from "./app.svelte";

/** Turns the memory on or off. */
export function setMemory({ settings }: AppState, on: boolean): Promise<boolean> {
  return settings.save((now) => ({ ...now, chat: { ...now.chat, memories: on } }));
}

/** Has the notes of this folder be prompts; gives a sentence if it can't. */
export async function setPromptsFolder({ settings }: AppState, folder: string): Promise<string> {
  const saved = await settings.save((now) => ({ ...now, chat: { ...now.chat, prompts_folder: folder } }));
  return saved ? "" : (settings.error?.message ?? "");
}

/** A prompt as a question, to be read before it is sent; null if it can't be had. */
export async function fillPrompt(app: AppState, prompt: PromptEntry): Promise<string | null> {
  const filled = await app.prompts.fill(prompt.source, app.selection, app.reader.path);
  if (filled === null) app.notice = app.prompts.trouble;
  else if (filled.notices.length > 0) app.notice = filled.notices.join(" ");
  return filled?.text ?? null;
}
