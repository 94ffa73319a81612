/** A part of a text; `unseen` tells the code of a letter that has no shape. */
export interface Part {
  text: string;
  unseen: string | null;
}

/** What turns lines around, stands for other letters, or has no shape. What joins letters and emoji counts only where it stands behind another. */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]|(?<=[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2060-\u2064\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}])[\u200c\u200d\ufe00-\ufe0f]/gu;

/** A text that somebody is to approve, with what can't be seen in it apart. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const { 0: letter, index } of text.matchAll(UNSEEN)) {
    if (index > done) parts.push({ text: text.slice(done, index), unseen: null });
    const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    parts.push({ text: letter, unseen: `U+${code}` });
    done = index + letter.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), unseen: null });
  return parts;
}
