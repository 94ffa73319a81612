import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick, type ComponentProps } from "svelte";
import { describe, expect, test, vi } from "vitest";

import type { ContextView, FailureKind, AnswerView, Failure, Reference, Support } from "../ipc";
import { films } from "../ipc/test-reference";
import Answer from "./Answer.svelte";
import Blocks from "./Blocks.svelte";
import { waysOut } from "./failure";
import { LiveTurn } from "./live-turn.svelte";
import { checkedMarks } from "./support";
import { chip, empty, passage, reference, show } from "./test-answer";
import { questionView } from "./test-message";
import { surroundings } from "./test-surroundings";

function showBlocks(props: Pick<ComponentProps<typeof Blocks>, "blocks" | "references">) {
  const calls = { onchip: vi.fn(), onhover: vi.fn() };
  return render(Blocks, { props: { ...props, ...calls }, context: surroundings().context });
}

test("a pause before a retry is shown with its reason", () => {
  const error: Failure = { code: { model: "rateLimited" }, message: "The server is busy.", tried: [] };
  const turn = new LiveTurn();
  turn.apply({ type: "started", conversation: "c", question: questionView(), answer: "a" });
  turn.apply({ type: "waiting", seconds: 3, error });
  show({ state: "streaming" }, turn);
  expect(screen.getByTestId("retrying").textContent?.trim()).toBe("The server is busy. Trying again in 3 seconds.");
});

test("progress before the first word is announced politely, and not at each change of a figure", async () => {
  vi.useFakeTimers();
  try {
    const turn = new LiveTurn();
    turn.apply({ type: "started", conversation: "c", question: questionView(), answer: "a" });
    show({ state: "streaming" }, turn);
    const said: string[] = [];
    const seen = new MutationObserver(() => said.push(screen.getByTestId("waiting-said").textContent));
    seen.observe(screen.getByTestId("waiting-said"), { childList: true, characterData: true, subtree: true });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(said).toEqual(["Searching your notes"]);
    turn.apply({ type: "context", context: { total: 2100 } as ContextView });
    for (let left = 2100; left > 0; left -= 100) {
      turn.apply({ type: "reading", tokens: left, seconds: left / 100 });
      await vi.advanceTimersByTimeAsync(1000);
    }
    seen.disconnect();
    expect(said[1]).toContain("is reading 2,100 tokens");
    expect(said.length).toBeLessThanOrEqual(4);
    expect(screen.getByTestId("waiting-said").getAttribute("role")).toBe("status");
  } finally {
    vi.useRealTimers();
  }
});

test("a model that reads says so, and for how long", async () => {
  vi.useFakeTimers();
  try {
    const turn = new LiveTurn();
    turn.apply({ type: "started", conversation: "c", question: questionView(), answer: "a" });
    show({ state: "streaming" }, turn);
    expect(screen.getByTestId("waiting").textContent).toContain("Searching your notes");
    turn.apply({ type: "context", context: { total: 2100 } as ContextView });
    await vi.advanceTimersByTimeAsync(34_000);
    expect(screen.getByTestId("waiting").textContent).toContain("The model is reading 2,100 tokens · 0:34");
    turn.apply({ type: "reading", tokens: 1900, seconds: 45 });
    await tick();
    expect(screen.getByTestId("waiting").textContent).toContain("The model is reading 1,900 tokens, about 45 s · 0:34");
    turn.apply({ type: "thinking", text: "Hm." });
    await tick();
    expect(screen.getByTestId("waiting").textContent).toContain("The model is thinking");
  } finally {
    vi.useRealTimers();
  }
});

// B13
test("a press on a citation opens its passage, whichever element of it is hit", async () => {
  const { links } = show({ blocks: [`<p>Two ${chip(1)}</p>`, `<p>Four ${chip(2)}</p>`], references: [reference(1), reference(2)] });
  await fireEvent.click(screen.getByText("2"));
  expect(links.reference).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "r2" }), "a", [], false);
});

