import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";

import type { Outgoing as One } from "../ipc";
import { LiveTurn } from "./live-turn.svelte";
import Outgoing from "./Outgoing.svelte";
import { questionView } from "./test-message";
import { surroundings } from "./test-surroundings";

const search = (more: Partial<One> = {}): One => ({ number: 1, kind: "search", text: "how much salt", to: "Tavily", waits: null, ...more });

function show(...all: One[]) {
  const turn = new LiveTurn();
  turn.apply({ type: "started", conversation: "c", question: questionView(), answer: "a" });
  for (const outgoing of all) turn.apply({ type: "outgoing", outgoing });
  const { context, decide } = surroundings();
  render(Outgoing, { props: { turn }, context });
  return { turn, decide };
}
const texts = () => screen.getAllByTestId("outgoing").map(({ textContent }) => textContent?.replace(/\s+/g, " ").trim());

// B81
test("an outgoing request is shown word for word", () => {
  const { turn } = show(search(), search({ number: 2, kind: "page", text: "https://example.org/salt", to: "example.org" }));
  expect(texts()).toEqual(["Searched at Tavily: how much salt", "Opened at example.org: https://example.org/salt"]);
  expect(turn.asks).toBe(false);
  expect(screen.queryByTestId("let-out")).toBeNull();
});

// B81
test("a waiting request says why, and is sent only by a click", async () => {
  const { turn, decide } = show(search({ waits: "otherWords" }));
  expect(turn.asks).toBe(true);
  expect(texts()[0]).toContain("A note or page may have told it to send something from your notes");
  expect(decide).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId("let-out"));
  expect(decide).toHaveBeenCalledExactlyOnceWith("a", 1, true);
  expect(texts()).toEqual(["Searched at Tavily: how much salt"]);
  expect(turn.asks).toBe(false);
});

// B90
test("no yes takes along what can’t be seen", () => {
  const tags = [..."4711"].map((digit) => String.fromCodePoint(0xe0000 + digit.charCodeAt(0))).join("");
  show(search({ text: `how long does rye keep${tags}\u2800`, waits: "otherWords" }));
  expect(screen.getAllByTestId("unseen").map(({ textContent }) => textContent)).toEqual(["U+E0034", "U+E0037", "U+E0031", "U+E0031", "U+2800"]);
  expect(texts()[0]).toContain("how long does rye keepU+E0034U+E0037");
});

test("an address that the model chose says so, also without encryption", () => {
  show(search({ kind: "page", to: "example.org", text: "http://example.org/?q=4711", waits: "otherWords" }));
  expect(texts()[0]).toContain("The model chose this.");
  expect(texts()[0]).toContain("others on the network can read it");
});

test("a yes for a conversation says what it covers", () => {
  show(search({ waits: "first" }));
  expect(texts()[0]).toContain("Later questions in this conversation are then searched without asking.");
});

test("a request that the user refused isn't shown as sent", async () => {
  const { turn, decide } = show(search({ waits: "first" }));
  await fireEvent.click(screen.getByTestId("keep-in"));
  expect(decide).toHaveBeenCalledExactlyOnceWith("a", 1, false);
  expect(texts()).toEqual(["Not searched at Tavily: how much salt"]);
  turn.apply({ type: "outgoing", outgoing: search({ number: 2, waits: "unencrypted", kind: "page", to: "example.org", text: "http://example.org/" }) });
  await tick();
  expect(texts()[1]).toContain("others on the network can read it");
});

test("a yes that doesn't arrive can be said again", async () => {
  const { turn, decide } = show(search({ waits: "first" }));
  decide.mockResolvedValueOnce(false);
  await fireEvent.click(screen.getByTestId("let-out"));
  expect(turn.asks).toBe(true);
  await fireEvent.click(screen.getByTestId("let-out"));
  expect(turn.asks).toBe(false);
});
