import type { Reference } from "../ipc";
import { supportSentences, words } from "./sentences";
import { type Beside, type CheckedMark, supportWords } from "./support";

/** A number of an answer that the pointer or the focus rests on. */
export interface Hovered {
  chip: Element;
  reference: Reference;
  /** What is to be said of the citation before its passage. */
  doubt: string | null;
  beside: Beside | null;
}

/** Tells that the pointer or the focus is on a passage's number now, or left it. */
export type OnHover = (chip: Element | null, reference: Reference | null) => void;

/** What is shown of a number's passage while one rests on it. */
export class Hover {
  shown: Hovered | null = $state.raw(null);
  private waiting: ReturnType<typeof setTimeout> | undefined;
  /** The number that the pointer or the focus is on. */
  private resting: Element | null = null;
  /** The number that was pressed and not left since. */
  private pressed: Element | null = null;

  /** `id` is that of what is shown, to describe the number by. */
  constructor(private readonly id: string) {}

  /** A short wait both ways, so that a pointer passing over numbers starts no flicker and one on its way
   *  into what is shown doesn't lose it. */
  rest(chip: Element | null, reference: Reference | null, doubt: string | null = null, beside: Beside | null = null): void {
    clearTimeout(this.waiting);
    this.resting = chip;
    if (chip !== this.pressed) this.pressed = null;
    else if (chip) return;
    this.waiting = setTimeout(
      () => {
        this.shown?.chip.removeAttribute("aria-describedby");
        this.shown = chip && reference ? { chip, reference, doubt, beside } : null;
        chip?.setAttribute("aria-describedby", this.id);
      },
      chip ? 180 : 220,
    );
  }

  /** Rests on a citation of an answer, with what its check found. */
  onMark(chip: Element | null, reference: Reference | null, mark: CheckedMark | undefined, checkable: boolean): void {
    const found = checkable ? mark : undefined;
    const written = found?.instead_of;
    const doubt = written ? supportSentences.corrected(written.number) : !checkable ? null : found ? supportWords(found) : words.notChecked;
    const isBeside = found && (found.evidence.length > 0 || found.contradicts.length > 0 || found.nearest.length > 0 || found.missing.length > 0);
    this.rest(chip, reference, doubt, isBeside ? found : null);
  }

  /** A press opens what the number stands for, so its card goes, and comes back once the number was left. */
  press(target: EventTarget | null): void {
    if (!(target instanceof Node) || !this.resting?.contains(target)) return;
    this.pressed = this.resting;
    this.hide();
  }

  /** The pointer is in what is shown. */
  keep(): void {
    clearTimeout(this.waiting);
  }

  hide(): void {
    clearTimeout(this.waiting);
    this.shown?.chip.removeAttribute("aria-describedby");
    this.shown = null;
  }
}
