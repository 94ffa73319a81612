/** A passage of a note that the user selected. */
export interface Selected {
  text: string;
  /** The heading over its beginning, if there is one. */
  heading: string | null;
}

/** What is selected in `page`, and nowhere else. */
export function selectedIn(page: Element): (Selected & { range: Range }) | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const text = selection.toString().trim();
  if (text === "" || !page.contains(range.commonAncestorContainer)) return null;
  let heading: Element | null = null;
  for (const one of page.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const order = one.compareDocumentPosition(range.startContainer);
    if (one.contains(range.startContainer) || order & Node.DOCUMENT_POSITION_FOLLOWING) heading = one;
    else break;
  }
  return { text, heading: heading?.textContent.trim() ?? null, range };
}
