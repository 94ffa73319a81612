import { afterEach, expect, test, vi } from "vitest";

import { type Appearance, nextSize, usual, wear } from "./appearance";

/** The system's theme, which can change. */
function system(matches: boolean) {
  const listeners = new Set<() => void>();
  const query = {
    matches,
    addEventListener: (_: string, call: () => void) => listeners.add(call),
    removeEventListener: (_: string, call: () => void) => listeners.delete(call),
  };
  vi.spyOn(window, "matchMedia").mockReturnValue(query as unknown as MediaQueryList);
  return (now: boolean) => {
    query.matches = now;
    listeners.forEach((call) => call());
  };
}

afterEach(() => {
  system(false);
  wear(usual);
});

const root = document.documentElement;

test.each<[Appearance["theme"], boolean, string]>([
  ["system", false, "light"],
  ["system", true, "dark"],
  ["light", true, "light"],
  ["dark", false, "dark"],
])("the theme %s where the system's being dark is %s: %s", (theme, dark, expected) => {
  system(dark);
  wear({ ...usual, theme });
  expect(root.dataset.theme).toBe(expected);
});

test("the system's theme is followed while it is wanted, and no longer", () => {
  const change = system(false);
  wear(usual);
  change(true);
  expect(root.dataset.theme).toBe("dark");
  wear({ ...usual, theme: "light" });
  change(false);
  change(true);
  expect(root.dataset.theme).toBe("light");
});

test("size and width are the page's", () => {
  system(false);
  wear({ ...usual, size: 150, width: "wide" });
  expect(root.style.fontSize).toBe("150%");
  expect(root.style.getPropertyValue("--measure")).toBe("60rem");
  wear(usual);
  expect(root.style.fontSize).toBe("");
});

test.each([
  [100, 1, 110],
  [100, -1, 90],
  [200, 1, 200],
  [80, -1, 80],
  [105, 1, 110],
] as const)("after %d by %d comes %d", (size, step, expected) => {
  expect(nextSize(size, step)).toBe(expected);
});
