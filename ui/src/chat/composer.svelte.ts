import { asFailure, kindOf, type AskRequest, type Attachment, type Backend, type ContextView, type Draft, type Failure, type Mode, type PathToken, type Scope } from "../ipc";
import { carriedOver } from "../kit/carried-over";
import { everything, narrowed, widened } from "./mentions";
import { words } from "./sentences";

const emptyDraft = (mode: Mode, scope = everything()): Draft<Attachment> => ({ text: "", mode, scope, attachments: [], passages_only: false, work: false });

/** A draft with its files by their ids, as the library stores it. */
export function stored({ scope, attachments, ...draft }: Draft<Attachment>): Draft<string> {
  return { ...draft, scope: { places: [...scope.places], tags: [...scope.tags] }, attachments: attachments.map(({ id }) => id) };
}

/** A draft as a question at the end of a conversation. */
export function asQuestion(draft: Draft<Attachment>, conversation: string | null): AskRequest {
  const { text, passages_only, work, ...rest } = stored(draft);
  return { ...rest, text: text.trim(), at: { end: conversation }, way: passages_only ? "passages" : work ? "work" : "answer", model: null };
}

/** A file that doesn't fit, with what was said of it. */
export interface Refused {
  readonly file: PathToken;
  readonly error: Failure;
}

