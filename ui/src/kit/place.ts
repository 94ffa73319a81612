import { headingsBelow } from "./excerpt";
import { locale } from "./language";
import { words } from "./sentences";

/** A page, slide, sheet or chapter of a file. */
interface Part {
  unit: keyof typeof words.parts;
  number: number;
  name?: string | null;
}

/** An item with a title, and optionally one of its passages. */
interface Placed {
  title: string;
  passage: { heading_path: string[]; part?: Part | null } | null;
}

/** The name of a file's part: “page 3”, “sheet 1 (Sales)”. */
export const partName = ({ unit, number, name }: Part): string => `${words.parts[unit](number)}${name ? ` (${name})` : ""}`;

/** The page of a passage, or its lines: a page locates it better than the lines of an extracted text. */
export const spotOf = ({ part, lines }: { part?: Part | null; lines: { start: number; end: number } }): string =>
  part ? partName(part) : words.lines(lines.start, lines.end);

/** The place of a passage below the title: its page, and the headings above it. */
export function placesBelow({ title, passage }: Placed): string[] {
  const part = passage?.part;
  return [...(part ? [partName(part)] : []), ...headingsBelow(title, passage?.heading_path ?? [])];
}

/** The folder of a file, for a row. */
export const folderOf = (path: string): string => path.split("/").slice(0, -1).join(" / ");

/** How near a passage is in its meaning: each row would say it. */
const isOfMeaning = (reason: string) => /^((very )?close|related) in meaning$|^in der bedeutung (sehr nah|nah|verwandt)$/i.test(reason);

/** The question's words that a passage has, from a reason such as “Mentions salt, rye and dough”. */
export const mentionedIn = (reason: string): string[] => /^(?:mentions|nennt) (.+)$/i.exec(reason)?.[1]?.split(/, | and | und /) ?? [];

/** The reasons for a passage that its row doesn't show by itself. */
export function reasonsFor(reasons: string[]): string {
  const shown = reasons.filter((one) => !isOfMeaning(one)).join(" · ");
  return shown.charAt(0).toLocaleUpperCase(locale) + shown.slice(1);
}
