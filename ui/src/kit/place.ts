import { headingsBelow } from "./excerpt";
import { words } from "./sentences";

/** A page, slide, sheet or chapter of a file. */
interface Part {
  unit: keyof typeof words.parts;
  number: number;
  name?: string | null;
}

/** Something with a title, and perhaps a passage of it. */
interface Placed {
  title: string;
  passage: { heading_path: string[]; part?: Part | null } | null;
}

/** What a part of a file is called: “page 3”, “sheet 1 (Sales)”. */
export const partName = ({ unit, number, name }: Part): string => `${words.parts[unit](number)}${name ? ` (${name})` : ""}`;

/** Where a passage stands below its title: its page, and the headings over it. */
export function placesBelow({ title, passage }: Placed): string[] {
  const part = passage?.part;
  return [...(part ? [partName(part)] : []), ...headingsBelow(title, passage?.heading_path ?? [])];
}
