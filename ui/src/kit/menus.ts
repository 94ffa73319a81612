// The web view's own menu offers to go back and to load the page again, which an app has no use for. It is shown where
// it edits or copies a text.

/** Fields whose text can be edited. */
const FIELDS = "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), [contenteditable]";

/** What has entries of its own in the web view's menu, also within selected text: to open an address, to save a file. */
const LEADS_AWAY = "a, img, audio, video";

/** Keeps the web view's menu to fields of text and to selected text. */
export function keepMenusToText(window: Window) {
  window.addEventListener("contextmenu", (event) => {
    if (!(event.target instanceof Element) || event.target.closest(FIELDS)) return;
    if (event.target.closest(LEADS_AWAY) || !isOverSelection(window.getSelection(), event)) event.preventDefault();
  });
}

function isOverSelection(selection: Selection | null, { clientX: x, clientY: y }: MouseEvent): boolean {
  if (!selection || selection.isCollapsed) return false;
  const boxes = [...selection.getRangeAt(0).getClientRects()];
  return boxes.some(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom);
}
