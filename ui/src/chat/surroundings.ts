import { getContext, setContext } from "svelte";

import type { FailureKind, ByteRange, ChangeEntry, ChosenView, EarlierQuestion, ServerView, FoundLink, Heading, HeadingEntry, HitView, ModelsView, NoteEntry, PromptEntry, Reference, TagEntry } from "../ipc";

/** What the chat's components need of the rest of the window. */
export interface Surroundings {
  /** The open vault. */
  readonly vault: {
    readonly name: string;
    readonly notes: NoteEntry[];
    /** All that can be linked: its notes, then its other files that are read. */
    readonly named: NoteEntry[];
    /** How far it is read, in words. */
    readonly progress: string;
    /** Whether the web can be searched, too. */
    readonly web: boolean;
    headings(path: string): Promise<Heading[]>;
    /** At most `limit` headings of all notes that have what was typed, the best match first. */
    findHeadings(typed: string, limit: number): Promise<HeadingEntry[]>;
    /** The tags of its notes, the most common first. */
    tags(): Promise<TagEntry[]>;
    /** What the links in a text find. */
    findLinks(text: string): Promise<FoundLink[]>;
    /** Passages near what was last asked and answered in a conversation, of notes that it hasn’t met. */
    nearby(conversation: string): Promise<HitView[]>;
    /** The question of another conversation that asks the same, if there is one that was answered. */
    askedBefore(text: string, conversation: string | null): Promise<EarlierQuestion | null>;
    /** The address of an attached image. */
    imageAddress(attachment: string): string;
  };
  /** The models that questions can go to. */
  readonly models: {
    readonly found: ModelsView | null;
    readonly searching: boolean;
    readonly chosen: ChosenView | null;
    /** The name of the chosen model, if it isn’t there now. */
    readonly away: string | null;
    choose(): void;
    /** Has questions go to a server's model. */
    use(server: ServerView, model: string): void;
    find(): void;
    /** The model to get where there is none, and how far that is. */
    readonly offer: ModelOffer | null;
  };
  /** What goes along with the questions of the conversation that is shown. */
  readonly held: {
    /** The name of its project, if it has one. */
    readonly project: string | null;
    readonly prompts: { key: string; name: string; text: string }[];
    /** The conversation is plain chat: nothing is looked up. */
    readonly plain: boolean;
    leavePlain(): void;
    leaveProject(): void;
    drop(prompt: string): void;
  };
  /** The prompts that can be run. */
  readonly prompts: {
    list(): Promise<PromptEntry[]>;
    /** A prompt as a question; null if it can't be had. */
    fill(prompt: PromptEntry): Promise<string | null>;
  };
  /** Lets something that an answer's turn shows go to the web, or not. False if that couldn't be said. */
  decide(answer: string, outgoing: number, yes: boolean): Promise<boolean>;
  /** What the calls of an answer returned to its model, by their ids. */
  resultsOf(answer: string): Promise<Map<string, string>>;
  /** The changes to notes that were proposed in an answer, in the order in which they were made. */
  proposedIn(answer: string): ChangeEntry[];
  /** Where what is pressed in an answer leads. */
  readonly links: {
    /** A passage that the answer with this id rests on, with sentences to mark in it (bytes of its text): those that carry what
     *  cites it, or that say otherwise. */
    reference(reference: Reference, answer: string, sentences?: ByteRange[], otherwise?: boolean): void;
    note(path: string, anchor: string | null): void;
    /** A message of another conversation. */
    message(conversation: string, id: string): void;
    /** A file that was attached. */
    attachment(id: string): void;
    /** A file of the vault that is no note. */
    file(anchor: Element, path: string): void;
    broken(anchor: Element, target: string): void;
    external(anchor: Element, url: string): void;
    /** Asks for the note that the answer with this id is kept in. */
    keep(anchor: Element, answer: string): void;
    /** Asks whether a text is to be remembered. */
    remember(anchor: Element, text: string): void;
    /** What the help says of a failure. */
    help(failure: FailureKind): void;
  };
}

/** A model that runs on this computer without a server, and can be got. */
export interface ModelOffer {
  readonly name: string;
  /** In megabytes. */
  readonly size: number;
  readonly licence: string;
  readonly host: string;
  /** What it takes of the memory, in megabytes. */
  readonly memory: number;
  /** Seconds to the first word of a usual answer. */
  readonly first_word: number;
  /** Tokens that it writes in a second. */
  readonly writing: number;
  /** What it can't do, in a sentence; empty if there is nothing to say. */
  readonly limits: string;
  /** How far its download is, in percent; null if none runs. */
  readonly percent: number | null;
  /** What became of the last download, if it failed. */
  readonly failure: string | null;
  get(): void;
  stop(): void;
}

/** The key of the context. */
export const SURROUNDINGS = Symbol("what surrounds the chat");

export const surroundings = () => getContext<Surroundings>(SURROUNDINGS);
export const surround = (given: Surroundings) => setContext(SURROUNDINGS, given);