test("citations say where they lead", () => {
  show({ blocks: [`<p>Two ${chip(1)}</p>`], references: [reference(1)] });
  expect(screen.getByTestId("chip").getAttribute("aria-label")).toBe("1, Salt, How much, not checked");
});

test("a citation shows its passage on focus", async () => {
  show({ blocks: [`<p>Two ${chip(1)}</p>`], references: [reference(1)] });
  await fireEvent.focusIn(screen.getByTestId("chip"));
  expect((await screen.findByRole("tooltip")).textContent).toContain("Two per cent.");
  await waitFor(() => expect(screen.getByTestId("chip").hasAttribute("aria-describedby")).toBe(true));
});

// B51
test("links differ by target: a note, none, another site", async () => {
  const { links } = show({
    blocks: [
      '<p><a class="wikilink" data-path="Rye.md" data-anchor="^id">Rye</a> <a class="wikilink broken" data-target="Nix">Nix</a>' +
        ' <a class="wikilink file" data-path="price.pdf">price</a> <a class="external" data-href="https://mill.example/">mill</a></p>',
    ],
  });
  await fireEvent.click(screen.getByText("Rye"));
  expect(links.note).toHaveBeenCalledExactlyOnceWith("Rye.md", "^id");
  await fireEvent.click(screen.getByText("Nix"));
  expect(links.broken).toHaveBeenCalledExactlyOnceWith(expect.anything(), "Nix");
  await fireEvent.click(screen.getByText("price"));
  expect(links.file).toHaveBeenCalledExactlyOnceWith(expect.anything(), "price.pdf");
  const followed = await fireEvent.click(screen.getByText("mill"));
  expect(followed).toBe(false);
  expect(links.external).toHaveBeenCalledExactlyOnceWith(expect.anything(), "https://mill.example/");
});

test("earlier blocks keep their elements while the answer grows", async () => {
  const { rerender } = showBlocks({ blocks: ["<p>One</p>", "<p>Tw</p>"], references: [] });
  const first = screen.getByText("One");
  await rerender({ blocks: ["<p>One</p>", "<p>Two</p>", "<p>Three</p>"] });
  expect(screen.getByText("One")).toBe(first);
  expect(screen.queryByText("Tw")).toBeNull();
  expect(screen.getByText("Three")).toBeTruthy();
});

test("only the open block is drawn again while an answer streams", async () => {
  const turn = new LiveTurn();
  turn.apply({ type: "started", conversation: "c", question: questionView(), answer: "a" });
  const blocks = (from: number, ...texts: string[]) => turn.apply({ type: "blocks", from, blocks: texts });
  blocks(0, "<p>One</p>", `<p>Two ${chip(1)}</p>`, "<p>Thr</p>");
  const { answer } = turn;
  if (!answer) throw new Error("no answer began");
  render(Answer, { props: { answer, turn, onretry: vi.fn(), onreceipt: vi.fn(), sources: empty, passage }, context: surroundings().context });
  const closed = [...document.querySelectorAll(".block")].slice(0, 2);
  const changes: Node[] = [];
  const watch = new MutationObserver((records) => changes.push(...records.map(({ target }) => target)));
  const text = closed[0]?.closest(".prose");
  if (text) watch.observe(text, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const more of ["<p>Three</p>", "<p>Three and</p>"]) {
    blocks(2, more);
    await tick();
  }
  blocks(3, "<p>Four</p>");
  await tick();
  changes.push(...watch.takeRecords().map(({ target }) => target));
  watch.disconnect();
  expect(text?.textContent).toContain("Three andFour");
  expect(changes.length).toBeGreaterThan(0);
  expect(closed.map((block) => block.isConnected)).toEqual([true, true]);
  expect(changes.filter((node) => closed.some((block) => block.contains(node)))).toEqual([]);
});

describe("how an answer ended is said", () => {
  test.each([
    ["interrupted", "interrupted"],
    ["cancelled", "stopped"],
  ] as const)("%s", async (state, words) => {
    const { onretry } = show({ state, blocks: ["<p>Two per</p>"] });
    expect(screen.getByTestId("answer").dataset.state).toBe(state);
    expect(screen.getByTestId("notice").textContent).toContain(words);
    expect(screen.getByText("Two per")).toBeTruthy();
    await fireEvent.click(screen.getByText("Retry"));
    expect(onretry).toHaveBeenCalledExactlyOnceWith();
  });
});

