import { asQuestion } from "../chat/composer.svelte";
import { LiveTurn } from "../chat/live-turn.svelte";
import { everything } from "../chat/mentions";
import { asFailure, type Backend, type Failure, type HitView } from "../ipc";
import { usual, wear } from "../kit/appearance";
import { type Language, languageOf } from "../kit/language";
import { SearchState } from "../vault/search.svelte";

/** An app link, in the form that other programs use. */
function link(what: "open" | "answer", asked: Record<string, string>): string {
  return `marginalia://${what}?${new URLSearchParams(asked)}`;
}

/** The quick-question window: passages while typing, and an answer once the question is sent. */
export class QuickState {
  readonly search: SearchState;
  /** The answer, from sending on. */
  turn: LiveTurn | null = $state(null);
  /** The error of the main window or of the question. */
  trouble: Failure | null = $state.raw(null);
  language: Language = $state("en");
  private conversation: string | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly speak: (language: Language) => Promise<Language> = async () => "en",
  ) {
    this.search = new SearchState(backend);
  }

  get answering(): boolean {
    return this.turn !== null && !this.turn.ended;
  }

  /** Applies the main window's appearance, including changes made while this window was hidden. */
  async dress(): Promise<void> {
    const { appearance = usual } = await this.backend.preferences().catch(() => ({ appearance: usual }));
    wear(appearance);
    this.language = await this.speak(languageOf(appearance.language));
  }

  /** Searches for passages, which replace a shown answer. */
  async write(text: string): Promise<void> {
    if (!this.answering) this.turn = null;
    await this.search.ask(text);
  }

  /** Sends the question. Follow-up questions belong to the same conversation. */
  async ask(): Promise<void> {
    const text = this.search.query.trim();
    if (text === "" || this.answering) return;
    const turn = new LiveTurn();
    this.turn = turn;
    this.trouble = null;
    const question = asQuestion({ text, mode: "notes", scope: everything(), attachments: [], passages_only: false, work: false }, this.conversation);
    try {
      await this.backend.ask(question, (event) => {
        turn.apply(event);
        if (event.type === "started" && turn === this.turn) this.conversation = event.conversation;
      });
    } catch (thrown) {
      turn.apply({ type: "failed", answer: null, error: asFailure(thrown) });
      // The conversation may belong to another vault, so the next question begins a new one.
      this.conversation = null;
    }
  }

  async stop(): Promise<void> {
    const answer = this.turn?.answer;
    if (answer && this.answering) await this.tried(() => this.backend.cancel(answer.id));
  }

  /** Begins a new conversation. */
  clear(): void {
    this.turn = null;
    this.trouble = null;
    this.conversation = null;
    this.search.clear();
  }

  /** Closes the window. Its answer stays visible when it reopens, and the next question begins a new
   *  conversation. */
  close(): Promise<void> {
    this.conversation = null;
    return this.tried(() => this.backend.closeQuickAsk());
  }

  /** The date of a note's last change. */
  dateOf(path: string): Promise<string | null> {
    return this.backend.noteDate(path);
  }

  openHit({ path, lines }: HitView): Promise<void> {
    return this.show(link("open", { note: path, line: String(lines.start) }));
  }

  openNote(note: string): Promise<void> {
    return this.show(link("open", { note }));
  }

  /** Opens the answer in the main window, and the passage with this number in it. */
  async openAnswer(passage: number | null = null): Promise<void> {
    const { answer = null, conversation = null } = this.turn ?? {};
    if (!answer || conversation === null) return;
    const asked = { conversation, answer: answer.id };
    await this.show(link("answer", passage === null ? asked : { ...asked, passage: String(passage) }));
  }

  private async show(address: string): Promise<void> {
    await this.tried(() => this.backend.openInMain(address));
  }

  private async tried(what: () => Promise<unknown>): Promise<void> {
    try {
      await what();
      this.trouble = null;
    } catch (thrown) {
      this.trouble = asFailure(thrown);
    }
  }
}
