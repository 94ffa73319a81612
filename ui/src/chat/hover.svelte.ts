import type { Reference, Support } from "../ipc";
import { words } from "./sentences";
import { supportSentences } from "./support-sentences";
import { type Beside, type CheckedMark, type RatedSentence, supportWords } from "./support";

/** A passage's number in an answer, under the pointer or the focus. */
export interface Hovered {
  chip: Element;
  reference: Reference;
  /** The verdict on the citation in words, shown before its passage. */
  doubt: string | null;
  /** That verdict, if the citation was checked. */
  support: Support | null;
  beside: Beside | null;
  /** The passage is in another language than the sentence that cites it. */
  foreign: boolean;
  /** The sentence whose verdict can be rated. */
  rated: RatedSentence | null;
}

/** The sentences of a passage that a card quotes. */
export interface Pointed {
  /** The id of the passage's reference. */
  reference: string;
  sentences: { text: string }[];
  contradicts: boolean;
}

/** The pointer or the focus is on a passage's number, or left it. */
export type OnHover = (chip: Element | null, reference: Reference | null) => void;

/** The card of the number under the pointer or the focus. */
export class Hover {
  shown: Hovered | null = $state.raw(null);
  private waiting: ReturnType<typeof setTimeout> | undefined;
  /** The number under the pointer or the focus. */
  private resting: Element | null = null;
  /** The number that was pressed and not left since. */
  private pressed: Element | null = null;

  /** `id` is the card's id, for the number's `aria-describedby`. */
  constructor(private readonly id: string) {}

  /** A short delay both ways: a pointer passing over numbers doesn't flicker, and a pointer on its way to the
   *  card keeps it open. */
  rest(
    chip: Element | null,
    reference: Reference | null,
    doubt: string | null = null,
    beside: Beside | null = null,
    foreign = false,
    rated: RatedSentence | null = null,
    support: Support | null = null,
  ): void {
    clearTimeout(this.waiting);
    this.resting = chip;
    if (chip !== this.pressed) this.pressed = null;
    else if (chip) return;
    this.waiting = setTimeout(
      () => {
        this.shown?.chip.removeAttribute("aria-describedby");
        this.shown = chip && reference ? { chip, reference, doubt, support, beside, foreign, rated } : null;
        chip?.setAttribute("aria-describedby", this.id);
      },
      chip ? 180 : 300,
    );
  }

  /** Shows a citation's card, with the result of its check. */
  onMark(chip: Element | null, reference: Reference | null, mark: CheckedMark | undefined, checkable: boolean): void {
    const found = checkable ? mark : undefined;
    const written = found?.instead_of;
    // The card quotes the sentences that say otherwise.
    const said = found && { ...found, contradicts: [] };
    const verdict = said ? (supportWords(said) ?? supportSentences.supports) : words.notChecked;
    const doubt = !checkable ? null : written ? supportSentences.corrected(written.number) : verdict;
    const isBeside = found && (found.evidence.length > 0 || found.contradicts.length > 0 || found.nearest.length > 0 || found.missing.length > 0);
    this.rest(chip, reference, doubt, isBeside ? found : null, found?.otherLanguage, found?.rated, written ? null : found?.support);
  }

  /** A press opens the passage, so its card closes; it may open again after the number was left. */
  press(target: EventTarget | null): void {
    if (!(target instanceof Node) || !this.resting?.contains(target)) return;
    this.pressed = this.resting;
    this.hide();
  }

  /** The pointer is in the card. */
  keep(): void {
    clearTimeout(this.waiting);
  }

  hide(): void {
    clearTimeout(this.waiting);
    this.shown?.chip.removeAttribute("aria-describedby");
    this.shown = null;
  }
}