// B48
test("a failure says what was tried and offers three ways out", async () => {
  const calls = show({
    state: "failed",
    error: { code: { model: "serverError" }, message: "Nothing answers at http://localhost.", tried: ["POST /api/chat: refused"] },
  });
  const card = screen.getByTestId("failure-card");
  expect(card.textContent).toContain("Nothing answers");
  expect(card.textContent).toContain("POST /api/chat: refused");
  await fireEvent.click(screen.getByTestId("retry"));
  expect(calls.onretry).toHaveBeenLastCalledWith();
  await fireEvent.click(screen.getByTestId("passages-only"));
  expect(calls.onretry).toHaveBeenLastCalledWith({ passagesOnly: true });
  await fireEvent.click(screen.getByTestId("choose-model"));
  expect(calls.models.choose).toHaveBeenCalledOnce();
});

test("the list of attempts is hidden where it repeats the message", () => {
  const message = "The model was stopped from outside.";
  const error: Failure = { code: { model: "serverError" }, message, tried: [`The built-in engine: ${message}`] };
  show({ state: "failed", error });
  expect(screen.getByTestId("failure-card").querySelector("details")).toBeNull();
});

// B47
test("each failure of a model has its own title", () => {
  const kinds: FailureKind[] = ["noModel", "refused", "unknownHost", "tls", "unauthorized", "modelMissing", "rateLimited", "serverError"];
  kinds.push("timedOut", "brokenStream", "invalidReply", "contextOverflow", "contentRefused", "noCredit", "badRequest", "badSetting", "doesNotFit");
  const titles = kinds.map((kind) => waysOut(kind, false).title);
  expect(new Set(titles).size).toBe(kinds.length);
  expect(kinds.every((kind) => waysOut(kind, false).passagesOnly)).toBe(true);
  expect(waysOut("refused", true).passagesOnly).toBe(false);
  expect(waysOut("library", false)).toMatchObject({ retry: true, chooseModel: false });
});

test("thoughts are folded and are no part of the answer", () => {
  show({ thinking: "Let me see.", blocks: ["<p>Two per cent.</p>"] });
  const thoughts = screen.getByText("Let me see.").closest("details");
  expect(thoughts?.open).toBe(false);
  expect(thoughts?.textContent).not.toContain("Two per cent.");
});

