import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import type { ContextView as Context, PartView, Receipt as ReceiptOf } from "../ipc";
import { replay } from "../ipc/replay";
import { budgetsOf, partsBySegment, segmentsOf } from "./bar";
import { ContextState } from "./context.svelte";
import ContextTab from "./ContextTab.svelte";
import ContextView from "./ContextView.svelte";
import { pretty } from "./pretty";
import Receipt from "./Receipt.svelte";

const part = (segment: PartView["segment"], tokens: number, more: Partial<PartView> = {}): PartView => ({
  segment,
  label: `A part of ${segment}`,
  origin: null,
  call: null,
  number: null,
  tokens,
  count: "exact",
  text: `the text of ${segment}`,
  item: null,
  ...more,
});

const context = (more: Partial<Context> = {}): Context => ({
  window: 32_768,
  reserve: 1024,
  budgets: { system: 3276, tools: 9830, messages: 19_660 },
  parts: [part("system", 300), part("documents", 700), part("messages", 50), part("messages", 30)],
  cuts: [],
  few_passages: null,
  lent: 0,
  total: 1100,
  free: 30_644,
  compact: null,
  refusal: null,
  searched_for: null,
  auxiliary: false,
  ...more,
});

describe("the words that were searched for", () => {
  const show = (words: string[], onsearch: ((words: string) => void) | null = null) =>
    render(ContextView, { props: { context: context({ searched_for: { words } }), onsearch } });

  // B119
  test("are shown, and those of a question that needed no search say so", () => {
    show(["salt", "dough", "why"]).unmount();
    show([]);
    expect(screen.getByTestId("searched-for").textContent).toContain("Not searched");
    expect(screen.queryByTestId("change-search")).toBeNull();
  });

  // B119
  test("can be changed, and the question is asked again with them", async () => {
    const asked = vi.fn();
    show(["salt", "dough", "why"], asked);
    expect(screen.getByTestId("searched-for").textContent).toContain("Searched for: salt, dough, why");
    await fireEvent.click(screen.getByTestId("change-search"));
    const field = screen.getByTestId("search-words");
    await fireEvent.input(field, { target: { value: " yeast " } });
    await fireEvent.click(screen.getByTestId("search-again"));
    expect(asked.mock.calls).toEqual([["yeast"]]);
    expect(screen.getByTestId("searched-for")).toBeTruthy();
  });
});

describe("few passages", () => {
  const parts = [part("system", 300), ...[1, 2, 3].map((number) => part("documents", 200, { number }))];
  const say = (few_passages: Context["few_passages"]) => {
    render(ContextView, { props: { context: context({ parts, few_passages }) } });
    return screen.queryByTestId("few-passages")?.textContent;
  };

  test("say that the model is small", () => {
    expect(say({ type: "smallModel" })).toBe("Limited to 3 passages for this small model");
  });

  test("say that the model reads slowly", () => {
    const slow = "Limited to 3 passages, so that the answer starts within about 20 s. This computer reads 84 tokens a second.";
    expect(say({ type: "readingSpeed", per_second: 84, seconds: 14 })).toBe(slow);
  });

  test("say how long it takes where fewer would be too few", () => {
    expect(say({ type: "readingSpeed", per_second: 30, seconds: 41 })).toContain("within about 41 s");
  });

  test("say nothing where there is room for all", () => {
    expect(say(null)).toBeUndefined();
  });
});

