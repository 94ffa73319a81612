import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { Call, ChangeEntry, ChangeState, Step } from "../ipc";
import Steps from "./Steps.svelte";
import { linked } from "./test-surroundings";

const call = (id: string, more: Partial<Call> = {}): Call => ({
  id,
  name: "read_note",
  arguments: '{"note":"Salt"}',
  state: "done",
  told: `Read note ${id}`,
  ...more,
});

const step = (...calls: Call[]): Step => ({ said: "", calls });
const lines = () => screen.queryAllByTestId("step").map((line) => line.querySelector("summary")?.textContent?.replace(/\s+/g, " ").trim());

test("each call is a line, and one that failed says so", () => {
  render(Steps, { steps: [step(call("1"), call("2", { state: "failed", told: "There is no note Nix" }))], streaming: false });
  expect(lines()).toEqual(["Read note 1", "Failed: There is no note Nix"]);
  expect(screen.queryByTestId("steps-fold")).toBeNull();
});

test("the model's text before its calls is shown before them", () => {
  render(Steps, { steps: [{ said: "Let me see.", calls: [call("1")] }], streaming: false });
  expect(screen.getByText("Let me see.")).toBeTruthy();
});

test("the outcome of a proposed change replaces the proposal, and follows it", async () => {
  const change = (id: string, title: string, state: ChangeState): ChangeEntry => ({
    id,
    title,
    by: "assistant",
    conversation: null,
    made: "2026-11-26T10:00:00Z",
    decided: null,
    state,
    notes: 1,
    undoable: false,
    answer: "a",
  });
  const told = (id: string, title: string) => call(id, { name: "edit_note", told: `Proposed: ${title}` });
  const steps = [step(told("1", "Edit “Salt”"), told("2", "Edit “Salt”"), told("3", "Create “Rye”"))];
  const states = (...three: [ChangeState, ChangeState, ChangeState]) => [
    change("x", "Edit “Salt”", three[0]),
    change("y", "Edit “Salt”", three[1]),
    change("z", "Create “Rye”", three[2]),
  ];
  // Before the changes are read, the call says what it did.
  const { rerender } = render(Steps, { steps, streaming: false });
  expect(lines()).toEqual(["Proposed: Edit “Salt”", "Proposed: Edit “Salt”", "Proposed: Create “Rye”"]);
  await rerender({ steps, streaming: false, proposed: states("proposed", "proposed", "proposed") });
  expect(lines()).toEqual(["Proposed: Edit “Salt”", "Proposed: Edit “Salt”", "Proposed: Create “Rye”"]);
  await rerender({ steps, streaming: false, proposed: states("refused", "applied", "undone") });
  expect(lines()).toEqual(["Discarded: Edit “Salt”", "Applied: Edit “Salt”", "Applied, then undone: Create “Rye”"]);
  expect(screen.getAllByTestId("step").map((line) => line.dataset.change)).toEqual(["refused", "applied", "undone"]);
  await rerender({ steps, streaming: false, proposed: states("proposed", "partly", "refused") });
  expect(lines()).toEqual(["Proposed: Edit “Salt”", "Applied in part: Edit “Salt”", "Discarded: Create “Rye”"]);
});

test("more than three are folded, and unfold on a press", async () => {
  render(Steps, { steps: [step(call("1"), call("2")), step(call("3"), call("4", { state: "failed", told: "No" }))], streaming: false });
  expect(lines()).toEqual([]);
  const fold = screen.getByTestId("steps-fold");
  expect(fold.textContent).toContain("4 steps, 1 failed");
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  await fireEvent.click(fold);
  expect(lines()).toHaveLength(4);
});

test("of those that are folded the one that runs is shown", () => {
  const running = call("4", { state: "running", told: "" });
  render(Steps, { steps: [step(call("1"), call("2"), call("3"), running)], streaming: true });
  expect(lines()).toEqual(["Reading “Salt”…"]);
});

test("the arguments are there to be unfolded, also those that make no sense", () => {
  render(Steps, { steps: [step(call("1"), call("2", { arguments: "note = Salt" }))], streaming: false });
  const [first, second] = screen.getAllByTestId("step");
  expect((first as HTMLDetailsElement).open).toBe(false);
  expect(first?.querySelector("dl")?.textContent).toMatch(/read_note.*note.*Salt/s);
  expect(second?.querySelector("dl")?.textContent).toContain("note = Salt");
});

test("a call opens to what it returned and to the passages that it gave", async () => {
  const onreference = vi.fn();
  const mine = { ...linked("[[Salt]]", "Salt"), number: 3, call: "1" };
  const named = { ...linked("[[Rye]]", "Rye"), call: "1" };
  const other = { ...linked("[[Salt]]", "Salt"), id: "other", number: 4, call: "2" };
  const known = { ...linked("[[Oven]]", "Oven"), id: "known", number: 1 };
  const results = async () => new Map([["1", "[3] Salt: two per cent"]]);
  render(Steps, { steps: [step(call("1", { found: [1, 3] }))], streaming: false, references: [known, mine, named, other], results, onreference });
  const line = screen.getByTestId("step") as HTMLDetailsElement;
  expect(screen.queryByTestId("step-result")).toBeNull();
  line.open = true;
  await fireEvent(line, new Event("toggle"));
  expect((await screen.findByTestId("step-result")).textContent).toBe("[3] Salt: two per cent");
  const found = screen.getAllByTestId("step-reference");
  expect(found.map(({ textContent }) => textContent.trim())).toEqual(["1Oven", "3Salt", "Rye"]);
  await fireEvent.click(found[1] as HTMLElement);
  expect(onreference).toHaveBeenCalledExactlyOnceWith(mine);
});

test("an opened call without a result says why, and asks for it again", async () => {
  let locked = true;
  const results = async () => {
    if (locked) throw new Error("The library is locked.");
    return new Map([["2", "Salt"]]);
  };
  render(Steps, { steps: [step(call("1"), call("2"))], streaming: false, results });
  const [first, second] = screen.getAllByTestId("step") as [HTMLDetailsElement, HTMLDetailsElement];
  first.open = true;
  await fireEvent(first, new Event("toggle"));
  expect((await within(first).findByTestId("step-no-result")).textContent).toBe("The library is locked.");
  locked = false;
  second.open = true;
  await fireEvent(second, new Event("toggle"));
  expect((await within(second).findByTestId("step-result")).textContent).toBe("Salt");
  expect(within(first).getByTestId("step-no-result").textContent).toBe("The result isn’t stored with this answer.");
});
