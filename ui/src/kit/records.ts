import { inLine } from "./excerpt";
import { locale } from "./language";
import { words } from "./table-sentences";

/** A row of a table of notes. */
export interface RecordRow {
  path: string;
  line: number;
  /** A text for each column. */
  values: string[];
}

/** A table of notes. */
export interface Records {
  /** The query in its text form; empty without one. */
  query: string;
  columns: string[];
  rows: RecordRow[];
  /** Number of notes, tasks or lines found; the rows may be fewer. */
  total: number;
  result?: { label: string; value: string; of: number } | null;
  /** Number of rows of the whole table, if `rows` is only its first page. */
  length?: number;
  /** The page that begins with this row. */
  page?: (from: number) => Promise<TablePage | null>;
}

/** A page of a table, and the number of rows of the whole table. */
interface TablePage {
  table: Records;
  rows: number;
}

/** A table from its first page, with access to the others if it has any. */
export function paged<T extends Records>(first: { table: T; rows: number }, page: Records["page"]): T {
  const { table, rows } = first;
  return table.rows.length < rows ? { ...table, length: rows, page } : table;
}

/** Loads pages behind `rows` until there are `least` rows. Fails if the table changed meanwhile. */
export async function withPages(records: Records, rows: RecordRow[], least: number): Promise<RecordRow[]> {
  const { page, length = rows.length } = records;
  let all = rows;
  while (page && all.length < Math.min(least, length)) {
    const next = await page(all.length);
    if (!next || next.rows !== length || next.table.total !== records.total || next.table.rows.length === 0) throw new Error();
    all = [...all, ...next.table.rows];
  }
  return all;
}

/** The sorted column; null keeps the table's own order. */
export type Sorting = { column: number; direction: "ascending" | "descending" } | null;

/** The order after a click on a column's head: ascending, descending, and the table's own order again. */
export function nextSorting(now: Sorting, column: number): Sorting {
  if (now?.column !== column) return { column, direction: "ascending" };
  return now.direction === "ascending" ? { column, direction: "descending" } : null;
}

