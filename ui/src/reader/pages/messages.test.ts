import { expect, test } from "vitest";

import { heard } from "./messages";

// B51
test("only valid messages of the frame are accepted", () => {
  const check = (data: unknown, expected: unknown) => expect(heard(data), JSON.stringify(data)).toEqual(expected);
  check({ type: "opened", pages: 12, more: 1 }, { type: "opened", pages: 12 });
  check({ type: "at", page: 3 }, { type: "at", page: 3 });
  check({ type: "marked", found: "yes" }, { type: "marked", found: false });
  check({ type: "link", address: "https://a.example" }, { type: "link", address: "https://a.example" });
  check({ type: "key", key: "k", ctrl: true }, { type: "key", key: "k", ctrl: true, meta: false, alt: false, shift: false });
  check({ type: "found", search: 2, all: 0, first: 0, done: 1 }, { type: "found", search: 2, all: 0, first: 0, done: false });
  for (const all of [-1, 0.5, "1", null]) check({ type: "found", search: 1, all, first: 0, done: true }, null);
  for (const page of [0, -1, 1.5, "2", null, Infinity]) check({ type: "at", page }, null);
  for (const address of ["javascript:canary()", "file:///etc/passwd", "data:text/html,x", "vault://localhost/a", "a.example", 5]) {
    check({ type: "link", address }, null);
  }
  for (const nothing of [null, "ready", { type: "open" }, { type: "invoke", cmd: "open_note" }, {}]) check(nothing, null);
});
