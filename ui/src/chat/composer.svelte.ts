import { asFailure, kindOf, type AskRequest, type Attachment, type Backend, type ContextView, type Draft, type Failure, type Mode, type PathToken, type Scope } from "../ipc";
import { carriedOver } from "../kit/carried-over";
import { everything, narrowed, widened } from "./mentions";
import { words } from "./sentences";

const emptyDraft = (mode: Mode, scope = everything()): Draft<Attachment> => ({ text: "", mode, scope, attachments: [], passages_only: false, work: false });

/** A draft as a question in a conversation. */
export function asQuestion({ text, mode, scope, attachments, passages_only, work }: Draft<Attachment>, conversation: string | null): AskRequest {
  const copied = { places: [...scope.places], tags: [...scope.tags] };
  return { conversation, text: text.trim(), mode, scope: copied, attachments: attachments.map(({ id }) => id), passages_only, retry: null, edit: null, model: null, all: false, work, as_chat: false };
}

/** The files with one more, if it isn't among them. */
const withFile = (files: Attachment[], file: Attachment): Attachment[] => (files.some(({ id }) => id === file.id) ? files : [...files, file]);

/** How long typing rests, in milliseconds, before the draft is kept and its context counted. */
const REST = 250;

/** The question that is being written, and what sending it would send. The library keeps one draft for
 *  each conversation, and one for a new conversation of the vault. */
export class ComposerState {
  draft: Draft<Attachment> = $state(emptyDraft("notes"));
  preview: ContextView | null = $state.raw(null);
  /** What stopped a question, a file or a conversation, to be shown above the composer. */
  trouble: Failure | null = $state.raw(null);
  /** A file that doesn't fit, with what was said of it. */
  private oversized: { file: PathToken; error: Failure } | null = $state.raw(null);

  /** The conversation that the draft is for; null is a new one. */
  private conversation: string | null = null;
  private vault = "";
  /** The draft changed since it was kept. */
  private changed = false;
  /** Another vault is being opened: what is kept now could land there. */
  private leaving = false;
  /** Ends when all that is to be kept so far is kept. */
  private keeping: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private previews = 0;
  private turns = 0;

  constructor(private readonly backend: Backend) {}

  /** Keeps the draft, and no other until `enterVault` or `stay`. */
  async leaveVault(): Promise<void> {
    this.keepNow();
    this.leaving = true;
    await this.keeping;
  }

  /** No other vault was opened. */
  stay(): void {
    this.leaving = false;
    this.touch();
  }

  /** Begins with the draft for a new conversation of another vault. */
  async enterVault(root: string): Promise<void> {
    this.vault = root;
    this.changed = false;
    this.leaving = false;
    await this.turnTo(null);
  }

  /** Leaves the draft for that of another conversation, or of a new one. */
  async turnTo(conversation: string | null): Promise<void> {
    this.keepNow();
    this.turns += 1;
    const { turns, vault } = this;
    this.conversation = conversation;
    this.draft = emptyDraft(this.draft.mode);
    this.rest();
    await this.keeping;
    const draft = (await this.backend.draft(conversation).catch(() => null)) ?? this.fromBefore(vault, conversation);
    // What was typed meanwhile counts more.
    const typed = this.draft.text !== "" || this.draft.attachments.length > 0;
    if (draft === null || turns !== this.turns || typed) return;
    this.draft = draft;
    this.rest();
  }

  /** `question` is a message of the conversation `id` now. `shown`: that conversation is written in. */
  sent(question: AskRequest, id: string, shown: boolean): void {
    const here = this.conversation === question.conversation;
    const same = here && this.draft.text.trim() === question.text;
    if (same) {
      // What a conversation is narrowed to stays until it is taken away, and whoever looks at passages
      // only goes on doing so.
      this.draft = { ...emptyDraft(this.draft.mode, this.draft.scope), passages_only: this.draft.passages_only };
      this.changed = false;
    }
    if (same || shown || !here) {
      const asked = { ...question, text: "", attachments: [], work: false };
      this.keep({ ...asked, conversation: id });
      if (question.conversation === null) this.keep({ ...asked, scope: everything() });
    }
    if (!shown) return;
    this.conversation = id;
    if (!same) this.touch();
  }

  /** Writes a text into the draft, to be read before it is sent. */
  write(change: Partial<Draft<Attachment>>): void {
    Object.assign(this.draft, change);
    this.touch();
  }

  /** Adds a text behind what is written, on a line of its own if it has several. */
  insert(text: string): void {
    const before = this.draft.text.trimEnd();
    const space = before === "" ? "" : text.includes("\n") ? "\n\n" : " ";
    this.write({ text: `${before}${space}${text}` });
  }

  /** Looks through these, too, and nowhere else. */
  narrow(more: Partial<Scope>): void {
    this.write({ scope: narrowed(this.draft.scope, more), mode: this.draft.mode === "none" ? "notes" : this.draft.mode });
  }

  /** No longer looks only in these. */
  widen(part: Partial<Scope>): void {
    this.write({ scope: widened(this.draft.scope, part) });
  }

  /** The file that was refused for its size, as long as that is told. */
  get tooLarge(): PathToken | null {
    return this.oversized !== null && this.oversized.error === this.trouble ? this.oversized.file : null;
  }

  async attach(files: PathToken[]): Promise<void> {
    this.trouble = null;
    const refused: { file: PathToken; error: Failure }[] = [];
    for (const file of files) {
      const error = await this.added(() => this.backend.attachFile(file.token));
      if (error) refused.push({ file, error });
    }
    const [main = refused.at(-1)] = refused.filter(({ error }) => kindOf(error) === "doesNotFit");
    if (!main) return;
    const others = refused.filter((one) => one !== main).map(({ error }) => error.message);
    const error = others.length > 0 ? { ...main.error, tried: [...(main.error.tried ?? []), ...others] } : main.error;
    this.trouble = error;
    // B35: the reason with its figures, and the file stays out, until one of the ways out is taken.
    if (kindOf(error) === "doesNotFit") this.oversized = { file: main.file, error };
  }

