import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import type { Attachment, ContextView, Draft, Failure } from "../ipc";
import { FakeBackend } from "../ipc/fake";
import { ComposerState } from "./composer.svelte";
import Composer from "./Composer.svelte";
import { surroundings } from "./test-surroundings";

const context = (total: number, more: Partial<ContextView> = {}): ContextView => ({
  window: 1100,
  reserve: 100,
  budgets: { system: 110, tools: 330, messages: 660 },
  parts: [],
  cuts: [],
  few_passages: null,
  total,
  free: 1000 - total,
  compact: null,
  refusal: null,
  ...more,
});

interface Given {
  draft?: Partial<Draft<Attachment>>;
  preview?: ContextView;
  trouble?: Failure;
  streaming?: boolean;
  web?: boolean;
}

function show({ draft = {}, preview, trouble, streaming = false, web = false }: Given = {}) {
  const composer = new ComposerState(new FakeBackend({ vault: true }));
  Object.assign(composer.draft, draft);
  composer.preview = preview ?? null;
  composer.trouble = trouble ?? null;
  const calls = { onsend: vi.fn(), onstop: vi.fn(), onattach: vi.fn(), onpreview: vi.fn() };
  const { unmount } = render(Composer, { props: { composer, streaming, ...calls }, context: surroundings({ web }).context });
  const area = screen.getByTestId<HTMLTextAreaElement>("composer");
  const type = async (text: string) => {
    area.value = text;
    area.setSelectionRange(text.length, text.length);
    await fireEvent.input(area);
  };
  return { composer, unmount, ...calls, area, type };
}

test("Enter sends, Shift+Enter doesn't, and neither does an input method's Enter", async () => {
  const { area, type, onsend } = show();
  await type("How much salt?");
  await fireEvent.keyDown(area, { key: "Enter", shiftKey: true });
  await fireEvent.keyDown(area, { key: "Enter", isComposing: true });
  expect(onsend).not.toHaveBeenCalled();
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(onsend).toHaveBeenCalledOnce();
});

test("nothing can't be sent", async () => {
  const { area, onsend } = show();
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(onsend).not.toHaveBeenCalled();
  expect(screen.getByTestId<HTMLButtonElement>("send").disabled).toBe(true);
});

test("while an answer streams there is Stop instead of Send", async () => {
  const { onstop } = show({ streaming: true });
  expect(screen.queryByTestId("send")).toBeNull();
  await fireEvent.click(screen.getByTestId("stop"));
  expect(onstop).toHaveBeenCalledOnce();
});

test("[[ offers notes, and arrow and Enter take one", async () => {
  const { area, type, onsend } = show();
  await type("about [[ry");
  await screen.findAllByTestId("link-option");
  await fireEvent.keyDown(area, { key: "ArrowDown" });
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(area.value).toBe("about [[Recipes/Rye]]");
  expect(onsend).not.toHaveBeenCalled();
  expect(screen.queryByTestId("link-option")).toBeNull();
});

test("# offers the note's headings", async () => {
  const { area, type } = show();
  await type("[[Salt#ho");
  await screen.findByText("How much");
  await fireEvent.keyDown(area, { key: "Tab" });
  expect(area.value).toBe("[[Salt#How much]]");
});

test("Escape closes the offer and keeps the text", async () => {
  const { area, type } = show();
  await type("[[sa");
  await screen.findByTestId("link-option");
  await fireEvent.keyDown(area, { key: "Escape" });
  expect(screen.queryByTestId("link-option")).toBeNull();
  expect(area.value).toBe("[[sa");
});

describe("the context ring", () => {
  test.each([
    [799, "calm"],
    [800, "high"],
    [949, "high"],
    [950, "full"],
    [4000, "full"],
  ])("%d of 1000 tokens is %s", (total, level) => {
    show({ preview: context(total) });
    expect(screen.getByTestId("context-ring").dataset.level).toBe(level);
  });

  // B28
  test("shows 0% for a window of nothing", () => {
    show({ preview: context(0, { window: 0, reserve: 0, free: 0 }) });
    expect(screen.getByTestId("context-ring").textContent?.trim()).toBe("0%");
  });
});

test("a refusal is told before sending", () => {
  show({ preview: context(1200, { refusal: "This needs 1200 tokens, and 1000 are free." }) });
  expect(screen.getByTestId("refusal").textContent).toContain("1200");
});

// B48
test("a question that wasn't kept can be sent for its passages", async () => {
  const { composer, onsend } = show({ draft: { text: "How much salt?", mode: "none" }, trouble: { code: "noModel", message: "No model.", tried: ["Ollama: refused"] } });
  expect(screen.getByTestId("notice").textContent).toContain("Ollama: refused");
  await fireEvent.click(screen.getByTestId("passages-only"));
  expect(onsend).toHaveBeenCalledOnce();
  expect(composer.draft).toMatchObject({ text: "How much salt?", mode: "notes", passages_only: true });
});

test("attachments show their tokens and can be removed", async () => {
  const attachments = [{ id: "f", name: "prices.txt", hash: "", bytes: 4800, tokens: 1204 }];
  const { composer } = show({ draft: { attachments } });
  expect(screen.getByTestId("attachment-chip").textContent).toContain("1,204 tokens");
  await fireEvent.click(screen.getByLabelText("Remove prices.txt, 1,204 tokens"));
  expect(composer.draft.attachments).toEqual([]);
  expect(screen.queryByTestId("attachment-chip")).toBeNull();
});

test("the mode is chosen by press and by arrow", async () => {
  show();
  await fireEvent.click(screen.getByTestId("mode-none"));
  expect(screen.getByTestId("mode-none").getAttribute("aria-checked")).toBe("true");
  await fireEvent.keyDown(screen.getByRole("radiogroup"), { key: "ArrowLeft" });
  expect(screen.getByTestId("mode-notes").getAttribute("aria-checked")).toBe("true");
});

test("/ offers commands at the beginning, and one may end in an open link", async () => {
  const { area, type, onsend } = show();
  await type("/");
  expect((await screen.findAllByTestId("command-option")).map((option) => option.textContent)).toEqual([
    expect.stringContaining("/find words"),
    expect.stringContaining("/summarize [[note]]"),
  ]);
  await fireEvent.keyDown(area, { key: "ArrowDown" });
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(area.value).toBe("/summarize [[");
  await screen.findAllByTestId("link-option");
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(area.value).toMatch(/^\/summarize \[\[.+\]\]$/);
  expect(onsend).not.toHaveBeenCalled();
});

test("the web is offered once a search of it is set up", () => {
  const { unmount } = show({ web: true });
  expect(screen.getAllByRole("radio").map(({ textContent }) => textContent)).toEqual(["Use notes", "Web", "Both", "No notes"]);
  unmount();
  show();
  expect(screen.getAllByRole("radio").map(({ textContent }) => textContent)).toEqual(["Use notes", "No notes"]);
});
