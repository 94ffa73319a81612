import {
  asFailure,
  kindOf,
  type AskRequest,
  type Attachment,
  type Backend,
  type ContextView,
  type Draft,
  type Failure,
  type Mode,
  type PathToken,
  type Scope,
} from "../ipc";
import { carriedOver } from "../kit/carried-over";
import { everything, narrowed, widened } from "./mentions";
import { words } from "./sentences";

const emptyDraft = (mode: Mode, scope = everything()): Draft<Attachment> => ({ text: "", mode, scope, attachments: [], passages_only: false, work: false });

/** A draft with its files as ids, as the library stores it. */
export function stored({ scope, attachments, ...draft }: Draft<Attachment>): Draft<string> {
  return { ...draft, scope: { places: [...scope.places], tags: [...scope.tags] }, attachments: attachments.map(({ id }) => id) };
}

/** Attached passages follow their notes, which were moved. */
export function moveExcerpts(attachments: Attachment[], places: ReadonlyMap<string, string>): void {
  for (const { extent } of attachments) {
    if (extent?.type === "excerpt") extent.place.path = places.get(extent.place.path) ?? extent.place.path;
  }
}

export function asQuestion(draft: Draft<Attachment>, conversation: string | null): AskRequest {
  const { text, passages_only, work, ...rest } = stored(draft);
  return { ...rest, text: text.trim(), at: { end: conversation }, way: passages_only ? "passages" : work ? "work" : "answer", model: null };
}

/** A file that doesn't fit, with its error. */
export interface Refused {
  readonly file: PathToken;
  readonly error: Failure;
}

/** The draft that a file is attached to: its conversation and vault, and the count of turns to it. */
interface Spot {
  readonly turns: number;
  readonly conversation: string | null;
  readonly vault: string;
}

/** The path of an attached passage's note; null for a file. */
const noteOf = ({ extent }: Attachment): string | null => (extent?.type === "excerpt" ? extent.place.path : null);

/** Adds a file, unless the list has it, or has the same passage. */
function withFile(files: Attachment[], file: Attachment): Attachment[] {
  const note = noteOf(file);
  const isKnown = files.some((known) => known.id === file.id || (note !== null && note === noteOf(known) && known.hash === file.hash));
  return isKnown ? files : [...files, file];
}

/** Pause in typing before the draft is saved and its context counted, in milliseconds. */
const REST = 250;

/** The draft, and the context that sending it would use. The library stores one draft for each conversation,
 *  and one for a new conversation of the vault. */
export class ComposerState {
  draft: Draft<Attachment> = $state(emptyDraft("notes"));
  preview: ContextView | null = $state.raw(null);
  /** The error of a question, a file or a conversation, shown above the composer. */
  trouble: Failure | null = $state.raw(null);
  /** Files that don't fit, and the error shown for them. */
  private oversized: { files: Refused[]; told: Failure } | null = $state.raw(null);
  /** Errors of questions in other conversations. */
  private readonly troubles = new Map<string | null, Failure>();

  /** The draft's conversation; null is a new one. */
  private conversation: string | null = null;
  private vault = "";
  /** The draft has unsaved changes. */
  private changed = false;
  /** Another vault is being opened: a save could reach it by mistake. */
  private leaving = false;
  /** Resolves once all pending saves are done. */
  private keeping: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private previews = 0;
  private turns = 0;

  constructor(private readonly backend: Backend) {}

  /** Saves the draft, then no other until `enterVault` or `stay`. */
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

  /** Loads another vault's draft for a new conversation. */
  async enterVault(root: string): Promise<void> {
    this.vault = root;
    this.troubles.clear();
    this.changed = false;
    this.leaving = false;
    await this.turnTo(null);
  }

  /** Switches to the draft of another conversation, or of a new one. */
  async turnTo(conversation: string | null): Promise<void> {
    this.keepNow();
    this.turns += 1;
    const { turns, vault } = this;
    this.conversation = conversation;
    this.trouble = this.troubles.get(conversation) ?? this.trouble;
    this.troubles.delete(conversation);
    this.draft = emptyDraft(this.draft.mode);
    // A count that is under way is of the conversation that was open.
    this.previews += 1;
    this.preview = null;
    this.rest();
    await this.keeping;
    const draft = (await this.backend.draft(conversation).catch(() => null)) ?? this.fromBefore(vault, conversation);
    // Text typed meanwhile takes precedence.
    const typed = this.draft.text !== "" || this.draft.attachments.length > 0;
    if (draft === null || turns !== this.turns || typed) return;
    this.draft = draft;
    this.rest();
  }

