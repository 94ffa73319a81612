import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { NoteView, Reference } from "../ipc";
import { replay, type Replayed } from "../ipc/replay";
import { question } from "../ipc/test-conversation";
import { documentOf } from "../ipc/test-reference";
import Reader from "./Reader.svelte";
import { ReaderState } from "./reader.svelte";

const SALT = "Ingredients/Salt.md";
const ask = question("How much salt?");
/** An opened reference whose document hasn't changed. */
const UNCHANGED = { standing: "unchanged" as const, note: null, notice: null, sentences: [], changes: [], scroll_to: null };

function reader(recording = "salt") {
  const backend = replay(recording);
  return { backend, state: new ReaderState(backend) };
}

async function cited(backend: Replayed): Promise<Reference> {
  let first: Reference | undefined;
  await backend.ask(ask, (event) => {
    if (event.type === "references") first = event.references.find(({ path, passage }) => path === SALT && passage?.lines.start === 1);
  });
  if (!first) throw new Error("nothing was found");
  return first;
}

const page = (number: number, html: string) => ({ part: { unit: "page" as const, number }, html });

function show(state: ReaderState) {
  const calls = { onbroken: vi.fn(), onexternal: vi.fn(), onoutside: vi.fn(), onask: vi.fn(), onlink: vi.fn() };
  render(Reader, { reader: state, ...calls });
  return calls;
}

// B13
test("a citation opens its note with the passage marked", async () => {
  const { backend, state } = reader();
  const reference = await cited(backend);
  show(state);
  await state.openReference(reference.id);
  expect((await screen.findByTestId("reader-title")).textContent).toBe(reference.title);
  await waitFor(() => {
    const marked = [...document.querySelectorAll(".passage-mark")];
    expect(marked.map(({ textContent }) => textContent).join(" ")).toContain("Salt does more than taste.");
  });
});

test("an open note loses its marks when the answer that led to it is no longer shown", async () => {
  const { backend, state } = reader();
  show(state);
  await state.openReference((await cited(backend)).id);
  await waitFor(() => expect(document.querySelector(".passage-mark")).not.toBeNull());
  state.unmark();
  await waitFor(() => expect(document.querySelector(".passage-mark, .evidence")).toBeNull());
  expect(screen.getByTestId("reader-title")).toBeTruthy();
});

// B13, B71
test("a citation opens at the very sentence, also when one comes back to it", async () => {
  const { backend, state } = reader();
  const reference = await cited(backend);
  show(state);
  const sentence = "Salt does more than taste.";
  const start = reference.passage?.text.indexOf(sentence) ?? -1;
  await state.openReference(reference.id, [{ start, end: start + sentence.length }]);
  const marked = () => [...document.querySelectorAll("mark.evidence")].map(({ textContent }) => textContent).join("");
  await waitFor(() => expect(marked()).not.toBe(""));
  const first = marked();
  // The card of a number quotes another one.
  state.pointed = { reference: reference.id, sentences: [{ text: "Salt does more" }], contradicts: false };
  await waitFor(() => expect(marked()).toBe("Salt does more"));
  state.pointed = null;
  await waitFor(() => expect(marked()).toBe(first));
  await state.open(SALT);
  await waitFor(() => expect(marked()).toBe(""));
  await state.back();
  await waitFor(() => expect(marked()).toBe(first));
});

// B20
test("after an edit the citation says so and shows the passage as it was", async () => {
  const { backend, state } = reader("cited");
  const reference = await cited(backend);
  backend.happen(SALT);
  show(state);
  await state.openReference(reference.id);
  const notice = await screen.findByTestId("notice");
  expect(notice.dataset.standing).toBe("changed");
  expect(notice.textContent).toContain(reference.passage?.text);
});

// B20
test("of a deleted note nothing is marked, and it says so", async () => {
  const { backend, state } = reader("cited");
  const reference = await cited(backend);
  for (const path of [SALT, SALT]) backend.happen(path);
  show(state);
  await state.openReference(reference.id);
  const notice = await screen.findByTestId("notice");
  expect(notice.dataset.standing).toBe("noteGone");
  expect(notice.textContent).toContain(reference.passage?.text);
  expect(document.querySelector(".passage-mark")).toBeNull();
});

