import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { HitView } from "../ipc";
import Nearby from "./Nearby.svelte";
import { surroundings } from "./test-surroundings";

const hit = (path: string, title: string): HitView => ({
  path,
  title,
  heading_path: [],
  part: null,
  lines: { start: 1, end: 1 },
  text: "",
  matched: [],
  why: "Mentions dough",
});

test("B96: notes near an answer that it didn't use are offered, put into the question with a click, and can be left", async () => {
  const given = surroundings();
  given.vault.nearby.mockResolvedValue([hit("Ingredients/Salt.md", "Salt"), hit("Recipes/Rye.md", "Rye")]);
  const onuse = vi.fn();
  const props = { conversation: "c", answer: null as string | null, text: "", onuse };
  const { rerender } = render(Nearby, { props, context: given.context });
  expect(given.vault.nearby).not.toHaveBeenCalled();

  await rerender({ answer: "a" });
  await waitFor(() => expect(screen.getAllByTestId("nearby-note")).toHaveLength(2));
  expect(given.vault.nearby).toHaveBeenCalledWith("c");
  const [salt] = screen.getAllByTestId("nearby-note");
  expect(salt?.title).toMatch(/^Mentions dough\./);
  if (salt) await fireEvent.click(salt);
  expect(onuse).toHaveBeenCalledWith("[[Salt]]");
  // What stands in the question already isn't offered, nor what was near another answer.
  await rerender({ text: "[[Salt]] " });
  expect(screen.getAllByTestId("nearby-note").map(({ textContent }) => textContent.trim())).toEqual(["Rye"]);
  // Nothing is offered while a question is written.
  await rerender({ text: "And [[Salt]]?" });
  expect(screen.queryByTestId("nearby")).toBeNull();
  await rerender({ text: "" });
  given.vault.nearby.mockResolvedValue([]);
  await rerender({ answer: "b" });
  await waitFor(() => expect(screen.queryByTestId("nearby")).toBeNull());

  given.vault.nearby.mockResolvedValue([hit("Recipes/Rye.md", "Rye")]);
  await rerender({ answer: "c" });
  await fireEvent.click(await screen.findByTestId("leave-nearby"));
  expect(screen.queryByTestId("nearby")).toBeNull();
  given.vault.nearby.mockClear();
  await rerender({ answer: "d" });
  expect(given.vault.nearby).not.toHaveBeenCalled();
});