const NUMBER = /^([~≈+]?\s*[-−]?\s*(?:\p{Sc}|[A-Z]{3})?\s*[-−]?)\s*(\d[\d.,'’\u00a0\u202f]*)\s*(?:%|\p{L}+\.?|\p{Sc}|°\p{L}?|\/\s*\d+)?$/u;
const TIME = /^\d{1,3}(?::\d{1,2}){1,2}$/;
const STARS = /^(?:[★⭐☆ ]|\ufe0f)*$/u;

/** The number in a value such as `1,234.50`, `7,5 €`, `30 min`, `6:23` or `★★★`; null for other text. */
export function numberIn(text: string): number | null {
  const value = text.trim();
  if (value !== "" && STARS.test(value)) return [...value].filter((letter) => letter === "★" || letter === "⭐").length;
  if (TIME.test(value)) return value.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) / 60;
  const [, before = "", digits = ""] = NUMBER.exec(value) ?? [];
  if (digits === "") return null;
  const number = Number(plainDigits(digits));
  return Number.isNaN(number) ? null : /[-−]/.test(before) ? -number : number;
}

/** Digits with a point before the decimals. With points and commas, the last one begins the decimals; a comma alone
 *  does unless exactly three digits follow. */
function plainDigits(digits: string): string {
  const plain = digits.replace(/['’\u00a0\u202f]/g, "");
  const [comma, point] = [plain.lastIndexOf(","), plain.lastIndexOf(".")];
  if (comma >= 0 && point >= 0) return comma > point ? plain.replaceAll(".", "").replace(",", ".") : plain.replaceAll(",", "");
  if (comma >= 0) return plain.indexOf(",") < comma || plain.length - comma === 4 ? plain.replaceAll(",", "") : plain.replace(",", ".");
  return plain.indexOf(".") < point ? plain.replaceAll(".", "") : plain;
}

/** A date in a form that sorts as text; null for other text. */
function dateIn(text: string): string | null {
  const value = text.trim();
  if (/^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}\S*)?)?$/.test(value)) return value.replace(" ", "T");
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(value) ?? [];
  return year === "" ? null : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A value's kind and how it compares within the kind. Values without a text come last in both directions. */
function sortKey(text: string): { kind: number; number: number; text: string } {
  if (text.trim() === "") return { kind: 3, number: 0, text: "" };
  const date = dateIn(text);
  if (date !== null) return { kind: 1, number: 0, text: date };
  const number = numberIn(text);
  return number === null ? { kind: 2, number: 0, text } : { kind: 0, number, text: "" };
}

/** The rows by a column: numbers as numbers, dates as dates, everything else as text. */
export function sorted(rows: RecordRow[], sorting: Sorting): RecordRow[] {
  if (!sorting) return rows;
  const { column } = sorting;
  const sign = sorting.direction === "ascending" ? 1 : -1;
  const letters = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const keyed = rows.map((row) => ({ row, ...sortKey(row.values[column] ?? "") }));
  keyed.sort((a, b) => {
    if (a.kind === 3 || b.kind === 3) return a.kind - b.kind;
    const order = a.kind - b.kind || a.number - b.number;
    if (order !== 0) return sign * order;
    return sign * (a.kind === 1 ? (a.text < b.text ? -1 : Number(a.text > b.text)) : letters.compare(a.text, b.text));
  });
  return keyed.map(({ row }) => row);
}

/** True for a column with only numbers, by its first rows. */
export function isNumeric({ rows }: Pick<Records, "rows">, column: number): boolean {
  const values = rows.slice(0, 100).flatMap(({ values }) => values[column] || []);
  return values.length > 0 && values.every((value) => dateIn(value) === null && numberIn(value) !== null);
}

/** True if each row stands for several notes, tasks or lines. */
export const isGrouped = ({ query }: Pick<Records, "query">) => tokensOf(query).some((token) => token.startsWith("group:"));

/** A value without Markdown. */
export const plainValue = (value = "") => (/\[\[|\]\(|\*\*|`|==|~~/.test(value) ? inLine(value) : value);

/** The number of rows in words, of which `shown` are shown. */
export function rowCount(records: Pick<Records, "query" | "rows" | "total" | "length">, shown = records.rows.length): string {
  const { rows, total, length = rows.length } = records;
  if (isGrouped(records)) return words.groupsOf(shown, length, total);
  // A task, or a row of a table in a note, is seldom in its first line.
  const areNotes = rows.length > 0 && rows.every(({ line }) => line <= 1);
  return (areNotes ? words.notesOf : words.rowsOf)(shown, Math.max(total, length));
}

/** The table in Markdown, with all of these rows. */
export function asMarkdown({ columns }: Pick<Records, "columns">, rows: RecordRow[]): string {
  const inCell = (text: string) => text.replace(/\s*\n\s*/g, " ").replace(/[\\|]/g, "\\$&");
  const line = (cells: string[]) => `| ${cells.map(inCell).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(({ values }) => line(values))].join("\n") + "\n";
}

const quotes: Partial<Record<string, string>> = { '"': '"', "„": "“", "“": "”" };

/** The words of a query, as written. Quotes and brackets keep spaces together. */
export function tokensOf(query: string): string[] {
  const tokens: string[] = [];
  let token = "";
  let quote: string | undefined;
  let brackets = 0;
  for (const letter of query) {
    if (quote) {
      if (letter === quote) quote = undefined;
    } else if (/\s/.test(letter) && brackets === 0) {
      if (token !== "") tokens.push(token);
      token = "";
      continue;
    } else {
      quote = quotes[letter];
      if (letter === "[") brackets += 1;
      if (letter === "]") brackets = Math.max(0, brackets - 1);
    }
    token += letter;
  }
  return token === "" ? tokens : [...tokens, token];
}

const SIGNS: Partial<Record<string, string>> = { ">=": "≥", "<=": "≤", "!=": "≠" };

/** A word of a query for people: “with rating”, “rating < 3”. Null where there are no plainer words. */
export function inWords(token: string): string | null {
  const bare = token.replace(/"([^"]*)"$/, "$1");
  const [, name = "", value = ""] = /^([^:=<>]+):(.+)$/.exec(bare) ?? [];
  const [, key = "", sign = "", other = ""] = /^([^:=<>!~|]+)(>=|<=|!=|=|<|>)([^|]+)$/.exec(bare) ?? [];
  const said = (words.conditions as Partial<Record<string, (value: string) => string>>)[name]?.(value);
  return said ?? (sign ? `${key} ${SIGNS[sign] ?? sign} ${other}` : null);
}

/** The view of a `.base` file that a word of a query names, for people: “Films · Favorites”. Null for another word. */
export function viewOf(token: string): string | null {
  const [, name = ""] = /^view:"?(.*?)"?$/.exec(token) ?? [];
  const [path = "", ...view] = name.replace(/^\[\[|\]\]$/g, "").split("#");
  return [nameOf(path).replace(/\.base$/i, ""), view.join("#")].filter(Boolean).join(" · ") || null;
}

/** The last part of a path, without the ending of a note. */
export const nameOf = (path: string) => path.replace(/^.*\//, "").replace(/\.md$/i, "");