test("an edit on disk is shown, where one had scrolled; another note's edit changes nothing", async () => {
  const { backend, state } = reader("changed");
  await state.open(SALT);
  state.scrolled = () => 77;
  backend.happen(SALT);
  await state.changed(["Recipes/Rye.md"]);
  expect(state.note?.html).not.toContain("Three per cent");
  await state.changed([SALT]);
  expect(state.note?.html).toContain("Three per cent");
  expect(state.restore).toBe(77);
});

test("an edit of a note that is embedded is shown", async () => {
  const { backend, state } = reader("everything");
  await state.open("Everything.md");
  const opened = vi.spyOn(backend, "openNote");
  await state.changed(["Science/Gluten.md"]);
  expect(opened).not.toHaveBeenCalled();
  await state.changed(["Troubleshooting/Flat loaf.md"]);
  expect(opened).toHaveBeenCalledOnce();
});

test("a note whose file goes stays readable, and says so", async () => {
  const { backend, state } = reader("changed");
  await state.open(SALT);
  backend.happen(SALT);
  backend.happen(SALT);
  await state.changed([SALT]);
  expect(state.note?.title).toBe("Salt");
  expect(state.gone).toBe(true);
  expect(state.notice).toContain("how it was");
});

test("the slower of two answers doesn't win", async () => {
  const { backend, state } = reader();
  const real = backend.openNote.bind(backend);
  let release = () => {};
  vi.spyOn(backend, "openNote").mockImplementationOnce(async (path, anchor) => {
    await new Promise<void>((done) => (release = done));
    return real(path, anchor);
  });
  const slow = state.open(SALT);
  await state.open("Recipes/Rye.md");
  release();
  await slow;
  expect(state.path).toBe("Recipes/Rye.md");
});

// B51
test("links inside a note are followed by click and by key; others ask", async () => {
  const { state } = reader();
  const { onbroken, onexternal } = show(state);
  await state.open("Start here.md");
  const link = await screen.findByText("Country loaf", { selector: "a" });
  await fireEvent.click(screen.getByText("Autolise"));
  expect(onbroken).toHaveBeenCalledExactlyOnceWith(expect.anything(), "Autolise");
  expect(await fireEvent.click(screen.getByText("the mill"))).toBe(false);
  expect(onexternal).toHaveBeenLastCalledWith(expect.anything(), "https://mill.example/prices?year=2026");
  expect(document.querySelector("img")).toBeNull();
  await fireEvent.keyDown(link, { key: "Enter" });
  await waitFor(() => expect(state.path).toBe("Recipes/Country loaf.md"));
  await fireEvent.click(screen.getByTestId("back"));
  await waitFor(() => expect(state.path).toBe("Start here.md"));
});

test("backlinks lead to the line of the link", async () => {
  const { state } = reader();
  show(state);
  await state.open(SALT);
  const links = await screen.findAllByTestId("backlink");
  expect(links.length).toBeGreaterThan(2);
  // A line that links here twice is listed once.
  const lines = links.map(({ dataset, textContent }) => `${dataset.path} ${textContent}`);
  expect(new Set(lines).size).toBe(lines.length);
  // A link reads as the page shows it.
  for (const link of links) expect(link.textContent).not.toContain("[[");
  const path = links[0]?.dataset.path;
  await fireEvent.click(links[0] as HTMLElement);
  await waitFor(() => expect(state.path).toBe(path));
  expect(state.note?.target).not.toBeNull();
});

test("a title that begins the note is shown once", async () => {
  const { backend, state } = reader();
  show(state);
  await state.open(SALT);
  const own = await screen.findByTestId("reader-title");
  await waitFor(() => expect(own.hidden).toBe(true));
  expect(screen.getByTestId("reader-body").querySelector("h1")?.textContent).toBe("Salt");
  vi.spyOn(backend, "openNote").mockResolvedValue({ ...(state.note as NoteView), html: "<p>No heading</p>" });
  await state.open("Recipes/Rye.md");
  await waitFor(() => expect(screen.getByTestId("reader-title").hidden).toBe(false));
});

