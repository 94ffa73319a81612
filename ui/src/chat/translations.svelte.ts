import { SvelteMap } from "svelte/reactivity";

import { asFailure, type Failure, type Translation } from "../ipc";

/** A requested translation: running until it is done or failed. */
class Requested {
  done: Translation | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
}

/** The translations of passages in a conversation. They outlive the cards that request and show them. */
export class Translations {
  /** Keyed by answer and passage number. */
  private readonly requested = new SvelteMap<string, Requested>();

  constructor(private readonly translate: (answer: string, number: number) => Promise<Translation>) {}

  /** The translation of an answer's passage; null if nobody requested it. */
  of(answer: string, number: number): Requested | null {
    return this.requested.get(key(answer, number)) ?? null;
  }

  /** Requests a translation, unless it is running or done. */
  request(answer: string, number: number): void {
    const before = this.of(answer, number);
    if (before && !before.failure) return;
    const requested = new Requested();
    this.requested.set(key(answer, number), requested);
    this.translate(answer, number).then(
      (translation) => (requested.done = translation),
      (thrown: unknown) => (requested.failure = asFailure(thrown)),
    );
  }
}

const key = (answer: string, number: number) => `${answer} ${number}`;
