import type { Backend, Drop, Stop } from "./backend";
import {
  commands,
  type AskRequest,
  type Attachment,
  type ConversationSettings,
  type Draft,
  type Failure,
  type IndexStatus,
  type Link,
  type MovedNote,
  type PathToken,
  type Settings,
  type VaultInfo,
} from "./bindings";
import type { Preferences } from "./preferences";

/** A request with what the app replied, as `npm run record` wrote it down, or a change of the vault on disk. */
interface Step {
  /** A command that changes nothing. */
  read?: string;
  /** A command that changes what the reads behind it reply. */
  act?: string;
  args?: Record<string, unknown>;
  /** Serves the command whatever its arguments are, or those of these names. */
  any?: true | string[];
  reply?: unknown;
  error?: Failure;
  /** What the command told through its channel. */
  events?: { type: string }[];
  /** The command that came after so many of the events; the others came after it. */
  then?: { at: number; act: string; reply?: unknown };
  write?: Record<string, string | null>;
  move?: Record<string, string>;
  news?: [keyof News, never][];
}

/** What the app tells without being asked, by the names of the events. */
interface News {
  indexChanged: IndexStatus;
  notesMoved: MovedNote[];
  notesChanged: string[];
  changesChanged: null;
  newsMissed: null;
  link: Link;
  drop: Drop;
}

const recordings = import.meta.glob<{ steps: Step[] }>("../../recordings/*.json", { eager: true, import: "default" });

