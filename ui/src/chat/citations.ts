/** The next or previous citation in the text: after the focused element if it is in the text, otherwise the first
 *  one in view. */
export function nextCitation(box: HTMLElement, step: 1 | -1): HTMLElement | null {
  const all = [...box.querySelectorAll<HTMLElement>(".prose button.chip[data-number]")];
  const now = document.activeElement;
  if (!now || now === box || !box.contains(now)) {
    const top = box.getBoundingClientRect().top;
    return all.find((chip) => chip.getBoundingClientRect().bottom >= top) ?? all.at(-1) ?? null;
  }
  const side = step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const others = all.filter((chip) => now.compareDocumentPosition(chip) & side);
  return others.at(step > 0 ? 0 : -1) ?? null;
}
