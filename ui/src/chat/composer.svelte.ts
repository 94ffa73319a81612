import { asFailure, type AskRequest, type Attachment, type Backend, type ContextView, type Draft, type Failure, type Mode, type PathToken } from "../ipc";
import { carriedOver } from "../kit/carried-over";

const emptyDraft = (mode: Mode): Draft<Attachment> => ({ text: "", mode, attachments: [], passages_only: false });

/** How long typing rests, in milliseconds, before the draft is kept and its context counted. */
const REST = 250;

/** The question that is being written, and what sending it would send. The library keeps one draft for
 *  each conversation, and one for a new conversation of the vault. */
export class ComposerState {
  draft: Draft<Attachment> = $state(emptyDraft("notes"));
  preview: ContextView | null = $state.raw(null);
  /** What stopped a question, a file or a conversation, to be shown above the composer. */
  trouble: Failure | null = $state.raw(null);

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
      // Whoever looks at passages only goes on doing so.
      this.draft = { ...emptyDraft(this.draft.mode), passages_only: this.draft.passages_only };
      this.changed = false;
    }
    if (same || shown || !here) this.keep({ ...question, text: "", attachments: [] });
    if (!shown) return;
    this.conversation = id;
    if (!same) this.touch();
  }

  /** Writes a text into the draft, to be read before it is sent. */
  write(change: Partial<Draft<Attachment>>): void {
    Object.assign(this.draft, change);
    this.touch();
  }

  async attach(files: PathToken[]): Promise<void> {
    for (const { token } of files) {
      try {
        const attachment = await this.backend.attachFile(token);
        if (!this.draft.attachments.some(({ id }) => id === attachment.id)) this.draft.attachments.push(attachment);
        this.trouble = null;
      } catch (thrown) {
        // B35: the reason with its figures, and the file stays out.
        this.trouble = asFailure(thrown);
      }
    }
    this.touch();
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
    const { text, mode, attachments, passages_only } = this.draft;
    return {
      conversation: this.conversation,
      text: text.trim(),
      mode,
      attachments: attachments.map(({ id }) => id),
      passages_only,
      retry: null,
      edit: null,
    };
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
    this.keep({ conversation, text: draft.text, mode: draft.mode, attachments: [], passages_only: false, retry: null, edit: null });
    return draft;
  }
}
