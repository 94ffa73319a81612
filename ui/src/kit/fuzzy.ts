/** Letters that people write differently, in one form, as in the search of notes. */
const letters = new Map(
  ["ß ss", "æ ae", "œ oe", "ø o", "ł l", "đ d", "ð d", "þ th", "ħ h", "ŧ t", "ı i", "ς σ", "ى ي", "ی ي", "ک ك", "ڪ ك", "ة ه", "ە ه", "ہ ه", "ھ ه", "ـ"].map(
    (pair) => [pair.charAt(0), pair.slice(2)] as const,
  ),
);
const known = new RegExp(`[${[...letters.keys()].join("")}]`, "g");

/** Normalises text for comparison: no case, no accents, one form of each letter. */
export function fold(text: string): string {
  // Most names are ASCII, and each typed letter folds all names of the vault.
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  const plain = text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase();
  return plain.replace(known, (letter) => letters.get(letter) ?? letter);
}

/** Sorts by name as people do: without case and accents, "Day 9" before "Day 10". A key for each name is made
 *  once: comparing 100,000 names by a collator takes seconds. */
export function inOrder<T>(items: T[], name: (item: T) => string): T[] {
  const keyed = items.map((item) => ({ item, key: orderKey(name(item)) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ item }) => item);
}

/** The sort key: leading punctuation is ignored, and numbers sort by value. */
function orderKey(name: string): string {
  return fold(name)
    .replace(/^[^\p{L}\p{N}]+(?=[\p{L}\p{N}])/u, "")
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, "").padStart(12, "0"));
}

/** Scores the match of folded `query` in folded `text`; 0 is no match. */
export function score(query: string, text: string): number {
  if (query === "") return 1;
  if (text === query) return 100;
  if (text.startsWith(query)) return 80 - Math.min(20, text.length / 10);
  const at = text.indexOf(query);
  if (at >= 0) {
    const atWord = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
    return (atWord ? 60 : 40) - Math.min(20, text.length / 10);
  }
  const words = query.split(/\s+/).filter(Boolean);
  if (words.length > 1 && words.every((word) => text.includes(word))) return 30;
  return isSubsequence(query, text) ? Math.max(1, 12 - text.length / 10) : 0;
}

/** Finds the letters in order. The first one must start a word, because three letters anywhere in a path match nearly every note. */
function isSubsequence(query: string, text: string): boolean {
  let at = 0;
  let isInWord = false;
  for (const letter of text) {
    if (letter === query[at] && (at > 0 || !isInWord)) at += 1;
    if (at === query.length) return true;
    isInWord = (letter >= "a" && letter <= "z") || (letter >= "0" && letter <= "9");
  }
  return false;
}

/** The `limit` best matches, best first. `texts` returns an item's folded names. */
export function best<T>(query: string, items: T[], texts: (item: T) => string[], limit: number): T[] {
  const wanted = fold(query.trim());
  const scored: { item: T; points: number }[] = [];
  for (const item of items) {
    let points = 0;
    for (const text of texts(item)) points = Math.max(points, score(wanted, text));
    if (points > 0) scored.push({ item, points });
  }
  // The sort is stable, so items with equal scores stay in order.
  scored.sort((a, b) => b.points - a.points);
  return scored.slice(0, limit).map(({ item }) => item);
}

/** Items whose names share pairs of letters with `wanted`, to suggest for broken links. */
export function similar<T>(wanted: string, items: T[], name: (item: T) => string, limit: number): T[] {
  const pairs = pairsOf(fold(wanted));
  if (pairs.size === 0) return [];
  const scored: { item: T; likeness: number }[] = [];
  for (const item of items) {
    const others = pairsOf(fold(name(item)));
    let shared = 0;
    for (const pair of others) if (pairs.has(pair)) shared += 1;
    const likeness = (2 * shared) / (pairs.size + others.size);
    if (likeness >= 0.35) scored.push({ item, likeness });
  }
  scored.sort((a, b) => b.likeness - a.likeness);
  return scored.slice(0, limit).map(({ item }) => item);
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}

/** Scripts in which the search finds words inside other words. */
const spaceless = ["Han", "Hira", "Kana", "Hang", "Thai", "Laoo", "Mymr", "Khmr"].map((script) => `\\p{scx=${script}}`).join("");

/** Splits `text` into pieces, marking those that are one of `words`, which the search composed. */
export function markWords(text: string, words: string[]): { text: string; marked: boolean }[] {
  const wanted = words.filter((word) => word.trim() !== "").map(escapeForPattern);
  if (wanted.length === 0) return [{ text, marked: false }];
  // Longest first, so that "salting" isn't marked as "salt" plus a rest.
  wanted.sort((a, b) => b.length - a.length);
  // A match must be a whole word, except in scripts without spaces.
  const pattern = new RegExp(`(^|[^\\p{L}\\p{N}\\p{M}]|[${spaceless}])(${wanted.join("|")})((?<=[${spaceless}])|(?![\\p{L}\\p{N}\\p{M}]))`, "giu");
  const { composed, places } = compose(text);
  const pieces: { text: string; marked: boolean }[] = [];
  let from = 0;
  for (const match of composed.matchAll(pattern)) {
    const start = match.index + (match[1] ?? "").length;
    const [at, end] = [places(start), places(start + (match[2] ?? "").length)];
    if (at < from || end <= at) continue;
    if (at > from) pieces.push({ text: text.slice(from, at), marked: false });
    pieces.push({ text: text.slice(at, end), marked: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}

/** A mark of the letter before it; Japanese half-width letters have two of their own. */
const mark = "(?:\\p{M}|\\uff9e|\\uff9f)";

/** A letter with its marks, and a syllable of Hangul, of which the parts may be written one by one. */
const cluster = new RegExp(`[\\u1100-\\u115f][\\u1160-\\u11ff]+|(?!${mark}).${mark}*|${mark}+`, "gsu");

/** Characters that the search ignores: soft hyphens, joiners, and marks of direction. */
const invisible = /[\ufe00-\ufe0f\u00ad\u200c-\u200f\u2060\ufeff]/g;

/** Text as the search reads it: composed, in one width, without invisible characters. `places` gives the position in
 *  `text` of the letter around a position in the composed text. */
function compose(text: string): { composed: string; places: (at: number) => number } {
  const whole = text.normalize("NFKC").replace(invisible, "");
  if (whole === text) return { composed: text, places: (at) => at };
  const starts: number[] = [];
  let composed = "";
  for (const { 0: written, index } of text.matchAll(cluster)) {
    const letter = written.replace(invisible, "").normalize("NFKC");
    for (let unit = 0; unit < letter.length; unit += 1) starts.push(index);
    composed += letter;
  }
  return { composed, places: (at) => starts[at] ?? text.length };
}

function escapeForPattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
