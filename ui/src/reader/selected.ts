/** A passage of a note, or of another file, that the user selected. */
export interface Selected {
  text: string;
  /** The heading over its beginning, or the page of a file that it begins on, as a link names it. */
  heading: string | null;
}

/** What is selected in `page`, and nowhere else. */
export function selectedIn(page: Element): (Selected & { range: Range }) | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const text = selection.toString().trim();
  if (text === "" || !page.contains(range.commonAncestorContainer)) return null;
  const { startContainer } = range;
  const inside = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const number = inside?.closest('section[id^="page-"]')?.id.slice("page-".length);
  if (number) return { text, heading: `page=${number}`, range };
  let heading: Element | null = null;
  for (const one of page.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const order = one.compareDocumentPosition(startContainer);
    if (one.contains(startContainer) || order & Node.DOCUMENT_POSITION_FOLLOWING) heading = one;
    else break;
  }
  return { text, heading: heading?.textContent.trim() ?? null, range };
}
