import type { PromptEntry } from "../ipc";
import { commandNames } from "./sentences";

/** A command at the start of a question. */
export interface SlashCommand {
  name: string;
  /** Its argument. */
  takes: string;
  does: string;
  /** The text inserted for it. */
  writes: string;
}

export const slashCommands = (): SlashCommand[] => [
  { name: "/find", takes: commandNames.findTakes, does: commandNames.find, writes: "/find " },
  { name: "/note", takes: commandNames.noteTakes, does: commandNames.note, writes: "/note " },
  { name: "/summarize", takes: commandNames.summarizeTakes, does: commandNames.summarize, writes: "/summarize [[" },
  { name: "/remember", takes: commandNames.rememberTakes, does: commandNames.remember, writes: "/remember " },
];

/** Commands to suggest for the text before the caret, only where a message begins with `/`. */
export function commandsFor(text: string, caret: number): SlashCommand[] {
  const typed = text.slice(0, caret);
  if (!/^\/\p{L}*$/u.test(typed)) return [];
  return slashCommands().filter(({ name }) => name.startsWith(typed.toLowerCase()));
}

/** Maximum prompts suggested. */
const PROMPTS = 8;

/** Prompts to suggest for the text before the caret, as for commands. */
export function promptsFor(text: string, caret: number, prompts: PromptEntry[]): PromptEntry[] {
  const typed = /^\/([^\s/]*)$/.exec(text.slice(0, caret))?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  const begins = ({ command }: PromptEntry) => command.startsWith(typed) || command.split("-").some((word) => word.startsWith(typed));
  return prompts.filter(begins).slice(0, PROMPTS);
}

/** Replaces the typed command by a prompt, and returns the new caret. The text after the command follows the
 *  prompt. */
export function putPrompt(text: string, caret: number, prompt: string): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^\S*\s*/u, "");
  return { text: rest === "" ? prompt : `${prompt}\n\n${rest}`, caret: prompt.length };
}

/** Completes the typed command, and returns the new caret. */
export function writeCommand(text: string, caret: number, command: SlashCommand): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^\p{L}*\s*/u, "");
  return { text: command.writes + rest, caret: command.writes.length };
}
