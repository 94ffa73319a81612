import { expect, test, vi } from "vitest";

// The listener is in place in each test, as in each window.
test("keys of an input method reach nobody, all others everybody", () => {
  const heard = vi.fn();
  const field = document.body.appendChild(document.createElement("input"));
  field.addEventListener("keydown", heard);
  window.addEventListener("keydown", heard, { capture: true });
  const check = (init: KeyboardEventInit, times: number) => {
    heard.mockClear();
    field.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
    expect(heard).toHaveBeenCalledTimes(times);
  };
  check({ key: "Enter", isComposing: true }, 0);
  check({ key: "Enter", keyCode: 229 }, 0);
  check({ key: "Escape", isComposing: true }, 0);
  check({ key: "Enter", keyCode: 13 }, 2);
  check({ key: "a" }, 2);
  window.removeEventListener("keydown", heard, { capture: true });
  field.remove();
});
