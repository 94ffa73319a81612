import type { PromptEntry } from "../ipc";
import type { AppState } from "./app.svelte";

export function setMemory({ settings }: AppState, on: boolean): Promise<boolean> {
  return settings.save((now) => ({ ...now, chat: { ...now.chat, memories: on } }));
}

/** Makes this folder the one for prompts; returns an error message, or "". */
export async function setPromptsFolder({ settings }: AppState, folder: string): Promise<string> {
  const saved = await settings.save((now) => ({ ...now, chat: { ...now.chat, prompts_folder: folder } }));
  return saved ? "" : (settings.error?.message ?? "");
}

/** Fills in a prompt as a question for review before sending; null on failure. */
export async function fillPrompt(app: AppState, prompt: PromptEntry): Promise<string | null> {
  const filled = await app.prompts.fill(prompt.source, app.selection, app.reader.path);
  if (filled === null) app.notice = app.prompts.trouble;
  else if (filled.notices.length > 0) app.notice = filled.notices.join(" ");
  return filled?.text ?? null;
}