test("properties are below the title that the note begins with", async () => {
  const { backend, state } = reader();
  show(state);
  await state.open(SALT);
  const properties = '<table class="properties"><tbody>\n<tr><th>tags</th><td>log</td></tr>\n</tbody></table>\n';
  const open = async (heading: string) => {
    vi.spyOn(backend, "openNote").mockResolvedValue({ ...(state.note as NoteView), title: "Rye & salt", html: `${properties}${heading}\n<p>Text</p>` });
    await state.open("Recipes/Rye.md");
  };
  await open('<h1 data-lines="4-4">Rye &amp; <em>salt</em></h1>');
  await waitFor(() => expect(screen.getByTestId("reader-body").firstElementChild?.tagName).toBe("H1"));
  expect(screen.getByTestId("reader-title").hidden).toBe(true);
  await open('<h1 data-lines="4-4">First part</h1>');
  await waitFor(() => expect(screen.getByTestId("reader-body").firstElementChild?.className).toContain("properties"));
  await waitFor(() => expect(screen.getByTestId("reader-title").hidden).toBe(false));
});

test("an embedded note is never marked, its frame is", async () => {
  const { state } = reader("everything");
  show(state);
  await state.open("Everything.md");
  const embed = await waitFor(() => {
    const found = document.querySelector(".embed-content");
    expect(found).not.toBeNull();
    return found as Element;
  });
  expect(embed.querySelector("[data-lines]")).toBeNull();
  const [first = 0] = (embed.closest("[data-lines]")?.getAttribute("data-lines") ?? "").split("-").map(Number);
  await state.openLines("Everything.md", { start: first, end: first });
  await waitFor(() => expect(document.querySelector(".passage-mark")?.contains(embed)).toBe(true));
  expect(embed.querySelector(".passage-mark")).toBeNull();
});

test("a link that could mean several notes opens one and names the others", async () => {
  const { state } = reader("everything");
  show(state);
  await state.open("Everything.md");
  await fireEvent.click(await screen.findByText("Rye", { selector: "p > a.ambiguous" }));
  await waitFor(() => expect(screen.getByTestId("also").textContent).toContain("Recipes/Rye.md"));
  await state.open(SALT);
  await waitFor(() => expect(screen.queryByTestId("also")).toBeNull());
});

test("related notes stand under the note, with why, and open in its place", async () => {
  const { state } = reader();
  show(state);
  await state.open(SALT);
  const [related] = await screen.findAllByTestId("related");
  expect(related?.textContent).toContain("Linked");
  related?.click();
  await waitFor(() => expect(state.path).toBe(related?.dataset.path));
});

test("a note can be read though its related notes can't be had", async () => {
  const { backend, state } = reader();
  vi.spyOn(backend, "relatedNotes").mockRejectedValue(new Error("no index"));
  show(state);
  await state.open(SALT);
  expect((await screen.findByTestId("reader-body")).textContent).toContain("gluten");
  expect(state.notice).toBeNull();
  expect(screen.queryByTestId("related")).toBeNull();
});

test("the note, or what is selected in it, can be put into the question", async () => {
  const { state } = reader();
  await state.open(SALT);
  const { onask } = show(state);
  await fireEvent.click(await screen.findByTestId("ask-note"));
  expect(onask).toHaveBeenCalledExactlyOnceWith(null);
  const body = screen.getByTestId("reader-body");
  const paragraph = [...body.querySelectorAll("h2 ~ p")].at(0);
  const heading = body.querySelector("h2")?.textContent;
  if (!paragraph || !heading) throw new Error("there is no section");
  window.getSelection()?.selectAllChildren(paragraph);
  document.dispatchEvent(new Event("selectionchange"));
  await fireEvent.click(await screen.findByTestId("ask-passage"));
  expect(onask).toHaveBeenLastCalledWith(expect.objectContaining({ text: paragraph.textContent, heading }));
});

