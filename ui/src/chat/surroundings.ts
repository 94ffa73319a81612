import { getContext, setContext } from "svelte";

import type { ChosenModel, FoundServer, Heading, Models, NoteEntry, WireReference } from "../ipc";

/** What the chat's components need of the rest of the window. */
export interface Surroundings {
  /** The open vault. */
  readonly vault: {
    readonly name: string;
    readonly notes: NoteEntry[];
    /** Whether the web can be searched, too. */
    readonly web: boolean;
    headings(path: string): Promise<Heading[]>;
  };
  /** The models that questions can go to. */
  readonly models: {
    readonly found: Models | null;
    readonly searching: boolean;
    readonly chosen: ChosenModel | null;
    /** The name of the chosen model, if it isn’t there now. */
    readonly away: string | null;
    choose(): void;
    /** Has questions go to a server's model. */
    use(server: FoundServer, model: string): void;
    find(): void;
  };
  /** Where what is pressed in an answer leads. */
  readonly links: {
    /** A passage that the answer with this id rests on. */
    reference(reference: WireReference, answer: string): void;
    note(path: string, anchor: string | null): void;
    /** A file of the vault that is no note. */
    file(path: string): void;
    broken(anchor: Element, target: string): void;
    external(anchor: Element, url: string): void;
  };
}

/** The key of the context. */
export const SURROUNDINGS = Symbol("what surrounds the chat");

export const surroundings = () => getContext<Surroundings>(SURROUNDINGS);
export const surround = (given: Surroundings) => setContext(SURROUNDINGS, given);
