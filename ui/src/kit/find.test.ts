import { expect, test } from "vitest";

import { findText } from "./find";

function found(html: string, query: string, limit = 100) {
  const root = document.createElement("div");
  root.append(document.createRange().createContextualFragment(html));
  return findText(root, query, limit).map(String);
}

test("text is found in any case, across elements of a line, not across blocks", () => {
  expect(found("<p>Sea <b>SA</b>lt, and sea\nsalt</p><p>sea</p><p>salt</p>", "sea salt")).toEqual(["Sea SAlt", "sea\nsalt"]);
  expect(found("<p>one</p><ul><li>two</li></ul>", "onetwo")).toEqual([]);
  expect(found("<p>a (b)* c</p>", "(b)*")).toEqual(["(b)*"]);
});

test("text that isn't shown isn't found", () => {
  const html = "<p>salt</p><p hidden>salt</p><details><summary>salt</summary><p>salt</p></details><details open><p>salt</p></details>";
  expect(found(html, "salt")).toHaveLength(3);
});

test("nothing is found of nothing, and no more than the limit", () => {
  expect(found("<p>salt</p>", " ")).toEqual([]);
  expect(found("<p>salt salt salt</p>", "salt", 2)).toHaveLength(2);
});
