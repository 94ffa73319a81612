import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { EarlierQuestion } from "../ipc";
import Earlier from "./Earlier.svelte";
import { surroundings } from "./test-surroundings";

const before: EarlierQuestion = { question: "q", text: "How much salt?", asked: "2026-05-03T09:00:00Z", answer: "a", conversation: "other", title: "Salt" };

test("B99: a question that was asked before says so, opens it, and takes its answer along", async () => {
  const given = surroundings();
  given.vault.askedBefore.mockImplementation(async (text) => (text.startsWith("How much") ? before : null));
  const ontake = vi.fn();
  const { rerender } = render(Earlier, { props: { conversation: "c", text: "", ontake }, context: given.context });
  expect(given.vault.askedBefore).not.toHaveBeenCalled();
  await rerender({ text: "How much salt " });
  const line = await screen.findByTestId("asked-before");
  expect(given.vault.askedBefore).toHaveBeenCalledWith("How much salt", "c");
  expect(line.textContent).toMatch(/You asked this on 3 May 2026: How much salt\?/);
  // The composer has it already.
  await rerender({ text: "How much salt?" });
  await waitFor(() => expect(screen.getByTestId("asked-before").textContent).toMatch(/You asked this on 3 May 2026 *Open/));
  await fireEvent.click(screen.getByTestId("open-earlier"));
  expect(given.links.message).toHaveBeenCalledWith("other", "q");
  await fireEvent.click(screen.getByTestId("take-earlier"));
  expect(ontake).toHaveBeenCalledWith("a");
  // It is said once.
  await waitFor(() => expect(screen.queryByTestId("asked-before")).toBeNull());

  await rerender({ text: "What is rye?" });
  await waitFor(() => expect(given.vault.askedBefore).toHaveBeenCalledWith("What is rye?", "c"));
  expect(screen.queryByTestId("asked-before")).toBeNull();
  // Nor is a command a question.
  await rerender({ text: "/note rye" });
  expect(screen.queryByTestId("asked-before")).toBeNull();
});
