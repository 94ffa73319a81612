import { expect, test } from "vitest";

import { asFailure } from "./error";

test.each([
  [
    { code: "refused", message: "No.", tried: ["a"] },
    { code: "refused", message: "No.", tried: ["a"] },
  ],
  [new Error("broken"), { code: "internal", message: "broken", tried: [] }],
  ["a string", { code: "internal", message: "a string", tried: [] }],
  [null, { code: "internal", message: "null", tried: [] }],
])("%j as an error to show", (thrown, expected) => {
  expect(asFailure(thrown)).toEqual(expected);
});
