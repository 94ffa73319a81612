import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { describe, expect, test, vi } from "vitest";

import type { ContextView, MessageView, Reference, Survey, Work } from "../ipc";
import { passage as passageOf } from "../ipc/test-reference";
import Answer from "./Answer.svelte";
import { LiveTurn } from "./live-turn.svelte";
import { answerView, questionView } from "./test-message";
import { linked, surroundings } from "./test-surroundings";

const empty = createRawSnippet(() => ({ render: () => "<span></span>" }));

describe("the passages that a model reads", () => {
  const sent = (number: number, more: Partial<Reference> = {}): Reference => ({
    ...linked(`[[${number}]]`, "Salt"),
    id: `r${number}`,
    number,
    title: `Note ${number}`,
    passage: passageOf("Two per cent.", { start: 3, end: 4 }, ["How much"]),
    ...more,
  });
  const begun = (...references: Reference[]) => {
    const turn = new LiveTurn();
    turn.apply({ type: "started", conversation: "c", question: questionView(), answer: "a" });
    turn.apply({ type: "references", references });
    return turn;
  };
  const reads = (turn: LiveTurn) => turn.apply({ type: "context", context: { total: 2100 } as ContextView });
  function draw(turn: LiveTurn) {
    const { answer } = turn;
    if (!answer) throw new Error("no answer began");
    const { context, links } = surroundings();
    render(Answer, { props: { answer, turn, onretry: vi.fn(), onreceipt: vi.fn(), sources: empty, passage: empty }, context });
    return links;
  }

  test("stand under what it does until its first word, and open their notes", async () => {
    const long = `Use two per cent of salt. ${"It slows the yeast and tightens the dough. ".repeat(20)}`;
    const turn = begun(
      sent(2),
      sent(1, { passage: passageOf(long, { start: 3, end: 4 }, ["How much"]) }),
      sent(3, { state: "considered" }),
      sent(4, { state: "broken", number: null, passage: null }),
    );
    const links = draw(turn);
    expect(screen.queryByTestId("sent-passages")).toBeNull();
    reads(turn);
    await tick();
    expect(screen.getByTestId("waiting").textContent).toContain("The model is reading 2 passages (2,100 tokens)");
    const [first, second, ...others] = screen.getAllByTestId("sent-passage");
    expect(others).toEqual([]);
    expect(first?.textContent).toMatch(/^Note 1 › How much Ingredients Use two per cent of salt\. It slows/);
    expect(first?.textContent.length).toBeLessThan(330);
    expect(second?.textContent).toContain("Note 2");
    await fireEvent.click(first as Element);
    expect(links.reference).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "r1" }), "a");
    turn.apply({ type: "thinking", text: "Hm." });
    await tick();
    expect(screen.getAllByTestId("sent-passage")).toHaveLength(2);
    turn.apply({ type: "blocks", from: 0, blocks: ["<p>Two</p>"] });
    await tick();
    expect(screen.queryByTestId("sent-passages")).toBeNull();
    expect(screen.getByText("Two")).toBeTruthy();
  });

  test("aren’t read out, and are no more than five", async () => {
    const turn = begun(...[1, 2, 3, 4, 5, 6, 7].map((number) => sent(number)));
    reads(turn);
    draw(turn);
    expect(screen.getAllByTestId("sent-passage")).toHaveLength(5);
    await waitFor(() => expect(screen.getByTestId("waiting-said").textContent).toBe("The model is reading 7 passages (2,100 tokens)"));
    expect(screen.getByTestId("sent-passages").closest("[aria-live], [role=status], [role=alert]")).toBeNull();
  });

  test("give way without moving the content below", async () => {
    const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(240);
    const turn = begun(sent(1));
    reads(turn);
    draw(turn);
    turn.apply({ type: "blocks", from: 0, blocks: ["<p>Two</p>"] });
    await tick();
    const text = screen.getByText("Two").closest<HTMLElement>("[style]");
    expect(text?.style.minHeight).toBe("240px");
    turn.apply({ type: "blocks", from: 0, blocks: ["<p>Two per cent</p>"] });
    await tick();
    expect(text?.style.minHeight).toBe("240px");
    turn.apply({ type: "finished", answer: answerView({ blocks: ["<p>Two per cent</p>"] }) });
    await tick();
    expect(text?.style.minHeight).toBe("");
    height.mockRestore();
  });

  test.each<[string, Partial<MessageView>]>([
    ["all notes are read", { survey: { notes: [], read: 1, to_come: 2, batches: [] } as unknown as Survey }],
    ["it is worked out", { work: { stage: "working", steps: [] } as unknown as Work }],
    ["no model is asked", { passages_only: true }],
  ])("aren’t shown where %s", (_, more) => {
    const turn = begun(sent(1));
    reads(turn);
    if (turn.answer) Object.assign(turn.answer, more);
    expect(turn.sent).toEqual([]);
  });
});