describe("the bar", () => {
  test("has every segment that is there, the message format's cost and the rest", () => {
    expect(segmentsOf(context()).map(({ key, tokens }) => [key, tokens])).toEqual([
      ["system", 300],
      ["messages", 80],
      ["documents", 700],
      ["format", 20],
      ["free", 30_644],
    ]);
  });

  // B29
  test("adds up to the room, and what is sent to the total", () => {
    const segments = segmentsOf(context());
    const sent = segments.filter(({ key }) => key !== "free");
    expect(sent.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(1100);
    expect(segments.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 6);
  });

  test("has shares of the room, as the sum does", () => {
    render(ContextView, { props: { context: context() } });
    const bar = screen.getByTestId("context-bar");
    expect(bar.querySelector(".sum")?.textContent).toContain("of 31,744 tokens, 3%");
    const shares = [...bar.querySelectorAll("dl:not(.budgets) .share")].map((share) => share.textContent);
    expect(shares).toEqual(["<1%", "<1%", "2%", "<1%", "97%"]);
    expect(screen.getByTestId("budgets-of").textContent).toBe(
      "Budgets are shares of the model’s 32,768 tokens. 1,024 of them are reserved for the answer, which leaves 31,744.",
    );
  });

  test("has a row for each of its segments", () => {
    const parts = (["system", "tools", "messages", "documents", "reminder"] as const).map((segment) => part(segment, 200));
    render(ContextView, { props: { context: context({ parts }) } });
    const bar = screen.getByTestId("context-bar");
    expect(bar.querySelectorAll("dl:not(.budgets) dt")).toHaveLength(bar.querySelectorAll(".bar .part").length);
  });

  test("stays within its width when too much would be sent", () => {
    const segments = segmentsOf(context({ window: 1000, reserve: 500, total: 1100, free: 0 }));
    expect(segments.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 6);
  });

  // B28
  test("of a window of nothing is 0%, not NaN", () => {
    const none = context({ window: 0, reserve: 0, parts: [], total: 0, free: 0, budgets: { system: 0, tools: 0, messages: 0 } });
    expect(segmentsOf(none).every(({ percent }) => percent === 0)).toBe(true);
    expect(budgetsOf(none).map(({ percent }) => percent)).toEqual([0, 0, 0]);
    render(ContextView, { props: { context: none } });
    expect(document.body.textContent).not.toContain("NaN");
    expect(document.body.textContent).toContain("0%");
  });
});

// B28
test("budgets show what of them is used", () => {
  expect(budgetsOf(context()).map(({ used, budget }) => [used, budget])).toEqual([
    [300, 3276],
    [0, 9830],
    [780, 19_660],
  ]);
});

// B29
test("tools have a budget of their own; what they return counts as messages, like everything else", () => {
  const parts = (["system", "tools", "summary", "messages", "agent", "project", "documents", "attachments", "results", "reminder"] as const).map(
    (segment, at) => part(segment, 2 ** at),
  );
  expect(budgetsOf(context({ parts })).map(({ used }) => used)).toEqual([1, 2, 1023 - 3]);
  expect(partsBySegment(parts).flatMap(({ parts }) => parts)).toHaveLength(parts.length);
  expect(segmentsOf(context({ parts, total: 1023 })).filter(({ key }) => key !== "free")).toHaveLength(parts.length);
});

test("calls of tools stand with what they returned", () => {
  const parts = [part("calls", 1), part("results", 2)];
  expect(partsBySegment(parts)).toEqual([{ segment: "results", parts }]);
  expect(segmentsOf(context({ parts, total: 3 }))[0]).toMatchObject({ key: "results", tokens: 3 });
  expect(budgetsOf(context({ parts })).map(({ used }) => used)).toEqual([0, 0, 3]);
});

test("parts are listed with tokens, kind of count and origin, and open to their text", () => {
  const parts = [
    part("documents", 700, { label: "[3] Salt", origin: "Salt.md, lines 5–6", count: "estimated" }),
    part("system", 9, { count: "exact" }),
    part("messages", 9, { count: "exact" }),
  ];
  render(ContextView, { props: { context: context({ parts }) } });
  const listed = screen.getAllByTestId("context-part").at(-1) as HTMLElement;
  // How most are counted is said once; a part says it where it differs.
  expect(screen.getByTestId("count-kind").textContent).toBe("Counted with the model’s own tokenizer.");
  expect(screen.getAllByTestId("context-part")[0]?.textContent).not.toContain("counted");
  expect(listed.textContent).toContain("[3] Salt");
  expect(listed.textContent).toContain("700");
  expect(listed.textContent).toContain("about");
  expect(listed.textContent).toContain("Salt.md, lines 5–6");
  expect(listed.querySelector("pre")?.textContent).toBe("the text of documents");
});

test("cuts have their reasons", () => {
  const cuts = [{ label: "Rye", tokens: 210, reason: "Below the five that were sent.", removed: null }];
  render(ContextView, { props: { context: context({ cuts }) } });
  expect(screen.getByTestId("context-cut").textContent).toMatch(/Rye.*210.*Below the five/s);
});

test("parts of a segment stay in the order in which they are sent", () => {
  const groups = partsBySegment([part("messages", 1), part("system", 2), part("messages", 3)]);
  expect(groups.map(({ segment, parts }) => [segment, parts.map(({ tokens }) => tokens)])).toEqual([
    ["system", [2]],
    ["messages", [1, 3]],
  ]);
});

const receipt: ReceiptOf = {
  answer: "a",
  created: "2026-04-11T09:30:00Z",
  provider: "ollama",
  server: "http://localhost:11434",
  model: "llama3.2:3b",
  request: '{"model":"llama3.2:3b","messages":[]}',
  context: context(),
  usage: { prompt: 1112, completion: 80 },
  deleted_marks: ["[99]"],
  problems: ["One link could not be read."],
  imported: false,
  cost: null,
};

// B66
test("a receipt that came from a file says so", () => {
  render(Receipt, { receipt: { ...receipt, imported: true } });
  expect(screen.getByTestId("imported").textContent).toContain("Imported");
});

test("a receipt shows usage, deleted marks and the exact request", async () => {
  render(Receipt, { receipt });
  const shown = screen.getByTestId("receipt");
  expect(shown.textContent).toContain("1,112 tokens read and 80 written");
  expect(shown.textContent).toContain("[99]");
  expect(shown.textContent).toContain("One link could not be read.");
  expect(screen.queryByTestId("imported")).toBeNull();
  expect(JSON.parse(screen.getByTestId("request").textContent ?? "")).toEqual(JSON.parse(receipt.request));
  let copied = "";
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text: string) => (copied = text) }, configurable: true });
  await fireEvent.click(screen.getByText("Copy as sent"));
  expect(copied).toBe(receipt.request);
});

