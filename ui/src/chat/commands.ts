import type { PromptEntry } from "../ipc";
import { commandNames } from "./sentences";

/** A command that a question can begin with. */
export interface SlashCommand {
  name: string;
  /** What follows it. */
  takes: string;
  does: string;
  /** What is written when it is chosen. */
  writes: string;
}

export const slashCommands = (): SlashCommand[] => [
  { name: "/find", takes: commandNames.findTakes, does: commandNames.find, writes: "/find " },
  { name: "/note", takes: commandNames.noteTakes, does: commandNames.note, writes: "/note " },
  { name: "/summarize", takes: commandNames.summarizeTakes, does: commandNames.summarize, writes: "/summarize [[" },
  { name: "/remember", takes: commandNames.rememberTakes, does: commandNames.remember, writes: "/remember " },
];

/** The commands to offer for what stands before the caret: only where a message begins with `/`. */
export function commandsFor(text: string, caret: number): SlashCommand[] {
  const typed = text.slice(0, caret);
  if (!/^\/\p{L}*$/u.test(typed)) return [];
  return slashCommands().filter(({ name }) => name.startsWith(typed.toLowerCase()));
}

/** How many prompts are offered. */
const PROMPTS = 8;

/** The prompts to offer for what stands before the caret, as the commands are. */
export function promptsFor(text: string, caret: number, prompts: PromptEntry[]): PromptEntry[] {
  const typed = /^\/([^\s/]*)$/.exec(text.slice(0, caret))?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  const begins = ({ command }: PromptEntry) => command.startsWith(typed) || command.split("-").some((word) => word.startsWith(typed));
  return prompts.filter(begins).slice(0, PROMPTS);
}

/** `text` with a prompt in the place of the command that is being typed, and where the caret stands then. What follows the
 *  command stays behind the prompt. */
export function putPrompt(text: string, caret: number, prompt: string): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^\S*\s*/u, "");
  return { text: rest === "" ? prompt : `${prompt}\n\n${rest}`, caret: prompt.length };
}

/** `text` with the command that is being typed written out, and where the caret stands then. */
export function writeCommand(text: string, caret: number, command: SlashCommand): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^\p{L}*\s*/u, "");
  return { text: command.writes + rest, caret: command.writes.length };
}