describe("how well a passage supports its sentence", () => {
  const mark = (at: number, support: Support | null) => ({ start: at, end: at + 3, number: 1, support });
  const citations = [mark(4, "supported"), mark(12, "weak"), mark(24, "unsupported"), mark(40, "contradicted"), mark(53, null)];
  const checks = [
    { start: 16, end: 27, missing: ["3 g"], evidence: [], contradicts: [] },
    { start: 28, end: 43, missing: [], evidence: [], contradicts: [{ number: 1, start: 0, end: 16 }] },
  ];
  const blocks = [`<p>Two ${chip(1, 0)} Four ${chip(1, 1)}</p>`, `<p>Add 3 g ${chip(1, 2)}</p>`, `<p>Add water ${chip(1, 3)} and wait ${chip(1, 4)}</p>`];

  test("is on its chip and in its name", () => {
    show({ blocks, references: [reference(1)], citations, checks });
    expect(screen.getAllByTestId("chip").map(({ dataset }) => dataset.support)).toEqual(["supported", "weak", "unsupported", "contradicted", "unchecked"]);
    expect(screen.getAllByTestId("chip").map((chip) => chip.getAttribute("aria-label"))).toEqual([
      "1, Salt, How much, likely supported",
      "1, Salt, How much, partly supported: This passage says only part of it.",
      "1, Salt, How much, not supported: “3 g” isn’t in this passage.",
      "1, Salt, How much, contradicted: This passage says otherwise: “Two per cent.”",
      "1, Salt, How much, not checked: This citation wasn’t checked.",
    ]);
  });

  test("is told over the passage", async () => {
    show({ blocks, references: [reference(1)], citations, checks });
    await fireEvent.focusIn(screen.getAllByTestId("chip")[2] as HTMLElement);
    expect((await screen.findByTestId("doubt")).textContent).toBe("“3 g” isn’t in this passage.");
  });

  test.each<AnswerView["state"]>(["streaming", "cancelled"])("is said to be missing in an answer that is %s", async (state) => {
    show({ blocks, references: [reference(1)], state });
    const [first] = screen.getAllByTestId("chip");
    expect(first?.dataset.support).toBe("unchecked");
    await fireEvent.focusIn(first as HTMLElement);
    expect((await screen.findByTestId("doubt")).textContent).toBe("Not checked");
  });

  test("isn't missed where no model said anything", () => {
    show({ blocks, references: [reference(1, { table: films() })], citations, checks, passages_only: true });
    const last = screen.getAllByTestId("chip").at(-1);
    expect(last?.dataset.support).toBeUndefined();
    expect(last?.getAttribute("aria-label")).toBe("1, Salt, How much");
  });

  test("is told without doubt, too", async () => {
    show({ blocks, references: [reference(1)], citations, checks });
    await fireEvent.focusIn(screen.getAllByTestId("chip")[0] as HTMLElement);
    const verdict = await screen.findByTestId("doubt");
    expect([verdict.textContent, verdict.dataset.verdict]).toEqual(["This passage likely supports this sentence.", "supported"]);
  });

  test("comes when the answer is done, and its elements stay", async () => {
    const { rerender } = showBlocks({ blocks, references: [reference(1)] });
    const [first] = screen.getAllByTestId("chip");
    expect(first?.dataset.support).toBeUndefined();
    await rerender({ marks: checkedMarks({ text: "", citations, checks, probably: [], references: [reference(1)] }) });
    expect(screen.getAllByTestId("chip")[0]).toBe(first);
    expect(first?.dataset.support).toBe("supported");
  });
});

describe("an answer that cites nothing", () => {
  const probably = [
    { number: 1, start: 0, end: 13 },
    { number: 1, start: 14, end: 27 },
  ];

  test("says which passage it probably comes from, and whose guess that is", async () => {
    const { links } = show({ blocks: ["<p>Two per cent. Of the flour.</p>"], references: [reference(1), reference(2)], probably });
    expect(screen.getByTestId("probably").textContent?.replace(/\s+/g, " ").trim()).toBe(
      "Likely source: 1 Salt › How much — found by Marginalia, not cited by the model",
    );
    await fireEvent.click(screen.getByTestId("probably-chip"));
    expect(links.reference).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "r1" }), "a");
  });

  test("isn't offered as a whole where something is cited", () => {
    show({
      blocks: [`<p>Two ${chip(1)}</p>`],
      references: [reference(1), reference(2)],
      probably: [{ number: 2, start: 0, end: 3 }],
      citations: [{ number: 1, start: 4, end: 7, support: "unsupported" }],
    });
    expect(screen.queryByTestId("probably")).toBeNull();
  });
});

