/** A selected passage of a note or another file. */
export interface Selected {
  text: string;
  /** The heading above its beginning, or the page of a file where it begins, in a link's notation. */
  heading: string | null;
}

/** The selection, if all of it is in `page`. */
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
