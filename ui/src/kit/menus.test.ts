import { expect, test, vi } from "vitest";

import { keepMenusToText } from "./menus";

/** Whether the web view's menu is shown for an element when the pointer is at `x`. */
function isShown(element: Element, x = 0): boolean {
  const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: x, clientY: 5 });
  element.dispatchEvent(event);
  return !event.defaultPrevented;
}

test("the web view’s menu is shown in fields of text and over selected text, and nowhere else", () => {
  keepMenusToText(window);
  document.body.innerHTML = `<p>Rye <a>rests</a></p><textarea></textarea><input type="search"><input type="checkbox"><button>Ask</button>`;
  const one = (css: string) => document.body.querySelector(css) ?? document.body;
  expect(["textarea", "input[type=search]"].map((css) => isShown(one(css)))).toEqual([true, true]);
  expect(["p", "a", "button", "input[type=checkbox]", "body"].map((css) => isShown(one(css)))).toEqual([false, false, false, false, false]);

  const range = { getClientRects: () => [new DOMRect(10, 0, 20, 10)] };
  vi.spyOn(window, "getSelection").mockReturnValue({ isCollapsed: false, getRangeAt: () => range } as unknown as Selection);
  expect(isShown(one("p"), 15)).toBe(true);
  expect(isShown(one("p"), 40)).toBe(false);
  // Over a link it would offer to leave the page.
  expect(isShown(one("a"), 15)).toBe(false);
  document.body.replaceChildren();
});
