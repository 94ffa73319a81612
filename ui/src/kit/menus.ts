// The web view's own menu offers "Back" and "Reload", which an app has no use for. It is allowed where it
// edits or copies text.

/** Fields whose text can be edited. */
const FIELDS = "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), [contenteditable]";

/** Elements with their own entries in the web view's menu, also inside selected text: open an address, save a
 *  file. */
const LEADS_AWAY = "a, img, audio, video";

/** Limits the web view's menu to text fields and selected text. */
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
