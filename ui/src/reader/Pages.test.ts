import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { DocumentView } from "../ipc";
import { replay } from "../ipc/replay";
import { documentOf } from "../ipc/test-reference";
import { finders } from "../kit/find";
import Reader from "./Reader.svelte";
import { ReaderState } from "./reader.svelte";

const passage = [{ page: 2, text: "Rye is milled on Friday." }];

/** A reader of a PDF, and what its frame was told. */
async function opened(props: Record<string, unknown> = {}) {
  const backend = replay("closed");
  const state = new ReaderState(backend);
  const open = vi.spyOn(backend, "openDocument").mockImplementation(async (path: string, anchor?: string | null): Promise<DocumentView> => ({
    ...documentOf("mill.pdf", ""),
    parts: [{ part: { unit: "page", number: 2 }, html: '<p data-lines="3-3">Rye is milled on Friday.</p>' }],
    path,
    target: { start: 3, end: 3 },
    pages: { of: { vault: path }, recognised: [], ...(anchor === null ? { first: 2, passage } : { first: 1, passage: [] }) },
  }));
  const onexternal = vi.fn();
  const pdf = vi.fn(async () => new ArrayBuffer(8));
  render(Reader, { reader: state, onbroken: vi.fn(), onexternal, onoutside: vi.fn(), pagesAddress: "", pdf, ...props });
  await state.openLines("mill.pdf", { start: 3, end: 3 });
  const frame: HTMLIFrameElement = await screen.findByTestId("pages-frame");
  // Frames aren't loaded in these tests.
  const told = vi.fn();
  const inside = { postMessage: told };
  Object.defineProperty(frame, "contentWindow", { value: inside });
  const say = (data: unknown, source: unknown = inside) => fireEvent(window, Object.assign(new MessageEvent("message", { data }), { source }));
  const last = () => told.mock.lastCall?.[0] as Record<string, unknown> | undefined;
  return { backend, state, open, onexternal, pdf, frame, told, say, last };
}

// B91
test("a PDF is drawn at the passage that was asked for, and its tools lead from page to page", async () => {
  const { open, pdf, say, last, told } = await opened();
  expect(open).toHaveBeenCalledWith("mill.pdf", null, { start: 3, end: 3 });
  await say({ type: "ready" });
  await waitFor(() => expect(last()).toMatchObject({ type: "open", spot: { page: 2, passage, sentences: [], contradicts: false }, label: "page #" }));
  expect(pdf).toHaveBeenCalledExactlyOnceWith({ vault: "mill.pdf" });
  await say({ type: "opened", pages: 3 });
  await say({ type: "at", page: 2 });
  const number: HTMLInputElement = screen.getByTestId("page-number");
  expect(number.value).toBe("2");
  expect(screen.getByText("of 3")).toBeTruthy();

  await fireEvent.click(screen.getByTestId("page-after"));
  expect(last()).toEqual({ type: "go", page: 3 });
  await fireEvent.change(number, { target: { value: "9" } });
  expect(last()).toEqual({ type: "go", page: 3 });
  const before = told.mock.calls.length;
  await fireEvent.change(number, { target: { value: "two" } });
  expect(told.mock.calls.length).toBe(before);

  await fireEvent.click(screen.getByTestId("zoom-in"));
  expect(last()).toEqual({ type: "zoom", zoom: 1.25 });
  await fireEvent.click(screen.getByTestId("zoom-out"));
  expect(last()).toEqual({ type: "zoom", zoom: 1 });
  await fireEvent.click(screen.getByTestId("zoom-width"));
  expect(last()).toEqual({ type: "zoom", zoom: "width" });
});

// B91
test("the text of a PDF is the other view, with the passage marked, and leads back to its pages", async () => {
  const { say, last } = await opened();
  await fireEvent.click(screen.getByTestId("as-text"));
  await waitFor(() => expect(document.querySelector(".passage-mark")?.textContent).toBe("Rye is milled on Friday."));
  expect(screen.queryByTestId("pages")).toBeNull();
  await fireEvent.click(screen.getByText("page 2"));
  await screen.findByTestId("pages");
  expect(last()).toBeUndefined();
  await say({ type: "ready" }, null);
  expect(screen.getByTestId("as-pages").getAttribute("aria-checked")).toBe("true");
});

