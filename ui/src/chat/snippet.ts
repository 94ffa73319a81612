/** Splits `text` at its marks, which are byte ranges in UTF-8. Skips marks that overlap an earlier one or exceed the text. */
export function pieces(text: string, marks: [number, number][]): { text: string; marked: boolean }[] {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const cut: { text: string; marked: boolean }[] = [];
  let at = 0;
  const add = (end: number, marked: boolean) => {
    if (end > at) cut.push({ text: decoder.decode(bytes.subarray(at, end)), marked });
    at = Math.max(at, end);
  };
  for (const [start, end] of marks) {
    if (start < at || end > bytes.length) continue;
    add(start, false);
    add(end, true);
  }
  add(bytes.length, false);
  return cut;
}
