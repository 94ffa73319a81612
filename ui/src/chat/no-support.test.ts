import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { passage, reference } from "../ipc/test-reference";
import NoSupport from "./NoSupport.svelte";
import { answerView } from "./test-message";

const found = ["Salt", "Rye", "Oven", "Water"].map((title, at) =>
  reference(`${title}.md`, { number: at + 1, title, passage: passage(`All about ${title}.`, { start: 1, end: 1 }) }),
);

function show(disabled = false) {
  const answer = answerView({ text: "No note supports this.", references: found, searched_for: { words: ["salt", "dough"] } });
  const calls = { onretry: vi.fn(), onreference: vi.fn() };
  render(NoSupport, { props: { answer, disabled, ...calls } });
  return calls;
}

// B123
test("the searched words and the three closest passages are shown, and open", async () => {
  const { onreference } = show();
  expect(screen.getByTestId("searched-for").textContent).toContain("Searched for: salt, dough");
  const closest = screen.getAllByTestId("sent-passage");
  expect(closest.map((passage) => /All about (\w+)/.exec(passage.textContent ?? "")?.[1])).toEqual(["Salt", "Rye", "Oven"]);
  await fireEvent.click(closest[1] as HTMLElement);
  expect(onreference).toHaveBeenCalledExactlyOnceWith(found[1]);
});

// B123
test("the user searches again with other words", async () => {
  const { onretry } = show();
  await fireEvent.click(screen.getByTestId("change-search"));
  await fireEvent.input(screen.getByTestId("search-words"), { target: { value: "rye" } });
  await fireEvent.click(screen.getByTestId("search-again"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ search: "rye" });
});

test("nothing is asked again while an answer is being written", () => {
  show(true);
  expect(screen.queryByTestId("change-search")).toBeNull();
  expect(screen.getByTestId<HTMLButtonElement>("without-notes").disabled).toBe(true);
});
