import { asQuestion } from "../chat/composer.svelte";
import { LiveTurn } from "../chat/live-turn.svelte";
import { everything } from "../chat/mentions";
import { asFailure, type Backend, type Failure, type HitView } from "../ipc";
import { usual, wear } from "../kit/appearance";
import { type Language, languageOf } from "../kit/language";
import { SearchState } from "../vault/search.svelte";

/** A link of the app, as other programs open it. */
function link(what: "open" | "answer", asked: Record<string, string>): string {
  return `marginalia://${what}?${new URLSearchParams(asked)}`;
}

/** The window for a quick question: passages while it is written, and an answer once it is sent. */
export class QuickState {
  readonly search: SearchState;
  /** The answer, from the moment in which the question is sent. */
  turn: LiveTurn | null = $state(null);
  /** What the app's window or the question itself refused. */
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

  /** Looks as the app's window does, also where that was changed while this one was away. */
  async dress(): Promise<void> {
    const { appearance = usual } = await this.backend.preferences().catch(() => ({ appearance: usual }));
    wear(appearance);
    this.language = await this.speak(languageOf(appearance.language));
  }

  /** Looks for passages; an answer that stands there makes room for them. */
  async write(text: string): Promise<void> {
    if (!this.answering) this.turn = null;
    await this.search.ask(text);
  }

  /** Sends what is written. What is asked next belongs to the same conversation. */
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
      // Its conversation may be of another vault; the next question doesn't depend on it.
      this.conversation = null;
    }
  }

  async stop(): Promise<void> {
    const answer = this.turn?.answer;
    if (answer && this.answering) await this.tried(() => this.backend.cancel(answer.id));
  }

  /** Begins anew. */
  clear(): void {
    this.turn = null;
    this.trouble = null;
    this.conversation = null;
    this.search.clear();
  }

  /** Closes the window. Its answer can be looked at again, and the next question begins anew. */
  close(): Promise<void> {
    this.conversation = null;
    return this.tried(() => this.backend.closeQuickAsk());
  }

  /** When a note was last changed. */
  dateOf(path: string): Promise<string | null> {
    return this.backend.noteDate(path);
  }

  openHit({ path, lines }: HitView): Promise<void> {
    return this.show(link("open", { note: path, line: String(lines.start) }));
  }

  openNote(note: string): Promise<void> {
    return this.show(link("open", { note }));
  }

  /** Opens the answer in the app's window, and the passage that a number of it stands for. */
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
