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
];

/** The commands to offer for what stands before the caret: only where a message begins with `/`. */
export function commandsFor(text: string, caret: number): SlashCommand[] {
  const typed = text.slice(0, caret);
  if (!/^\/\p{L}*$/u.test(typed)) return [];
  return slashCommands().filter(({ name }) => name.startsWith(typed.toLowerCase()));
}

/** `text` with the command that is being typed written out, and where the caret stands then. */
export function writeCommand(text: string, caret: number, command: SlashCommand): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^\p{L}*\s*/u, "");
  return { text: command.writes + rest, caret: command.writes.length };
}
