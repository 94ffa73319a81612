import { expect, test } from "vitest";

import { replay } from "../ipc/replay";
import { ReaderState } from "./reader.svelte";

const SALT = "Ingredients/Salt.md";

const reader = () => new ReaderState(replay("salt"));

test("back and forward walk the way that was read, and a new way forgets the old ahead", async () => {
  const state = reader();
  for (const path of [SALT, "Techniques/Autolyse.md", "Science/Gluten.md"]) await state.open(path);
  await state.back();
  await state.back();
  expect(state.path).toBe(SALT);
  expect(state.canGoBack).toBe(false);
  await state.forward();
  expect(state.path).toBe("Techniques/Autolyse.md");
  await state.open("Recipes/Rye.md");
  expect(state.canGoForward).toBe(false);
  await state.back();
  expect(state.path).toBe("Techniques/Autolyse.md");
});

test("opening the same place again is no new step", async () => {
  const state = reader();
  await state.open(SALT);
  await state.open(SALT);
  expect(state.canGoBack).toBe(false);
});

test("going back returns to where one had scrolled", async () => {
  const state = reader();
  await state.open(SALT);
  state.scrolled = () => 420;
  await state.open("Recipes/Rye.md");
  await state.back();
  expect(state.restore).toBe(420);
});