/** The steps of a recording; those of the vault stand behind all others. */
const stepsOf = (name: string): Step[] => {
  const found = recordings[`../../recordings/${name}.json`];
  if (!found) throw new Error(`There is no recording “${name}”.`);
  return found.steps;
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** A copy without Svelte's proxies. */
const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Whether `given` has every recorded field. A null field may be missing. */
function fits(recorded: unknown, given: unknown): boolean {
  if (typeof recorded !== "object" || recorded === null) return (recorded ?? null) === (given ?? null);
  if (typeof given !== "object" || given === null) return false;
  if (Array.isArray(recorded) && recorded.length !== (given as unknown[]).length) return false;
  return Object.entries(recorded).every(([name, value]) => fits(value, (given as Record<string, unknown>)[name]));
}

interface Options {
  /** The recording that is replayed; the vault without any question if none is named. */
  recording?: string;
  /** Milliseconds between two events of an answer. */
  pace?: number;
  /** Takes the next recorded act of a command where none has these arguments, for work in a browser. */
  lenient?: boolean;
}

/** Replays a recording of the app. Returns drafts and settings as the window saved them. */
class Replay {
  /** The commands that were called, in order. */
  readonly calls: { command: string; given: unknown[] }[] = [];
  readonly preferred: Preferences = {};
  private readonly steps: Step[];
  private readonly basis: Step[];
  private readonly pace: number;
  private readonly lenient: boolean;
  /** The last act that was replayed. */
  private at = -1;
  private readonly listeners = new Map<keyof News, Set<(told: never) => void>>();
  private readonly given: string[] = [];
  private readonly files = new Map<string, Attachment>();
  private readonly kept = new Map<string, unknown>();
  private root: string | null = null;
  private holdAfter: string | null = null;
  private let: (() => void)[] = [];
  /** The commands that answers wait for, and what they reply. */
  private readonly awaited = new Map<string, { go: () => void; reply: unknown }>();

  constructor({ recording = "vault", pace = 0, lenient = false }: Options) {
    this.steps = stepsOf(recording);
    this.basis = recording === "vault" ? [] : stepsOf("vault");
    [this.pace, this.lenient] = [pace, lenient];
    const self = this as unknown as Record<string, unknown>;
    for (const name of Object.keys(commands)) self[name] ??= (...given: unknown[]) => this.call(name, given);
  }

  /** The questions that were sent. */
  get asked(): AskRequest[] {
    return this.calls.filter(({ command }) => command === "ask").map(({ given }) => given[0] as AskRequest);
  }

  /** The settings as they are kept now. */
  get settings(): Settings {
    if (!this.kept.has("settings")) this.kept.set("settings", copied(this.find("get_settings", [])?.reply ?? null));
    return this.kept.get("settings") as Settings;
  }

  set settings(settings: Settings) {
    this.kept.set("settings", settings);
  }

  /** The questions that are being written and not sent. */
  get drafts(): Draft<Attachment>[] {
    return [...this.kept].flatMap(([place, value]) => (place.startsWith("draft ") && value !== null ? [value as Draft<Attachment>] : []));
  }

  /** What a command was called with. */
  called(command: keyof typeof commands): unknown[][] {
    return this.calls.filter((call) => call.command === command).map(({ given }) => given);
  }

  /** Lets the window use a path, as if the user had chosen or dropped it. */
  give = (path: string): PathToken => ({ token: this.given.push(path) - 1, name: path.split("/").at(-1) ?? path });
  nameOf = (token: unknown): string => this.given[Number(token)]?.split("/").at(-1) ?? "";

  /** Begins behind the last recorded act of a command, as if that was done before the window was opened. */
  behind(command: keyof typeof commands): void {
    this.at = this.steps.findLastIndex(({ act }) => act === snake(command));
  }

  /** Somebody changed or moved this file of the vault on disk, as it is recorded; the window is told of it, or not. */
  happen(path: string, { told = true } = {}): void {
    const found = this.steps.findIndex(({ write, move }, at) => at > this.at && path in { ...write, ...move });
    if (found < 0) throw new Error(`No change of ${path} is recorded.`);
    this.at = found;
    if (told) for (const [name, news] of this.steps[found]?.news ?? []) this.tell(name, news);
  }

  tell<K extends keyof News>(name: K, told: News[K]): void {
    this.listeners.get(name)?.forEach((tell) => tell(told as never));
  }

  /** Answers pause behind their first event of this type until `go`. */
  hold(type: string): void {
    this.holdAfter = type;
  }

  /** Lets answers go on that are held, or else those that wait for a command. */
  go(): void {
    this.holdAfter = null;
    const held = this.let.splice(0);
    if (held.length > 0) return held.forEach((release) => release());
    for (const { go } of this.awaited.values()) go();
    this.awaited.clear();
  }

  private async call(name: string, given: unknown[]): Promise<unknown> {
    const tell = given.find((one) => typeof one === "function") as ((event: unknown) => void) | undefined;
    const plain = copied(given.filter((one) => typeof one !== "function"));
    this.calls.push({ command: name, given: plain });
    const awaited = this.awaited.get(name);
    if (awaited) {
      this.awaited.delete(name);
      awaited.go();
      return copied(awaited.reply ?? null);
    }
    const known = name === "openVault" || name.startsWith("attach") || name === "keepAsNote" || name === "addModel" || name === "addProjectFile";
    const asked = known && typeof plain[0] === "number" ? [this.nameOf(plain[0]), ...plain.slice(1)] : plain;
    const step = this.find(snake(name), asked);
    if (!step) throw new Error(`Nothing is recorded for ${snake(name)} ${JSON.stringify(asked)}.`);
    if (tell) await this.stream(step, tell);
    if (step.error) throw copied(step.error);
    const reply = this.withTokens(copied(step.reply ?? null));
    this.learn(name, reply);
    return reply;
  }

  /** The recorded step for a command: the next one after the current position, else the last one before it. */
  private find(command: string, asked: unknown[]): Step | undefined {
    const isOf = (step: Step) => (step.act ?? step.read) === command;
    const isIt = (step: Step) => {
      const free = step.any ?? [];
      return isOf(step) && free !== true && Object.entries(step.args ?? {}).every(([name, value], at) => free.includes(name) || fits(value, asked[at]));
    };
    // Of several that fit, the one that says most.
    const size = (at: number) => JSON.stringify(this.steps[at]?.args ?? {}).length;
    const fitting = [...this.steps.keys()].filter((at) => at > this.at && this.steps[at]?.act === command && isIt(this.steps[at] as Step));
    const act = fitting.reduce((best, at) => (best < 0 || size(at) > size(best) ? at : best), -1);
    const again = this.steps.findLastIndex((step) => step.act === command && isIt(step));
    const next = this.steps.findIndex((step, at) => at > this.at && step.act === command && (this.lenient || step.any === true));
    const taken = [act, next, again].find((at) => at >= 0);
    if (taken !== undefined) {
      this.at = taken;
      return this.steps[taken];
    }
    const end = this.steps.findIndex(({ act, write, move }, at) => at > this.at && (act ?? write ?? move) !== undefined);
    const before = this.steps.slice(0, end < 0 ? undefined : end);
    // The first reply after the current position and before the next act counts, else the last earlier one.
    const here = before.slice(this.at + 1);
    const first = (isMeant: (step: Step) => boolean) => here.find(isMeant) ?? before.findLast(isMeant) ?? this.basis.find(isMeant);
    return first(isIt) ?? first((step) => isOf(step) && (step.any === true || this.lenient));
  }

  private async stream({ events = [], then }: Step, tell: (event: unknown) => void): Promise<void> {
    const comes = then && new Promise<void>((go) => this.awaited.set(camel(then.act), { go, reply: then.reply }));
    for (const [at, event] of events.entries()) {
      await new Promise((done) => setTimeout(done, this.pace));
      tell(copied(event));
      if (event.type === this.holdAfter) await new Promise<void>((done) => this.let.push(done));
      if (at + 1 === then?.at) await comes;
    }
  }

  /** Replaces recorded path tokens by tokens of this run. */
  private withTokens(reply: unknown): unknown {
    if (typeof reply !== "object" || reply === null) return reply;
    if (Array.isArray(reply)) return reply.map((one) => this.withTokens(one));
    return "token" in reply && "name" in reply ? { ...reply, ...this.give(String(reply.name)) } : reply;
  }

  private learn(name: string, reply: unknown): void {
    if (name === "start") this.root = (reply as { vault: VaultInfo | null }).vault?.root ?? null;
    else if (name.startsWith("open") && name.endsWith("Vault")) this.root = (reply as VaultInfo).root;
    // What was set for the next new conversation is of this one now.
    else if (name === "ask") this.kept.delete("own null");
    else if (name.startsWith("attach")) this.files.set((reply as Attachment).id, reply as Attachment);
  }

  private noted<T>(place: string, otherwise: () => Promise<T>): Promise<T> {
    return this.kept.has(place) ? Promise.resolve(copied(this.kept.get(place)) as T) : otherwise();
  }

  private note(name: string, place: string, value: unknown, given: unknown[]): Promise<null> {
    this.calls.push({ command: name, given: copied(given) });
    this.kept.set(place, copied(value));
    return Promise.resolve(null);
  }

  private readonly withFiles = (draft: Draft<string>): Draft<Attachment> => ({
    ...draft,
    attachments: draft.attachments.flatMap((id) => this.files.get(id) ?? []),
  });

  draft = (conversation: string | null): Promise<Draft<Attachment> | null> => this.noted(`draft ${this.root} ${conversation}`, async () => null);
  keepDraft = (conversation: string | null, draft: Draft<string>): Promise<null> => {
    const { text, attachments, scope } = draft;
    const isEmpty = text === "" && attachments.length + scope.places.length + scope.tags.length === 0;
    return this.note("keepDraft", `draft ${this.root} ${conversation}`, isEmpty ? null : this.withFiles(draft), [conversation, draft]);
  };
  queue = (conversation: string): Promise<Draft<Attachment>[]> => this.noted(`queue ${conversation}`, async () => []);
  keepQueue = (conversation: string, questions: Draft<string>[]): Promise<null> =>
    this.note("keepQueue", `queue ${conversation}`, questions.map(this.withFiles), [conversation, questions]);
  conversationSettings = (conversation: string | null): Promise<ConversationSettings> =>
    this.noted(`own ${conversation}`, () => this.call("conversationSettings", [conversation]) as Promise<ConversationSettings>);
  setConversationSettings = async (conversation: string | null, settings: ConversationSettings): Promise<null> => {
    const recorded = this.find("set_conversation_settings", [conversation, settings]);
    if (recorded?.error) throw copied(recorded.error);
    return this.note("setConversationSettings", `own ${conversation}`, settings, [conversation, settings]);
  };
  getSettings = async (): Promise<Settings> => copied(this.settings);
  setSettings = async (settings: Settings): Promise<null> => {
    const recorded = this.find("set_settings", [settings]);
    if (recorded?.error) throw copied(recorded.error);
    return this.note("setSettings", "settings", settings, [settings]);
  };

  imageAddress = (attachment: string): string => `data:image/png;base64,#${attachment}`;
  pictureAddress = (path: string): string => `data:image/png;base64,#${path}`;
  pagesAddress = (): string => "about:blank";
  pdfBytes = async (): Promise<ArrayBuffer> => new ArrayBuffer(8);
  preferences = async (): Promise<Preferences> => this.preferred;
  keepPreference = async <K extends keyof Preferences>(name: K, value: Preferences[K]): Promise<void> => void (this.preferred[name] = value);

  private readonly on =
    <K extends keyof News>(name: K) =>
    (listener: (told: News[K]) => void): Stop => {
      const all = this.listeners.get(name) ?? new Set();
      this.listeners.set(name, all.add(listener as (told: never) => void));
      return () => all.delete(listener as (told: never) => void);
    };
  onIndexChanged = this.on("indexChanged");
  onNotesMoved = this.on("notesMoved");
  onNotesChanged = this.on("notesChanged");
  onChangesChanged = this.on("changesChanged") as Backend["onChangesChanged"];
  onNewsMissed = this.on("newsMissed") as Backend["onNewsMissed"];
  onLink = this.on("link");
  onDrop = this.on("drop");
}

export type Replayed = Replay & Backend;

/** The app of a recording, with some of its commands as a test wants them. */
export function replay(options: Options | string = {}, instead: Partial<Backend> = {}): Replayed {
  const asOptions = typeof options === "string" ? { recording: options } : options;
  return Object.assign(new Replay(asOptions), instead) as unknown as Replayed;
}

/** By the page's address, for work in a browser: `?recording=salt&pace=24`. */
export function replayOfAddress(search: string): Backend {
  const asked = new URLSearchParams(search);
  return replay({ recording: asked.get("recording") ?? "salt", pace: Number(asked.get("pace") ?? 24), lenient: true });
}
