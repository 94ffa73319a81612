import type { Reference, Table } from "../ipc";
import { inLine } from "../kit/excerpt";
import { rowCount } from "../kit/records";

/** A table’s result and number of rows, for its card. */
export function aboutTable(table: Table): string {
  const { result } = table;
  return [...(result ? [`${result.label}: ${result.value}`] : []), rowCount(table)].join(" · ");
}

/** A note’s summary in one line; empty if these texts of the note contain it. */
export function aboutNote(summary: string, texts: string[]): string {
  const about = inLine(summary);
  const start = about.replace(/\s*…$/, "");
  if (texts.some((text) => text.includes(start))) return "";
  // A sentence that was cut off goes, if there is another before it.
  return about.replace(/^(.{30,}[.!?]["”’»)]*) .*…$/, "$1");
}

/** The ranks of cards, in the cards' order. B12 */
export const ranks = ["cited", "changed", "gone", "used", "linked", "broken", "considered"] as const;
export type Rank = (typeof ranks)[number];

/** A note with its passages, or a broken link. */
export interface Card {
  key: string;
  rank: Rank;
  title: string;
  path: string | null;
  /** Its references, by number; those without a number come last. */
  references: Reference[];
}

/** True for an image that the window can show, by its extension. */
export const hasPicture = (path: string) => /\.(png|jpe?g|jfif|gif|webp|avif|bmp|svg)$/i.test(path);

/** True for an image that the model was sent, without a passage. */
export const isPicture = ({ path, passage, number }: Reference) => path !== null && passage === null && number === null && hasPicture(path);

function rankOf(reference: Reference): Rank {
  switch (reference.state) {
    case "used":
      return reference.kind === "direct" ? "linked" : "used";
    default:
      return reference.state;
  }
}

/** Groups an answer's references into cards, one for each note, the highest rank first. B7 B12 */
export function cardsOf(references: Reference[]): Card[] {
  const cards = new Map<string, Card>();
  for (const reference of references) {
    const rank = rankOf(reference);
    // Passages that weren't used stay apart from the answer's sources, even in the same note.
    const fold = rank === "considered" ? "considered:" : "";
    const key = fold + (reference.table ? reference.id : (reference.path ?? `${reference.kind}:${reference.title}`));
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
  // A stable sort: within a rank the order of the references stays.
  shown.sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
  return shown;
}

/** The references with one of these states. */
export const having = (references: Reference[], ...states: Reference["state"][]) => references.filter(({ state }) => states.includes(state));

/** Maximum cards before "Show more". */
export const SHOWN = 10;
