import type { Reference } from "../ipc";

/** What a card stands for. The order is the order of the cards. B12 */
export const ranks = ["cited", "changed", "gone", "used", "linked", "broken", "considered"] as const;
export type Rank = (typeof ranks)[number];

/** A note with its passages, or a link that leads nowhere. */
export interface Card {
  key: string;
  rank: Rank;
  title: string;
  path: string | null;
  /** Its references, by number, those without one last. */
  references: Reference[];
}

/** Whether a file is a picture that the window shows, by its name. */
export const hasPicture = (path: string) => /\.(png|jpe?g|jfif|gif|webp|avif|bmp|svg)$/i.test(path);

/** Whether it is a picture that the model saw, and no passage. */
export const isPicture = ({ path, passage, number }: Reference) => path !== null && passage === null && number === null && hasPicture(path);

function rankOf(reference: Reference): Rank {
  switch (reference.state) {
    case "used":
      return reference.kind === "direct" ? "linked" : "used";
    default:
      return reference.state;
  }
}

/** Cards for an answer's references, one for each note, the most telling state first. B7 B12 */
export function cardsOf(references: Reference[]): Card[] {
  const cards = new Map<string, Card>();
  for (const reference of references) {
    const rank = rankOf(reference);
    // What was found and left stays apart from what the answer rests on, even in the same note.
    const fold = rank === "considered" ? "considered:" : "";
    const key = fold + (reference.path ?? `${reference.kind}:${reference.title}`);
    const card = cards.get(key);
    if (!card) {
      cards.set(key, { key, rank, title: reference.title, path: reference.path, references: [reference] });
      continue;
    }
    card.references.push(reference);
    if (ranks.indexOf(rank) < ranks.indexOf(card.rank)) card.rank = rank;
  }
  const shown = [...cards.values()];
  for (const card of shown) {
    card.references.sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
  }
  // A stable sort: within a rank the order in which they were found.
  shown.sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
  return shown;
}

/** How many cards stand before "Show more". */
export const SHOWN = 10;
