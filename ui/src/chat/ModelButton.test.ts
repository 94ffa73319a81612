import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import ModelButton from "./ModelButton.svelte";
import { surroundings } from "./test-surroundings";

test.each([
  ["llama3.2:3b", /llama3\.2:3b\s+not reachable/],
  [null, /No model/],
])("without a model that can be asked, and %j chosen", (away, expected) => {
  render(ModelButton, { context: surroundings({ away }).context });
  expect(screen.getByTestId("model").textContent).toMatch(expected);
});