describe("what the check made of the sentences", () => {
  const text = "Add 2 g [1]. It rises [1]. It keeps.";
  const sentence = (start: number, end: number) => ({ start, end, missing: [] });
  const citations = [
    { start: 8, end: 11, number: 1, support: "supported" as const },
    { start: 22, end: 25, number: 1, support: "unsupported" as const },
  ];
  const checks = [{ ...sentence(0, 12), evidence: [{ number: 1, start: 0, end: 3 }] }, sentence(13, 26), sentence(27, 36)];
  const probably = [
    { number: 2, start: 13, end: 26, evidence: [{ number: 2, start: 0, end: 13 }] },
    { number: 2, start: 27, end: 36 },
  ];
  const blocks = [`<p>Add 2 g ${chip(1, 0)}. It rises ${chip(1, 1)}.<span data-check="1"></span> It keeps.<span data-check="2"></span></p>`];
  const given = { text, citations, checks, probably, blocks, references: [reference(1), reference(2, { title: "Rye" })] };

  // B73
  test("is summed up under the answer, and each part leads to its sentences in turn", async () => {
    Element.prototype.scrollIntoView = vi.fn();
    show(given);
    const said = (id: string) => screen.getByTestId(id).textContent?.replace(/\s+/g, " ").trim();
    expect(said("check-summary")).toBe("1 of 3 sentences likely supported, 1 not supported, 1 without source");
    // The verdict leads to each sentence that isn't supported.
    await fireEvent.click(screen.getByTestId("summary-supported"));
    expect(document.activeElement).toBe(screen.getAllByTestId("chip")[1]);
    await fireEvent.click(screen.getByTestId("summary-supported"));
    expect(document.activeElement).toBe(screen.getAllByTestId("rather")[1]);
    await fireEvent.click(screen.getByTestId("summary-unsupported"));
    expect(document.activeElement).toBe(screen.getAllByTestId("chip")[1]);
    expect([...document.querySelectorAll("mark.sought")].map(({ textContent }) => textContent)).toEqual(["It ", "rises"]);
    await fireEvent.click(screen.getByTestId("summary-uncited"));
    expect(document.activeElement).toBe(screen.getAllByTestId("rather")[1]);
    expect([...document.querySelectorAll("mark.sought")].map(({ textContent }) => textContent)).toEqual(["It ", "keeps"]);
  });

  test("marks a statement that cites nothing, where others cite and no source is offered for it", () => {
    show({ ...given, probably: probably.slice(0, 1) });
    const [mark, ...more] = screen.getAllByRole("img", { name: "No source" });
    expect([mark?.dataset.check, more.length]).toEqual(["2", 0]);
    // The mark is drawn by style, so that it isn't copied with the text.
    expect(mark?.textContent).toBe("");
  });

  test("marks nothing in an answer without any citation", () => {
    show({ ...given, citations: [], probably: [], blocks: ['<p>It keeps.<span data-check="2"></span></p>'] });
    expect(screen.queryByRole("img", { name: "No source" })).toBeNull();
  });

  test("says which notes changed, the older one first", () => {
    const dated = ["2026-05-19", "2026-05-12"].map((date, at) => reference(at + 1, { date, passage: { text: "Rye rests." } as Reference["passage"] }));
    const disagreements = [{ one: { number: 1, start: 0, end: 10 }, other: { number: 2, start: 0, end: 10 }, differing: [] }];
    show({ ...given, references: dated, checks: [{ ...sentence(0, 12), disagreements }, ...checks.slice(1)] });
    expect(screen.getByTestId("disagreement").textContent?.replace(/\s+/g, " ").trim()).toBe(
      "Your notes changed: 12 May 2026 2 Rye rests.19 May 2026 1 Rye rests.",
    );
  });

  test("says which notes disagree, and shows them side by side", async () => {
    const passages = ["Rye rests 12 hours.", "Rye rests 8 hours."].map((text) => ({ text }) as Reference["passage"]);
    // The dates of files don't say which is newer.
    const references = passages.map((passage, at) => reference(at + 1, { passage, date: `2026-05-1${at}`, date_source: "file" }));
    const disagreements = [{ one: { number: 1, start: 0, end: 19 }, other: { number: 2, start: 0, end: 18 }, differing: ["12", "8"] }];
    const { links } = show({ ...given, references, checks: [{ ...sentence(0, 12), disagreements }, ...checks.slice(1)] });
    expect(screen.getByTestId("disagreement").textContent?.replace(/\s+/g, " ").trim()).toBe("Your notes disagree: 1 Rye rests 12 hours. 2 Rye rests 8 hours.");
    const [, other] = screen.getAllByTestId("disagreement-chip");
    await fireEvent.focus(other as HTMLElement);
    const beside = await screen.findByTestId("beside");
    expect(beside.textContent?.replace(/\s+/g, " ").trim()).toBe("1 says Rye rests 12 hours. 2 says Rye rests 8 hours.");
    expect([...beside.querySelectorAll(".differs")].map(({ textContent }) => textContent)).toEqual(["12", "8"]);
    await fireEvent.click(other as HTMLElement);
    expect(links.reference).toHaveBeenCalledExactlyOnceWith(references[1], "a", [{ start: 0, end: 18 }], true);
  });

  test("isn't summed up while it streams, or where nothing was checked", () => {
    show({ ...given, state: "streaming" });
    show({ blocks: ["<p>Two.</p>"], text: "Two." });
    expect(screen.queryByTestId("check-summary")).toBeNull();
  });

  test("says at once where a passage contradicts it", () => {
    show({ ...given, citations: citations.map((mark) => ({ ...mark, support: "contradicted" as const })) });
    expect(screen.getByTestId("check-summary").textContent?.replace(/\s+/g, " ").trim()).toBe(
      "0 of 3 sentences likely supported, 2 contradicted, 1 without source",
    );
  });

  // B72
  test("a click beside a sentence puts its citation right", async () => {
    const { oncorrect } = show(given);
    const [wrong, uncited] = screen.getAllByTestId("rather");
    expect([wrong, uncited].map((button) => button?.textContent)).toEqual(["maybe 2", "maybe 2"]);
    // Before the full stop, in one line with the word and the citation before it.
    expect(wrong?.closest(".bound")?.textContent).toBe("rises 1maybe 2.");
    expect(uncited?.closest(".bound")?.textContent).toBe("keepsmaybe 2.");
    expect(wrong?.getAttribute("aria-label")).toContain("Better source: 2. Cite 2, Rye, How much, here.");
    expect(uncited?.getAttribute("aria-label")).toContain("Source: 2. Cite 2");
    await fireEvent.click(wrong as HTMLElement);
    expect(oncorrect).toHaveBeenLastCalledWith(13, true);
    await fireEvent.click(uncited as HTMLElement);
    expect(oncorrect).toHaveBeenLastCalledWith(27, true);
  });

  test("a citation that was put right says so, and can be taken back", async () => {
    const right = { ...citations[1], start: 22, end: 25, number: 2, support: "supported" as const, instead_of: { number: 1, support: "unsupported" as const } };
    const corrected = [`<p>Add 2 g ${chip(1, 0)}. It rises ${chip(2, 1)}.<span data-check="1"></span> It keeps.<span data-check="2"></span></p>`];
    const { oncorrect } = show({ ...given, citations: citations.slice(0, 1).concat(right as never), blocks: corrected });
    const chips = screen.getAllByTestId("chip");
    expect(chips[1]?.hasAttribute("data-corrected")).toBe(true);
    expect(chips[1]?.getAttribute("aria-label")).toBe("2, Rye, How much, likely supported, corrected by you");
    await fireEvent.focusIn(chips[1] as HTMLElement);
    expect((await screen.findByTestId("doubt")).textContent).toContain("The model cited 1.");
    await fireEvent.click(screen.getByTestId("take-back"));
    expect(oncorrect).toHaveBeenCalledExactlyOnceWith(13, false);
  });

  test("the sentence is shown beside its evidence, on focus and under the mouse", async () => {
    const { links } = show(given);
    await fireEvent.focusIn(screen.getAllByTestId("chip")[0] as HTMLElement);
    const beside = await screen.findByTestId("beside");
    expect(beside.textContent?.replace(/\s+/g, " ")).toContain("Add 2 g.");
    expect(beside.textContent).toContain("Two");
    expect(links.point).toHaveBeenLastCalledWith({ reference: "r1", sentences: [{ text: "Two" }], contradicts: false });
    await fireEvent.mouseOver(screen.getAllByTestId("rather")[0] as HTMLElement);
    await waitFor(() => expect(screen.getByTestId("beside").textContent).toContain("Two per cent."));
  });

  test("a chip opens its passage with the sentences that carry it", async () => {
    const { links } = show(given);
    await fireEvent.click(screen.getAllByTestId("chip")[0] as HTMLElement);
    expect(links.reference).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "r1" }), "a", [{ start: 0, end: 3 }], false);
  });
});
