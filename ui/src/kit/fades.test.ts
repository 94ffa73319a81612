import { expect, test } from "vitest";

import { fades } from "./fades";

test("a box is marked as long as its content goes on below its edge", async () => {
  const box = document.body.appendChild(document.createElement("div"));
  let height = 300;
  Object.defineProperty(box, "clientHeight", { value: 200 });
  Object.defineProperty(box, "scrollHeight", { get: () => height });
  const { destroy } = fades(box);
  const isMarked = () => box.hasAttribute("data-more");
  expect(isMarked()).toBe(true);
  box.scrollTop = 100;
  box.dispatchEvent(new Event("scroll"));
  expect(isMarked()).toBe(false);
  height = 400;
  box.append("More text");
  await expect.poll(isMarked).toBe(true);
  destroy();
});