  /** `question` was stored in the conversation `id`; `shown` if that conversation is open. */
  sent(question: AskRequest, id: string, shown: boolean): void {
    const from = "end" in question.at ? question.at.end : null;
    const here = this.conversation === from;
    const same = here && this.draft.text.trim() === question.text;
    if (same) {
      // The scope stays until the user removes it, and so does the choice of passages only.
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

  /** Fills the draft, for review before sending. */
  write(change: Partial<Draft<Attachment>>): void {
    Object.assign(this.draft, change);
    this.touch();
  }

  /** Appends a text to the draft, on a line of its own if it has several lines. */
  insert(text: string): void {
    const before = this.draft.text.trimEnd();
    const space = before === "" ? "" : text.includes("\n") ? "\n\n" : " ";
    this.write({ text: `${before}${space}${text}` });
  }

  /** Adds to the scope. */
  narrow(more: Partial<Scope>): void {
    this.write({ scope: narrowed(this.draft.scope, more), mode: this.draft.mode === "none" ? "notes" : this.draft.mode });
  }

  /** Removes from the scope. */
  widen(part: Partial<Scope>): void {
    this.write({ scope: widened(this.draft.scope, part) });
  }

  /** The files refused for their size, as long as their error is shown. */
  get tooLarge(): Refused[] {
    return this.oversized !== null && this.oversized.told === this.trouble ? this.oversized.files : [];
  }

  /** Attaches files to the draft. `before` has the errors of other files from the same action. */
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
    // A file that was attached doesn't hide why another one failed.
    else if (last) this.tell({ ...last, tried: [...(last.tried ?? []), ...told.slice(0, -1)] }, spot);
  }

  /** Attaches the passages of a refused file that match the question best. */
  attachPassages(file: PathToken): Promise<void> {
    return this.attachInstead(file, () => this.backend.attachPassages(file.token, this.draft.text));
  }

  /** Searches a refused file for each question of this conversation. */
  attachSearched(file: PathToken): Promise<void> {
    return this.attachInstead(file, () => this.backend.attachSearched(file.token));
  }

  /** Saves a refused file as a note of the vault, and links it. */
  async keepAsNote(file: PathToken): Promise<void> {
    const { turns } = this;
    try {
      const path = await this.backend.keepAsNote(file.token);
      // Another question may be open by now, which isn't about this file.
      if (path === null || turns !== this.turns) return;
      this.leaveOut(file);
      this.insert(`[[${path.replace(/\.md$/i, "")}]]`);
    } catch (thrown) {
      if (turns === this.turns) this.tellBeside(asFailure(thrown), this.tooLarge);
    }
  }

  /** Dismisses a refused file. */
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

  /** Shows files that don't fit, and other errors. B35: each file stays out, with its figures, until the user
   *  chooses one of its ways out. */
  private tellTooLarge(files: Refused[], others: string[] = []): void {
    const error = files.at(-1)?.error;
    if (!error) return;
    const told = { ...error, tried: [...(error.tried ?? []), ...others] };
    this.trouble = told;
    this.oversized = { files, told };
  }

  /** Shows an error, but keeps the ways out of refused files. */
  private tellBeside(error: Failure, files: Refused[]): void {
    if (files.length > 0) this.tellTooLarge(files, [error.message]);
    else this.trouble = error;
  }

  /** Attaches pasted files, as chosen ones. */
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

  /** Attaches files of the clipboard, where the paste event doesn't provide them. */
  async pasteClipboard(): Promise<void> {
    const { here } = this;
    try {
      const pasted = await this.backend.pasteClipboard();
      if (pasted.length > 0) await this.attach(pasted, here);
    } catch (thrown) {
      this.tell(asFailure(thrown), here);
    }
  }

  /** Attaches the last answer of another conversation. */
  async attachConversation(id: string): Promise<void> {
    this.trouble = null;
    await this.added(() => this.backend.attachConversation(id));
  }

  async attachAnswer(id: string): Promise<void> {
    this.trouble = null;
    await this.added(() => this.backend.attachAnswer(id));
  }

  /** Attaches a passage of the vault with this text. */
  async attachExcerpt(path: string, text: string): Promise<void> {
    this.trouble = null;
    await this.added(() => this.backend.attachExcerpt(path, text));
  }

  /** Adds a file to its draft, or returns the error. */
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
    // The file belongs to the question that it was attached to, even if another one is open by now.
    if (this.isHere(spot)) {
      this.draft.attachments = withFile(this.draft.attachments, attachment);
      this.touch();
    } else if (spot.vault === this.vault) await this.addLater(attachment, spot);
    else this.trouble = { code: "badInput", message: words.attachedElsewhere(attachment.name) };
    return null;
  }

  /** Adds a file to the draft of a conversation that isn't open. */
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

  private get here(): Spot {
    return { turns: this.turns, conversation: this.conversation, vault: this.vault };
  }

  private isHere({ turns, conversation, vault }: Spot): boolean {
    return turns === this.turns || (conversation === this.conversation && vault === this.vault);
  }

  /** Shows an error at its question: at once, or when its conversation is open again. */
  private tell(error: Failure, spot: Spot): void {
    if (this.isHere(spot)) this.trouble = error;
    else if (spot.vault === this.vault) this.troubles.set(spot.conversation, error);
  }

  detach(id: string): void {
    this.draft.attachments = this.draft.attachments.filter((attachment) => attachment.id !== id);
    this.touch();
  }

  /** The draft changed: once typing pauses it is saved, and its context counted. */
  touch(): void {
    this.changed = true;
    this.rest();
  }

  /** Counts the context that the draft would send. */
  async count(): Promise<void> {
    this.previews += 1;
    const ticket = this.previews;
    try {
      const preview = await this.backend.preview(this.request());
      if (ticket === this.previews) this.preview = preview;
    } catch {
      // Without a vault there is nothing to count; sending reports the reason.
      if (ticket === this.previews) this.preview = null;
    }
  }

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

  /** One save after the other, so that the last one wins. */
  private keep(conversation: string | null, draft: Draft<string>): void {
    this.keeping = this.keeping.then(() => this.backend.keepDraft(conversation, draft)).catch((thrown: unknown) => (this.trouble = asFailure(thrown)));
  }

  /** The draft that windows stored before the library did. */
  private fromBefore(vault: string, conversation: string | null): Draft<Attachment> | null {
    const known = carriedOver<Partial<Draft<Attachment>>>(`draft.${vault}|${conversation ?? "new"}`);
    if (!known?.text) return null;
    const draft = { ...emptyDraft(known.mode ?? "notes"), text: known.text };
    this.keep(conversation, stored(draft));
    return draft;
  }
}

/** Maximum bytes of a pasted file read into the window; the backend has its own limit. */
const largestPasted = 64 * 1024 * 1024;

function base64Of(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => failed(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}