// B20
test("a passage that changed is shown as it was beside how it is, with what differs marked", async () => {
  const { backend, state } = reader("cited");
  const reference = await cited(backend);
  backend.happen(SALT);
  show(state);
  await state.openReference(reference.id);
  await screen.findByTestId("then-and-now");
  expect(screen.getByTestId("then").querySelector("del")?.textContent).toContain("most breads sit");
  expect(screen.getByTestId("now").querySelector("ins")?.textContent).toContain("something else sits");
  expect(screen.getByTestId("then").querySelector("ins")).toBeNull();
  await state.open("Recipes/Rye.md");
  await waitFor(() => expect(screen.queryByTestId("then-and-now")).toBeNull());
});

test("an attached file is read in the pane, and back leads to the note", async () => {
  const { backend, state } = reader();
  backend.openAttachment = async (id) => documentOf(`File ${id}`, "<pre><code>A line of the file.</code></pre>");
  show(state);
  await state.open(SALT);
  await state.openAttachment("a1");
  expect((await screen.findByTestId("document")).textContent).toContain("A line of the file.");
  expect(screen.getByTestId("reader-title").textContent).toBe("File a1");
  await state.back();
  await waitFor(() => expect(screen.queryByTestId("document")).toBeNull());
  expect(state.path).toBe(SALT);
});

test("an attached picture is shown, and grows at a press", async () => {
  const { backend, state } = reader();
  vi.spyOn(backend, "openAttachment").mockResolvedValue({ ...documentOf("Crumb.png", ""), parts: [], picture: "p1" });
  render(Reader, { reader: state, onbroken: vi.fn(), onexternal: vi.fn(), onoutside: vi.fn(), pictureAddress: (id: string) => `vault:${id}` });
  await state.openAttachment("p1");
  const picture = await screen.findByTestId("document-picture");
  expect(picture.getAttribute("src")).toBe("vault:p1");
  const frame = picture.parentElement as HTMLElement;
  await fireEvent.click(frame);
  expect(frame.classList.contains("whole")).toBe(true);
});

// B91
test("a passage that was recognised in a picture is marked in it, and in its text", async () => {
  const { backend, state } = reader();
  const reference = await cited(backend);
  const box = (line: number, y: number) => ({ line, x: 1000, y, width: 5000, height: 400 });
  const document = {
    ...documentOf("Board.png", '<p data-lines="1-1">PNG image</p><p data-lines="3-4">Rye keeps.<br>Salt slows it.</p>'),
    recognised: { html: '<p data-lines="0-0"><img src="data:," alt="Board.png"></p>', boxes: [box(3, 2000), box(4, 2600), box(9, 9000)] },
    path: "Board.png",
    target: { start: 3, end: 4 },
  };
  vi.spyOn(backend, "openReference").mockResolvedValue({ ...UNCHANGED, reference, document });
  show(state);
  await state.openReference(reference.id);
  const picture = await screen.findByTestId("recognised-picture");
  const boxes = [...picture.querySelectorAll<HTMLElement>(".box")];
  await waitFor(() => expect(boxes.map((one) => one.classList.contains("passage-mark"))).toEqual([true, true, false]));
  expect([boxes[0]?.style.left, boxes[0]?.style.top, boxes[0]?.style.width, boxes[0]?.style.height]).toEqual(["10%", "20%", "50%", "4%"]);
  expect(screen.getByTestId("reader-body").querySelector(".passage-mark")?.textContent).toContain("Rye keeps.");
});

test("the stored copy of a page is shown, and its address opens only by a click", async () => {
  const { backend, state } = reader();
  vi.spyOn(backend, "openReference").mockResolvedValue({
    reference: { id: "w", path: null, title: "Flour" } as Reference,
    ...UNCHANGED,
    document: { ...documentOf("Flour", "<p>Twelve kinds.</p>"), url: "https://mill.example/flour" },
  });
  const { onexternal } = show(state);
  await state.openReference("w");
  expect((await screen.findByTestId("document")).textContent).toContain("https://mill.example/flour");
  expect(onexternal).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId("open-page"));
  expect(onexternal).toHaveBeenCalledExactlyOnceWith(expect.anything(), "https://mill.example/flour");
});

