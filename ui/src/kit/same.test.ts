import { expect, test } from "vitest";

import { isSame } from "./same";

test.each([
  [{ a: 1, b: { c: 2, d: [1, 2] } }, { b: { d: [1, 2], c: 2 }, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2], [2, 1], false],
  [{ a: null }, { a: 0 }, false],
])("%j and %j", (one, other, expected) => expect(isSame(one, other)).toBe(expected));
