export const isMac = /mac/i.test(navigator.userAgent);

/** How a Mac writes keys, and which it has for something else. */
const onMac: [RegExp, string][] = [
  [/\bAlt\+←/g, "⌘["],
  [/\bAlt\+→/g, "⌘]"],
  [/\b(Ctrl|Strg)\+M\b/g, "⇧⌘M"],
  [/\b(Ctrl|Strg)\+Alt\+/g, "⌥⌘"],
  [/\b(Ctrl|Strg)(\+| (?=\S))/g, "⌘"],
];

/** A sentence that names keys, with those of a Mac if this is one. */
export function withKeys(sentence: string, mac = isMac): string {
  return mac ? onMac.reduce((said, [keys, signs]) => said.replace(keys, signs), sentence) : sentence;
}