// B91
test("another place of the same file is shown in the frame that is there", async () => {
  const { state, say, last, pdf, frame } = await opened();
  await say({ type: "ready" });
  await waitFor(() => expect(last()?.type).toBe("open"));
  await say({ type: "opened", pages: 3 });
  await state.open("mill.pdf", "page=1");
  await waitFor(() => expect(last()).toMatchObject({ type: "show", spot: { page: 1, passage: [] } }));
  expect(screen.getByTestId("pages-frame")).toBe(frame);
  expect(pdf).toHaveBeenCalledTimes(1);
  // What changed on the disk is fetched anew.
  await state.changed(["mill.pdf"]);
  await waitFor(() => expect(screen.getByTestId("pages-frame")).not.toBe(frame));
});

// B91
test("a file that can't be drawn is shown as text, and a passage that can't be marked says so", async () => {
  const { say } = await opened();
  await say({ type: "opened", pages: 3 });
  await say({ type: "marked", found: false });
  expect(screen.getByTestId("unmarked").textContent).toContain("couldn’t be marked");
  await say({ type: "failed" });
  expect((await screen.findByTestId("undrawn")).textContent).toContain("can’t be displayed");
  expect(screen.queryByTestId("pages")).toBeNull();
  expect(screen.getByTestId("reader-body").textContent).toContain("Rye is milled");
});

// B91
test("text is found in the pages by their frame, also one that was asked for before the file is open", async () => {
  const { say, last, frame } = await opened();
  const finder = finders.get(frame);
  const [older, newer] = [vi.fn(), vi.fn()];
  finder?.find("rye", 1000, older);
  expect(last()).toBeUndefined();
  await say({ type: "opened", pages: 3 });
  expect(last()).toEqual({ type: "find", search: 1, text: "rye", limit: 1000 });
  await say({ type: "found", search: 1, all: 2, first: 1, done: false });
  expect(older).toHaveBeenCalledExactlyOnceWith(2, 1, false);
  finder?.find("salt", 1000, newer);
  expect(last()).toEqual({ type: "find", search: 2, text: "salt", limit: 1000 });
  // A late report of the first search.
  await say({ type: "found", search: 1, all: 3, first: 1, done: true });
  await say({ type: "found", search: 2, all: -1, first: 0, done: true });
  await say({ type: "found", search: 2, all: 0, first: 0, done: true });
  expect(older).toHaveBeenCalledOnce();
  expect(newer).toHaveBeenCalledExactlyOnceWith(0, 0, true);
  finder?.show(1);
  expect(last()).toEqual({ type: "match", match: 1 });
});

// B92
test("the pages of an attached PDF are drawn from the copy that is kept", async () => {
  const { backend, state, say, pdf } = await opened();
  vi.spyOn(backend, "openAttachment").mockResolvedValue({
    ...documentOf("dropped.pdf", ""),
    pages: { of: { attached: "a1" }, first: 1, passage: [], recognised: [] },
  });
  await state.openAttachment("a1");
  await waitFor(() => expect(screen.getByTestId<HTMLIFrameElement>("pages-frame").title).toBe("dropped.pdf"));
  const inside = { postMessage: vi.fn() };
  Object.defineProperty(screen.getByTestId("pages-frame"), "contentWindow", { value: inside });
  await say({ type: "ready" }, inside);
  await waitFor(() => expect(pdf).toHaveBeenLastCalledWith({ attached: "a1" }));
  expect(screen.getByText("dropped.pdf")).toBeTruthy();
  await fireEvent.click(screen.getByTestId("as-text"));
  expect(screen.queryByTestId("pages-frame")).toBeNull();
});

// B51
test("a frame can ask for a link and pass a key on, and nothing else; others are not heard", async () => {
  const { say, onexternal, frame, pdf } = await opened();
  await say({ type: "ready" }, window);
  expect(pdf).not.toHaveBeenCalled();
  await say({ type: "link", address: "https://a.example" }, window);
  await say({ type: "link", address: "javascript:canary()" });
  expect(onexternal).not.toHaveBeenCalled();
  await say({ type: "link", address: "https://a.example" });
  expect(onexternal).toHaveBeenCalledExactlyOnceWith(frame, "https://a.example");
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin");

  const pressed = vi.fn();
  document.body.addEventListener("keydown", pressed);
  await say({ type: "key", key: "k", ctrl: true });
  expect(pressed).not.toHaveBeenCalled();
  frame.tabIndex = 0;
  frame.focus();
  await say({ type: "key", key: "k", ctrl: true });
  expect(pressed).toHaveBeenCalledTimes(1);
  document.body.removeEventListener("keydown", pressed);
});
