export const isMac = /mac/i.test(navigator.userAgent);

/** Shortcuts in a Mac's notation, and the ones that differ on a Mac. */
const onMac: [RegExp, string][] = [
  [/\bAlt\+←/g, "⌘["],
  [/\bAlt\+→/g, "⌘]"],
  [/\b(Ctrl|Strg)\+M\b/g, "⇧⌘M"],
  [/\b(Ctrl|Strg)\+Alt\+/g, "⌥⌘"],
  [/\b(Ctrl|Strg)(\+| (?=\S))/g, "⌘"],
];

/** Replaces shortcuts in a sentence by those of a Mac, on a Mac. */
export function withKeys(sentence: string, mac = isMac): string {
  return mac ? onMac.reduce((said, [keys, signs]) => said.replace(keys, signs), sentence) : sentence;
}