// B81
test("a page of the web is read as it was, at its passage, and can be kept as a note", async () => {
  const { backend, state } = reader();
  const reference = await cited(backend);
  const html = '<p data-lines="2-2">About mills.</p><p data-lines="4-4">Flour is ground.</p>';
  const page = { ...documentOf("Flour", html), url: "https://mill.example/flour" };
  const opened = { ...UNCHANGED, reference };
  const target = { start: 4, end: 4 };
  const kept = vi.spyOn(backend, "openReference").mockResolvedValue({ ...opened, document: { ...page, fetched: "2026-11-23T09:00:00Z", target } });
  const onkeep = vi.fn();
  render(Reader, { reader: state, onbroken: vi.fn(), onexternal: vi.fn(), onoutside: vi.fn(), onkeep });
  await state.openReference(reference.id);
  await waitFor(() => expect(screen.getByText("Flour is ground.").closest(".passage-mark")).toBeTruthy());
  expect(screen.getByTestId("document").textContent).toContain("The page may have changed since");
  await fireEvent.click(screen.getByTestId("keep-page"));
  expect(onkeep).toHaveBeenCalledExactlyOnceWith(expect.any(Element), reference.id);
  // Of an imported conversation only the passage is there.
  kept.mockResolvedValue({ ...opened, document: page });
  await state.openReference(reference.id, [{ start: 0, end: 1 }]);
  await waitFor(() => expect(screen.queryByTestId("keep-page")).toBeNull());
});

// B91
// B75
test("a file, or what is selected on a page of it, can be put into the question", async () => {
  const { backend, state } = reader();
  const parts = [page(1, "<p>Rye.</p>"), page(2, "<p>It keeps.</p>")];
  vi.spyOn(backend, "openDocument").mockResolvedValue({ ...documentOf("rye.pdf", ""), path: "rye.pdf", parts });
  const { onask } = show(state);
  await state.open("rye.pdf");
  expect(state.file).toBe("rye.pdf");
  await fireEvent.click(await screen.findByTestId("ask-note"));
  expect(onask).toHaveBeenCalledExactlyOnceWith(null);
  window.getSelection()?.selectAllChildren(screen.getByText("It keeps."));
  document.dispatchEvent(new Event("selectionchange"));
  await fireEvent.click(await screen.findByTestId("ask-passage"));
  expect(onask).toHaveBeenLastCalledWith(expect.objectContaining({ text: "It keeps.", heading: "page=2" }));
});

test("a cited page of a file is marked, named, and reached by its link", async () => {
  const { backend, state } = reader();
  const parts = [page(1, '<p data-lines="1-1">Rye.</p>'), page(2, '<p data-lines="3-3">Dark. It keeps.</p>')];
  vi.spyOn(backend, "openReference").mockResolvedValue({
    reference: { id: "p", path: null, title: "rye.pdf" } as Reference,
    ...UNCHANGED,
    sentences: [{ text: "It keeps.", lines: { start: 3, end: 3 } }],
    document: { ...documentOf("rye.pdf", ""), parts, target: { start: 3, end: 3 } },
  });
  show(state);
  await state.openReference("p");
  await waitFor(() => expect(document.querySelector(".passage-mark")?.textContent).toContain("It keeps."));
  expect(document.querySelector("mark.evidence")?.textContent).toBe("It keeps.");
  expect(screen.getAllByTestId("document-part").map(({ textContent }) => textContent)).toEqual(["page 1", "page 2"]);
  expect(document.querySelector(".passage-mark")?.closest("section")?.id).toBe("page-2");
});

