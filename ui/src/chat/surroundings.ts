import { getContext, setContext } from "svelte";

import type {
  FailureKind,
  ByteRange,
  ChangeEntry,
  ChosenView,
  EarlierQuestion,
  ServerView,
  FoundLink,
  Heading,
  HeadingEntry,
  HitView,
  ModelsView,
  NaturalLanguage,
  NoteEntry,
  PromptEntry,
  Reference,
  TagEntry,
} from "../ipc";
import type { Pointed } from "./hover.svelte";
import type { Translations } from "./translations.svelte";

/** The parts of the window that the chat's components use. */
export interface Surroundings {
  /** The open vault. */
  readonly vault: {
    readonly name: string;
    readonly notes: NoteEntry[];
    /** Everything that can be linked: notes, then other files that are read. */
    readonly named: NoteEntry[];
    /** The language of most notes, if it is clear. */
    readonly language: NaturalLanguage | null;
    /** The indexing progress, in words. */
    readonly progress: string;
    /** The web can be searched too. */
    readonly web: boolean;
    headings(path: string): Promise<Heading[]>;
    /** Maximum `limit` headings of all notes that match the typed text, best first. */
    findHeadings(typed: string, limit: number): Promise<HeadingEntry[]>;
    /** The tags of the notes, the most common first. */
    tags(): Promise<TagEntry[]>;
    /** Resolves the links in a text. */
    findLinks(text: string): Promise<FoundLink[]>;
    /** Passages close to a conversation's last question and answer, of notes that it hasn’t used. */
    nearby(conversation: string): Promise<HitView[]>;
    /** The same question in another conversation, if it was answered there. */
    askedBefore(text: string, conversation: string | null): Promise<EarlierQuestion | null>;
    /** The address of an attached image. */
    imageAddress(attachment: string): string;
  };
  /** The models that can answer questions. */
  readonly models: {
    readonly found: ModelsView | null;
    readonly searching: boolean;
    readonly chosen: ChosenView | null;
    /** The name of the chosen model, if it isn’t available now. */
    readonly away: string | null;
    choose(): void;
    /** Opens the settings of servers. */
    setUp(): void;
    /** Sends questions to a server's model. */
    use(server: ServerView, model: string): void;
    find(): void;
    /** The recommended model that isn't on this computer yet, and its download's progress. */
    readonly offer: ModelOffer | null;
    /** The recommended model, while a smaller one of the catalogue answers. */
    readonly better: ModelOffer | null;
    /** The running download of a model, or a failed one until it is dismissed. */
    readonly download: ModelDownload | null;
  };
  /** The project and prompts of the open conversation. */
  readonly held: {
    /** The project's name, if there is one. */
    readonly project: string | null;
    readonly prompts: { key: string; name: string; text: string }[];
    /** The conversation is plain chat: nothing is looked up. */
    readonly plain: boolean;
    leavePlain(): void;
    leaveProject(): void;
    drop(prompt: string): void;
  };
  /** The available prompts. */
  readonly prompts: {
    list(): Promise<PromptEntry[]>;
    /** A prompt as a question; null on failure. */
    fill(prompt: PromptEntry): Promise<string | null>;
  };
  /** Allows or refuses an answer's request to the web. False if the decision couldn't be sent. */
  decide(answer: string, outgoing: number, yes: boolean): Promise<boolean>;
  /** Rates the check's verdict on the sentence at this byte of an answer, or takes the rating back (null). False on failure. */
  rate(answer: string, sentence: number, isRight: boolean | null): Promise<boolean>;
  /** The translations of passages in the open conversation. */
  readonly translations: Translations;
  /** The results of an answer's calls, by the calls' ids. */
  resultsOf(answer: string): Promise<Map<string, string>>;
  /** The changes that an answer proposed, oldest first. */
  proposedIn(answer: string): ChangeEntry[];
  /** Opens the targets of an answer's links. */
  readonly links: {
    /** A passage of the answer with this id, with sentences to highlight in it (byte ranges of its text):
     *  those that support the citing sentence, or contradict it. */
    reference(reference: Reference, answer: string, sentences?: ByteRange[], contradicts?: boolean): void;
    /** Highlights only these sentences in the open passage, until it is called with null. */
    readonly point: (pointed: Pointed | null) => void;
    note(path: string, anchor: string | null): void;
    /** A line of a note. */
    line(path: string, line: number): void;
    /** A message of another conversation. */
    message(conversation: string, id: string): void;
    attachment(id: string): void;
    /** A file of the vault that isn't a note. */
    file(anchor: Element, path: string): void;
    broken(anchor: Element, target: string): void;
    external(anchor: Element, url: string): void;
    /** Asks for a note to save the answer with this id in. */
    keep(anchor: Element, answer: string): void;
    /** Asks the user to confirm a memory. */
    remember(anchor: Element, text: string): void;
    /** Opens the help on a failure. */
    help(failure: FailureKind): void;
  };
}

/** A downloadable model that runs on this computer without a server. */
export interface ModelOffer {
  readonly name: string;
  /** In megabytes. */
  readonly size: number;
  readonly licence: string;
  readonly host: string;
  /** Required memory in megabytes. */
  readonly memory: number;
  /** Seconds to the first word of a usual answer. */
  readonly first_word: number;
  /** Tokens written per second. */
  readonly writing: number;
  /** Its limitations in a sentence; empty if there are none. */
  readonly limits: string;
  /** Right answers and questions of our bench, if the model was measured. */
  readonly bench: readonly [number, number] | null;
  /** Download progress in percent; null if no download runs. */
  readonly percent: number | null;
  /** It is downloaded, and answers its test questions. */
  readonly testing: boolean;
  /** The error of the last download. */
  readonly failure: string | null;
  get(): void;
  stop(): void;
}

export interface ModelDownload extends Pick<ModelOffer, "name" | "size" | "testing" | "failure" | "stop"> {
  readonly percent: number;
  /** The remaining time; null before the speed is known. */
  readonly minutes: number | null;
  dismiss(): void;
}

export const SURROUNDINGS = Symbol("what surrounds the chat");

export const surroundings = () => getContext<Surroundings>(SURROUNDINGS);
export const surround = (given: Surroundings) => setContext(SURROUNDINGS, given);