/** The draft that something is put to: of which conversation and vault, and when it was turned to. */
interface Spot {
  readonly turns: number;
  readonly conversation: string | null;
  readonly vault: string;
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
  /** Files that don't fit, and what is told of them. */
  private oversized: { files: Refused[]; told: Failure } | null = $state.raw(null);
  /** What went wrong with questions that aren't written now, by their conversation. */
  private readonly troubles = new Map<string | null, Failure>();

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
    this.troubles.clear();
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
    this.trouble = this.troubles.get(conversation) ?? this.trouble;
    this.troubles.delete(conversation);
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
    const from = "end" in question.at ? question.at.end : null;
    const here = this.conversation === from;
    const same = here && this.draft.text.trim() === question.text;
    if (same) {
      // What a conversation is narrowed to stays until it is taken away, and whoever looks at passages
      // only goes on doing so.
      this.draft = { ...emptyDraft(this.draft.mode, this.draft.scope), passages_only: this.draft.passages_only };
      this.changed = false;
    }
    if (same || shown || !here) {
      const { mode, scope = everything(), way } = question;
      const left = { text: "", mode, scope, attachments: [], passages_only: way === "passages", work: false };
      this.keep(id, left);
      if (from === null) this.keep(null, { ...left, scope: everything() });
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

  /** The files that were refused for their size, as long as that is told. */
  get tooLarge(): Refused[] {
    return this.oversized !== null && this.oversized.told === this.trouble ? this.oversized.files : [];
  }

  /** Puts files into the draft. `before` is what went wrong with others that were given with them. */
  async attach(files: PathToken[], spot = this.here, before: Failure[] = []): Promise<void> {
    if (this.isHere(spot)) this.trouble = null;
    const large: Refused[] = [];
    const others = [...before];
    for (const file of files) {
      const error = await this.added(() => this.backend.attachFile(file.token), spot);
      if (error && kindOf(error) === "doesNotFit") large.push({ file, error });
      else if (error) others.push(error);
    }
    const told = others.map(({ message }) => message);
    const last = others.at(-1);
    if (large.length > 0 && this.isHere(spot)) this.tellTooLarge(large, told);
    // A file that went along doesn't hide why another didn't.
    else if (last) this.tell({ ...last, tried: [...(last.tried ?? []), ...told.slice(0, -1)] }, spot);
  }

  /** Takes the passages of a refused file along that match the question best. */
  attachPassages(file: PathToken): Promise<void> {
    return this.attachInstead(file, () => this.backend.attachPassages(file.token, this.draft.text));
  }

  /** Has a refused file searched for each question of this conversation. */
  attachSearched(file: PathToken): Promise<void> {
    return this.attachInstead(file, () => this.backend.attachSearched(file.token));
  }

  /** Has a refused file become a note of the vault, which is linked and searched like others. */
  async keepAsNote(file: PathToken): Promise<void> {
    const { turns } = this;
    try {
      const path = await this.backend.keepAsNote(file.token);
      // Another question may be written by now, which isn't about this file.
      if (path === null || turns !== this.turns) return;
      this.leaveOut(file);
      this.insert(`[[${path.replace(/\.md$/i, "")}]]`);
    } catch (thrown) {
      if (turns === this.turns) this.tellBeside(asFailure(thrown), this.tooLarge);
    }
  }

  /** Says no more of a refused file. */
  leaveOut(file: PathToken): void {
    const left = this.tooLarge.filter((one) => one.file.token !== file.token);
    this.trouble = null;
    this.tellTooLarge(left);
  }

  private async attachInstead(file: PathToken, how: () => Promise<Attachment>): Promise<void> {
    const { here } = this;
    this.leaveOut(file);
    const left = this.tooLarge;
    const error = await this.added(how, here);
    if (error && this.isHere(here)) this.tellBeside(error, left);
  }

  /** Tells of files that don't fit, and what else went wrong. B35: each stays out, with its figures, until one
   *  of its ways out is taken. */
  private tellTooLarge(files: Refused[], others: string[] = []): void {
    const error = files.at(-1)?.error;
    if (!error) return;
    const told = { ...error, tried: [...(error.tried ?? []), ...others] };
    this.trouble = told;
    this.oversized = { files, told };
  }

  /** Tells what went wrong, without taking away the ways out of other files. */
  private tellBeside(error: Failure, files: Refused[]): void {
    if (files.length > 0) this.tellTooLarge(files, [error.message]);
    else this.trouble = error;
  }

  /** Takes pasted files along, as those that are chosen. */
  async paste(files: File[]): Promise<void> {
    const { here } = this;
    const pasted: PathToken[] = [];
    const troubles: Failure[] = [];
    for (const file of files) {
      try {
        if (file.size > largestPasted) throw { code: "tooLarge", message: words.tooLargeToPaste(file.name) };
        pasted.push(await this.backend.pasteFile(file.name || words.image, await base64Of(file)));
      } catch (thrown) {
        troubles.push(asFailure(thrown));
      }
    }
    await this.attach(pasted, here, troubles);
  }

  /** Takes along what the clipboard has besides text, where the paste itself doesn't hand it over. */
  async pasteClipboard(): Promise<void> {
    const { here } = this;
    try {
      const pasted = await this.backend.pasteClipboard();
      if (pasted.length > 0) await this.attach(pasted, here);
    } catch (thrown) {
      this.tell(asFailure(thrown), here);
    }
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

  /** Puts a file into the draft that it was put to, or tells why it stays out. */
  private async added(file: () => Promise<Attachment>, spot = this.here): Promise<Failure | null> {
    let attachment: Attachment;
    try {
      attachment = await file();
    } catch (thrown) {
      const error = asFailure(thrown);
      this.tell(error, spot);
      this.touch();
      return error;
    }
    // It belongs to the question that it was put to, whatever is written by now.
    if (this.isHere(spot)) {
      this.draft.attachments = withFile(this.draft.attachments, attachment);
      this.touch();
    } else if (spot.vault === this.vault) await this.addLater(attachment, spot);
    else this.trouble = { code: "badInput", message: words.attachedElsewhere(attachment.name) };
    return null;
  }

  /** Puts a file into the draft of a conversation that isn't written in. */
  private async addLater(attachment: Attachment, spot: Spot): Promise<void> {
    const { conversation } = spot;
    await this.keeping;
    try {
      const draft = (await this.backend.draft(conversation)) ?? emptyDraft(this.draft.mode);
      this.keep(conversation, stored({ ...draft, attachments: withFile(draft.attachments, attachment) }));
    } catch (thrown) {
      this.tell(asFailure(thrown), spot);
    }
  }

  /** Where something is put now. */
  private get here(): Spot {
    return { turns: this.turns, conversation: this.conversation, vault: this.vault };
  }

  private isHere({ turns, conversation, vault }: Spot): boolean {
    return turns === this.turns || (conversation === this.conversation && vault === this.vault);
  }

  /** Tells what went wrong where it did: with a question that isn't written now, once it is again. */
  private tell(error: Failure, spot: Spot): void {
    if (this.isHere(spot)) this.trouble = error;
    else if (spot.vault === this.vault) this.troubles.set(spot.conversation, error);
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
    this.keep(this.conversation, stored(this.draft));
  }

  /** One after the other: what was written last is kept last. */
  private keep(conversation: string | null, draft: Draft<string>): void {
    this.keeping = this.keeping
      .then(() => this.backend.keepDraft(conversation, draft))
      .catch((thrown: unknown) => (this.trouble = asFailure(thrown)));
  }

  /** The draft as windows kept it before the library did. */
  private fromBefore(vault: string, conversation: string | null): Draft<Attachment> | null {
    const known = carriedOver<Partial<Draft<Attachment>>>(`draft.${vault}|${conversation ?? "new"}`);
    if (!known?.text) return null;
    const draft = { ...emptyDraft(known.mode ?? "notes"), text: known.text };
    this.keep(conversation, stored(draft));
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