  /** Takes the passages of the refused file along that match the question best. */
  async attachPassages(): Promise<void> {
    const file = this.tooLarge;
    this.trouble = null;
    if (file) await this.added(() => this.backend.attachPassages(file.token, this.draft.text));
  }

  /** Has the refused file searched for each question of this conversation. */
  async attachSearched(): Promise<void> {
    const file = this.tooLarge;
    this.trouble = null;
    if (file) await this.added(() => this.backend.attachSearched(file.token));
  }

  /** Has the refused file become a note of the vault, which is linked and searched like others. */
  async keepAsNote(): Promise<void> {
    const file = this.tooLarge;
    if (!file) return;
    const { turns } = this;
    try {
      const path = await this.backend.keepAsNote(file.token);
      // Another question may be written by now, which isn't about this file.
      if (path === null || turns !== this.turns) return;
      this.trouble = null;
      this.insert(`[[${path.replace(/\.md$/i, "")}]]`);
    } catch (thrown) {
      this.trouble = asFailure(thrown);
    }
  }

  /** Takes pasted files along, as those that are chosen. */
  async paste(files: File[]): Promise<void> {
    const { turns } = this;
    let trouble: Failure | null = null;
    for (const file of files) {
      try {
        if (file.size > largestPasted) throw { code: "tooLarge", message: words.tooLargeToPaste(file.name) };
        await this.attach([await this.backend.pasteFile(file.name || words.image, await base64Of(file))]);
      } catch (thrown) {
        this.trouble = asFailure(thrown);
      }
      trouble = this.trouble ?? trouble;
    }
    // A file that went along doesn't hide why another didn't.
    if (turns === this.turns) this.trouble = trouble;
  }

  /** Takes the last answer of another conversation along. */
  async attachConversation(id: string): Promise<void> {
    this.trouble = null;
    await this.added(() => this.backend.attachConversation(id));
  }

  /** Takes an answer that was given before along. */
  async attachAnswer(id: string): Promise<void> {
    this.trouble = null;
    await this.added(() => this.backend.attachAnswer(id));
  }

  /** Puts a file into the draft, or tells why it stays out. */
  private async added(file: () => Promise<Attachment>): Promise<Failure | null> {
    const { turns, conversation, vault } = this;
    let attachment: Attachment;
    try {
      attachment = await file();
    } catch (thrown) {
      this.trouble = asFailure(thrown);
      this.touch();
      return this.trouble;
    }
    // It belongs to the question that it was put to, whatever is written by now.
    if (turns === this.turns || (conversation === this.conversation && vault === this.vault)) {
      this.draft.attachments = withFile(this.draft.attachments, attachment);
      this.touch();
    } else if (vault === this.vault) await this.addLater(conversation, attachment);
    else this.trouble = { code: "badInput", message: words.attachedElsewhere(attachment.name) };
    return null;
  }

  /** Puts a file into the draft of a conversation that isn't written in. */
  private async addLater(conversation: string | null, attachment: Attachment): Promise<void> {
    await this.keeping;
    try {
      const draft = (await this.backend.draft(conversation)) ?? emptyDraft(this.draft.mode);
      this.keep({ ...asQuestion({ ...draft, attachments: withFile(draft.attachments, attachment) }, conversation), text: draft.text });
    } catch (thrown) {
      this.trouble = asFailure(thrown);
    }
  }

  detach(id: string): void {
    this.draft.attachments = this.draft.attachments.filter((attachment) => attachment.id !== id);
    this.touch();
  }

  /** The draft changed: once typing rests it is kept, and its context counted. */
  touch(): void {
    this.changed = true;
    this.rest();
  }

  /** Counts what sending the draft would send. */
  async count(): Promise<void> {
    this.previews += 1;
    const ticket = this.previews;
    try {
      const preview = await this.backend.preview(this.request());
      if (ticket === this.previews) this.preview = preview;
    } catch {
      // There is nothing to count without a vault; sending tells the reason.
      if (ticket === this.previews) this.preview = null;
    }
  }

  /** The draft as a question. */
  request(): AskRequest {
    return asQuestion(this.draft, this.conversation);
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.keepNow();
      void this.count();
    }, REST);
  }

  private keepNow(): void {
    if (!this.changed || this.leaving) return;
    this.changed = false;
    this.keep({ ...this.request(), text: this.draft.text });
  }

  /** One after the other: what was written last is kept last. */
  private keep(draft: AskRequest): void {
    this.keeping = this.keeping
      .then(() => this.backend.keepDraft(draft))
      .catch((thrown: unknown) => (this.trouble = asFailure(thrown)));
  }

  /** The draft as windows kept it before the library did. */
  private fromBefore(vault: string, conversation: string | null): Draft<Attachment> | null {
    const known = carriedOver<Partial<Draft<Attachment>>>(`draft.${vault}|${conversation ?? "new"}`);
    if (!known?.text) return null;
    const draft = { ...emptyDraft(known.mode ?? "notes"), text: known.text };
    this.keep({ ...asQuestion(draft, conversation), text: draft.text });
    return draft;
  }
}

/** What is larger isn't read into the window, in bytes; what a pasted file may have at most, the app says. */
const largestPasted = 64 * 1024 * 1024;

/** A file's bytes in Base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => failed(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}
