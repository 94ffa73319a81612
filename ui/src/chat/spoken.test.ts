import { expect, test } from "vitest";

import { spokenText } from "./spoken";

test.each([
  ['<p>Two per cent. <button class="chip" data-number="4">4</button></p>', "Two per cent."],
  ["<ul><li>Rye &amp; salt</li><li><b>20 g</b> &lt; 30 g</li></ul>", "Rye & salt 20 g < 30 g"],
  ["<p>un<em>believ</em>able</p>", "unbelievable"],
  ["", ""],
])("%j is read out as %j", (html, text) => {
  expect(spokenText(html)).toBe(text);
});
