import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";

import type { Outgoing as One } from "../ipc";
import { LiveTurn } from "./live-turn.svelte";
import Outgoing from "./Outgoing.svelte";
import { message } from "./test-message";
import { surroundings } from "./test-surroundings";

const search = (more: Partial<One> = {}): One => ({ number: 1, kind: "search", text: "how much salt", to: "Tavily", waits: null, ...more });

function show(...all: One[]) {
  const turn = new LiveTurn();
  turn.apply({ type: "started", conversation: "c", question: message(), answer: "a" });
  for (const outgoing of all) turn.apply({ type: "outgoing", outgoing });
  const { context, decide } = surroundings();
  render(Outgoing, { props: { turn }, context });
  return { turn, decide };
}
const texts = () => screen.getAllByTestId("outgoing").map(({ textContent }) => textContent?.replace(/\s+/g, " ").trim());

// B81
test("what leaves is shown word for word", () => {
  const { turn } = show(search(), search({ number: 2, kind: "page", text: "https://example.org/salt", to: "example.org" }));
  expect(texts()).toEqual(["Searched for at Tavily: how much salt", "Opened at example.org: https://example.org/salt"]);
  expect(turn.asks).toBe(false);
  expect(screen.queryByTestId("let-out")).toBeNull();
});

// B81
test("what waits says why, and leaves on a click alone", async () => {
  const { turn, decide } = show(search({ waits: "otherWords" }));
  expect(turn.asks).toBe(true);
  expect(texts()[0]).toContain("A note or page that it has read may have told it to send something from your notes");
  expect(decide).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId("let-out"));
  expect(decide).toHaveBeenCalledExactlyOnceWith("a", 1, true);
  expect(texts()).toEqual(["Searched for at Tavily: how much salt"]);
  expect(turn.asks).toBe(false);
});

test("what the user keeps isn't said to have left", async () => {
  const { turn, decide } = show(search({ waits: "first" }));
  await fireEvent.click(screen.getByTestId("keep-in"));
  expect(decide).toHaveBeenCalledExactlyOnceWith("a", 1, false);
  expect(texts()).toEqual(["Not searched for at Tavily: how much salt"]);
  turn.apply({ type: "outgoing", outgoing: search({ number: 2, waits: "unencrypted", kind: "page", to: "example.org", text: "http://example.org/" }) });
  await tick();
  expect(texts()[1]).toContain("whoever is on the way can read it");
});

test("a yes that doesn't arrive can be said again", async () => {
  const { turn, decide } = show(search({ waits: "first" }));
  decide.mockResolvedValueOnce(false);
  await fireEvent.click(screen.getByTestId("let-out"));
  expect(turn.asks).toBe(true);
  await fireEvent.click(screen.getByTestId("let-out"));
  expect(turn.asks).toBe(false);
});
