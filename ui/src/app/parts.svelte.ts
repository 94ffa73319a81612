import type { AnswerAct } from "../chat/AnswerLine.svelte";
import type { ConversationEntry, OutsideFile } from "../ipc";

/** The popovers of links. */
interface Links {
  broken(anchor: Element, target: string): void;
  external(anchor: Element, url: string): void;
  outside(anchor: Element, path: string, file: OutsideFile, line: number | null): void;
}

/** The focusable parts of the window that commands use, while they are mounted. */
export class Parts {
  chat: { focus(): void; modelButton(): HTMLElement | undefined; act(what: AnswerAct): void; citation(step: 1 | -1): void } | undefined = $state.raw();
  search: { focus(): void } | undefined = $state.raw();
  conversations: { focusSearch(): void; actions(entry: ConversationEntry, at: HTMLElement): void } | undefined = $state.raw();
  panes: { find(): void } | undefined = $state.raw();
  links: Links | undefined = $state.raw();
}
