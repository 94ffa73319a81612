import { expect, test } from "vitest";

import { markPassage } from "./find";
import { spansOf } from "./recognised";

const line = (text: string, y: number) => ({ page: 1, text, place: { x: 1000, y, width: 5000, height: 200 } });

// B91
test("recognised text lies over the picture of its page, and is marked like other words", () => {
  const page = document.createElement("div");
  page.append(...spansOf([line("Rye is milled on", 1500), line("Friday, before dawn.", 1800), line("Oats are rolled.", 2600)], { width: 600, height: 800 }));
  const spans = [...page.children] as HTMLElement[];
  expect(spans.map(({ style }) => [style.left, style.top])).toEqual([
    ["10%", "15%"],
    ["10%", "18%"],
    ["10%", "26%"],
  ]);
  expect(spans[0]?.style.getPropertyValue("--font-height")).toBe("12.8px");
  expect(markPassage(page, "Rye is milled on\nFriday, before dawn.", [], false)?.textContent).toBe("Rye is milled on");
  expect([...page.querySelectorAll("mark.passage")].map((mark) => mark.textContent)).toEqual(["Rye is milled on", "Friday, before dawn."]);
});