test("a receipt's headline is what the server reported, with our own count and its parts below", () => {
  render(Receipt, { receipt });
  expect(screen.getByTestId("context-total").textContent).toBe("1,112");
  expect(screen.getByTestId("count-kind").textContent).toBe("Counted by the model’s server.");
  // The total that the next question's view had, and the receipt's parts add up to, stays there.
  expect(screen.getByTestId("context-estimate").textContent).toBe("Our estimate: 1,100 tokens.");
});

test("where the server reported nothing the headline is our own count", () => {
  render(Receipt, { receipt: { ...receipt, usage: null } });
  expect(screen.getByTestId("context-total").textContent).toBe("1,100");
  expect(screen.getByTestId("count-kind").textContent).toBe("Counted with the model’s own tokenizer.");
  expect(screen.queryByTestId("context-estimate")).toBeNull();
});

// B30
test("turns that will be summarised are announced for the next question only", async () => {
  const preview = context({ compact: { turns: 6, messages: 12, tokens: 4600 } });
  const state = new ContextState(replay());
  const { rerender } = render(ContextTab, { state, preview, live: null, selected: null });
  expect(screen.getByTestId("compaction-foretold").textContent).toContain("summarises the oldest 12 messages (4,600 tokens)");
  await rerender({ live: preview });
  expect(screen.queryByTestId("compaction-foretold")).toBeNull();
});

test("the cost of a call is shown as an estimate where its price is known", () => {
  render(Receipt, { receipt });
  expect(screen.queryByTestId("cost")).toBeNull();
  const cost = { micro_dollars: 10_500, prices_of: "2026-03-21" };
  render(Receipt, { receipt: { ...receipt, cost }, all: { calls: 2, micro: 21_000 } });
  expect(screen.getByTestId("cost").textContent).toMatch(/about \$0\.0105; about \$0\.0210 for all 2 calls.*Estimated with prices from 2026-03-21/s);
});

test("a request that is no JSON is shown as it is", () => {
  expect(pretty("no json")).toBe("no json");
});

test("an answer without a receipt says so", async () => {
  const state = new ContextState(replay());
  await state.show("unknown");
  expect(state.receipt).toBeNull();
  expect(state.error?.message).toContain("no receipt");
  await state.show(null);
  expect(state.error).toBeNull();
});

test("an answer that took several calls has a receipt for each, the last one first", async () => {
  const backend = replay();
  backend.receipts = async () => ["one", "two", "three"].map((model) => ({ ...receipt, model }));
  const exported = vi.fn<(answer: string) => Promise<string>>(async () => "/home/you/Documents/Receipt.json");
  backend.exportReceipt = exported;
  const state = new ContextState(backend);
  await state.show("a");
  render(ContextTab, { state, preview: null, live: null, selected: "a" });
  expect(screen.getByTestId("receipt-calls").textContent).toContain("Call 3 of 3");
  expect(screen.getByTestId<HTMLButtonElement>("receipt-next").disabled).toBe(true);
  await fireEvent.click(screen.getByLabelText("Previous call"));
  expect(screen.getByTestId("receipt-calls").textContent).toContain("Call 2 of 3");
  expect(screen.getByTestId("receipt").textContent).toContain("two");
  await fireEvent.click(screen.getByTestId("export-receipt"));
  expect((await screen.findByTestId("receipt-outcome")).textContent).toContain("/home/you/Documents/Receipt.json");
  expect(exported).toHaveBeenCalledExactlyOnceWith("a");
});

const auxiliary = context({ auxiliary: true });

test.each<[string, Context[], string]>([
  ["after translations and summaries", [context(), context(), auxiliary, auxiliary], "Call 2 of 4"],
  ["before and after auxiliary calls", [auxiliary, context(), auxiliary], "Call 2 of 3"],
  ["if all calls are auxiliary: the last one", [auxiliary, auxiliary], "Call 2 of 2"],
])("the Context tab opens the answer's own receipt %s", async (_, contexts, call) => {
  const backend = replay();
  backend.receipts = async () => contexts.map((context) => ({ ...receipt, context }));
  const state = new ContextState(backend);
  await state.show("a");
  render(ContextTab, { state, preview: null, live: null, selected: "a" });
  expect(screen.getByTestId("receipt-calls").textContent).toContain(call);
});