test("words that name notes become links, one or many, and a related note is linked by the words that match", async () => {
  const { backend, state } = reader();
  const [related] = await backend.relatedNotes(SALT);
  if (!related) throw new Error("nothing is related");
  const mention = (source: string, target: string, words: string) => {
    const place = { source, target, range: { start: 0, end: words.length } };
    return { place, source_title: source, target_title: target, line: 1, before: "", words, behind: " and more" };
  };
  const here = mention(SALT, related.path, "rested");
  const elsewhere = [mention("A.md", SALT, "salt"), mention("B.md", SALT, "Salt")];
  let mentions = [here, ...elsewhere];
  backend.unlinkedMentions = async () => mentions;
  const { onlink } = show(state);
  await state.open(SALT);
  await fireEvent.click(await screen.findByTestId("link-all"));
  expect(onlink).toHaveBeenLastCalledWith(elsewhere);
  await fireEvent.click(screen.getByLabelText("Make “Salt” a link to Ingredients/Salt.md…"));
  expect(onlink).toHaveBeenLastCalledWith([elsewhere[1]]);
  await fireEvent.click(await screen.findByTestId("link-related"));
  expect(onlink).toHaveBeenLastCalledWith([here]);
  // The other note has the link now.
  mentions = [here, ...elsewhere.slice(1)];
  await state.changed(["A.md"]);
  await waitFor(() => expect(screen.queryByTestId("link-all")).toBeNull());
});

test("a linked file that can't be read here is for another program, and what is shown stays", async () => {
  const { backend, state } = reader();
  await state.open(SALT);
  const note = state.note;
  if (!note) throw new Error("no note");
  state.note = { ...note, html: '<p><a class="file" data-path="locked.pdf">locked</a> <a class="file" data-path="rye.pdf">rye</a></p>' };
  const { onoutside } = show(state);
  const open = vi.spyOn(backend, "openDocument").mockRejectedValueOnce({ code: "unsupportedFile", message: "It can't be read.", tried: [] });
  await fireEvent.click(screen.getByText("locked"));
  await waitFor(() => expect(onoutside).toHaveBeenCalledExactlyOnceWith(expect.anything(), "locked.pdf"));
  expect(state.path).toBe(SALT);
  open.mockResolvedValue(documentOf("rye.pdf", "Rye."));
  await fireEvent.click(screen.getByText("rye"));
  await waitFor(() => expect(state.document?.title).toBe("rye.pdf"));
  expect(onoutside).toHaveBeenCalledTimes(1);
});

test("a file that is read slowly doesn't take the place of a note that was clicked after it, and is read once", async () => {
  const { backend, state } = reader();
  await state.open(SALT);
  let go = () => {};
  const waits = new Promise<void>((done) => (go = done));
  backend.openDocument = async (path) => ({ ...documentOf("rye.pdf", "Rye."), path });
  const open = vi.spyOn(backend, "openDocument").mockImplementationOnce(async () => {
    await waits;
    return documentOf("rye.pdf", "Rye.");
  });
  const slow = state.openFile("rye.pdf", null);
  await state.open("Recipes/Rye.md");
  go();
  expect(await slow).toBe(true);
  expect(state.path).toBe("Recipes/Rye.md");
  open.mockClear();
  await state.openFile("rye.pdf", null);
  expect(state.document?.path).toBe("rye.pdf");
  expect(open).toHaveBeenCalledOnce();
});

test("B97: a note shows what answers cite of it when it is asked to, also the next one", async () => {
  const { backend, state } = reader();
  await backend.ask(ask, () => {});
  show(state);
  await state.open("Science/Gluten.md");
  await waitFor(() => expect(screen.getByTestId("reader").dataset.path).toBe("Science/Gluten.md"));
  expect(screen.queryByTestId("show-cited")).toBeNull();
  await state.open(SALT);
  await fireEvent.click(await screen.findByTestId("show-cited"));
  const marked = () => document.querySelectorAll(".cited-mark[title='Cited in 1 answer']").length;
  await waitFor(() => expect(marked()).toBeGreaterThan(0));
  await state.open("Science/Gluten.md");
  await state.open(SALT);
  await waitFor(() => expect(marked()).toBeGreaterThan(0));
  await fireEvent.click(screen.getByTestId("show-cited"));
  await waitFor(() => expect(marked()).toBe(0));
});
