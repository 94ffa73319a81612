import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import ModelButton from "./ModelButton.svelte";

test.each([
  ["llama3.2:3b", /llama3\.2:3b\s+not reachable/],
  [null, /No model/],
])("without a model that can be asked, and %j chosen", (away, expected) => {
  render(ModelButton, { model: null, away, onclick: () => {} });
  expect(screen.getByTestId("model").textContent).toMatch(expected);
});
