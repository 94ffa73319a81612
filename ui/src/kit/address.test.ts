import { expect, test } from "vitest";

import { plainAddress } from "./address";

test.each([
  ["https://a.example/b?c#d", "a.example", "https://a.example/b?c#d", 0],
  ["https://bank.example@other.example:8080/x", "other.example:8080", "https://bank.example@other.example:8080/x", 1],
  ["https://\u0430pple.com/", "xn--pple-43d.com", "https://xn--pple-43d.com/", 1],
  ["https://me@\u0430pple.com", "xn--pple-43d.com", "https://me@xn--pple-43d.com/", 2],
  ["https://a.example/\u202egnp.exe", "a.example", "https://a.example/%E2%80%AEgnp.exe", 0],
  ["HTTPS:\\\\a.example\\b", "a.example", "https://a.example/b", 0],
  ["http://0x7f.1/", "127.0.0.1", "http://127.0.0.1/", 0],
  ["mailto:a@b.example?subject=x", null, "mailto:a@b.example?subject=x", 0],
  ["https://", null, "https://", 0],
])("%s leads to %s", (address, site, whole, oddities) => {
  const plain = plainAddress(address);
  expect(plain).toMatchObject({ site, whole });
  expect(plain.oddities).toHaveLength(oddities);
});
