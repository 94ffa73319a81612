import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import type { Attachment, ContextView, Draft, Failure } from "../ipc";
import { replay, type Replayed } from "../ipc/replay";
import { refuseSome } from "../ipc/test-conversation";
import { excerpt } from "../ipc/test-reference";
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
  lent: 0,
  total,
  free: 1000 - total,
  compact: null,
  refusal: null,
  searched_for: null,
  auxiliary: false,
  ...more,
});

interface Given {
  draft?: Partial<Draft<Attachment>>;
  preview?: ContextView;
  trouble?: Failure;
  streaming?: boolean;
  web?: boolean;
}

const conversations = [{ id: "c", title: "Gummy rye", updated: "", messages: 2, pinned: false, project: null }];

function show({ draft = {}, preview, trouble, streaming = false, web = false }: Given = {}) {
  const backend = replay("files");
  const composer = new ComposerState(backend);
  Object.assign(composer.draft, draft);
  composer.preview = preview ?? null;
  composer.trouble = trouble ?? null;
  const calls = { onsend: vi.fn(), onstop: vi.fn(), onattach: vi.fn(), onpreview: vi.fn(), onrecall: vi.fn() };
  const { unmount } = render(Composer, { props: { composer, streaming, conversations, ...calls }, context: surroundings({ web }).context });
  const area = screen.getByTestId<HTMLTextAreaElement>("composer");
  const type = async (text: string) => {
    area.value = text;
    area.setSelectionRange(text.length, text.length);
    await fireEvent.input(area);
  };
  return { backend, composer, unmount, ...calls, area, type };
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

test("[[ and @ offer other files that are read", async () => {
  const { area, type } = show();
  for (const typed of ["[[rye.p", "@rye.p"]) {
    await type(typed);
    await screen.findByText("rye.pdf");
    await fireEvent.keyDown(area, { key: "Enter" });
    expect(area.value.trim()).toBe("[[rye.pdf]]");
  }
});

test("each kind of suggestion has its name, and is announced", async () => {
  const { type } = show();
  const said = () => screen.getByTestId("offered").textContent;
  expect(said()).toBe("");
  await type("about [[ry");
  await screen.findAllByTestId("link-option");
  expect(screen.getByRole("listbox").getAttribute("aria-label")).toBe("Notes to link");
  expect(said()).toMatch(/^Notes to link: \d suggestions$/);
  await type("about @");
  await screen.findAllByTestId("mention-option");
  expect(screen.getByRole("listbox").getAttribute("aria-label")).toBe("Notes, headings, folders, tags and conversations");
  expect(said()).toMatch(/^Notes, headings, folders, tags and conversations: \d+ suggestions$/);
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
  test.each(["799 calm", "800 high", "949 high", "950 full", "4000 full"])("of 1000 tokens: %s", (line) => {
    const [total, level] = line.split(" ");
    show({ draft: { text: "How much salt?" }, preview: context(Number(total)) });
    expect(screen.getByTestId("context-ring").dataset.level).toBe(level);
  });

  test("warns calmly before there is a text to shorten or a file to remove", async () => {
    const { type } = show({ preview: context(1000) });
    const ring = screen.getByTestId("context-ring");
    expect([ring.dataset.level, ring.textContent.trim()]).toEqual(["high", "100%, full"]);
    await type("How much salt?");
    expect(ring.dataset.level).toBe("full");
  });

  test.each([2, 40, 1000])("of %d tokens of 1000 its name says what it shows", (total) => {
    show({ preview: context(total) });
    const ring = screen.getByTestId("context-ring");
    expect(ring.getAttribute("aria-label")).toContain(ring.textContent?.trim());
  });

  // B28
  test("shows 0% for a window of nothing", () => {
    show({ preview: context(0, { window: 0, reserve: 0, free: 0 }) });
    expect(screen.getByTestId("context-ring").textContent?.trim()).toBe("0%");
  });
});

test("a refusal is shown before sending", () => {
  show({ preview: context(1200, { refusal: "This needs 1200 tokens, and 1000 are free." }) });
  expect(screen.getByTestId("refusal").textContent).toContain("1200");
});

// B48
test("a question that wasn't kept can be sent for its passages", async () => {
  const { composer, onsend } = show({
    draft: { text: "How much salt?", mode: "none" },
    trouble: { code: "noModel", message: "No model.", tried: ["Ollama: refused"] },
  });
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
    expect.stringContaining("/note topic"),
    expect.stringContaining("/summarize [[note]]"),
    expect.stringContaining("/remember something"),
  ]);
  expect(screen.getByTestId("prompt-option").textContent).toContain("/weekly-review");
  await fireEvent.keyDown(area, { key: "ArrowDown" });
  await fireEvent.keyDown(area, { key: "ArrowDown" });
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(area.value).toBe("/summarize [[");
  await screen.findAllByTestId("link-option");
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(area.value).toMatch(/^\/summarize \[\[.+\]\]$/);
  expect(onsend).not.toHaveBeenCalled();
});

test("B83: a prompt that is run fills the question before it is sent", async () => {
  const { area, type, onsend } = show();
  await type("/week");
  await screen.findByTestId("prompt-option");
  await fireEvent.keyDown(area, { key: "Enter" });
  await waitFor(() => expect(area.value).toBe("Sum up [[Salt]]."));
  expect(onsend).not.toHaveBeenCalled();
});

test("the web is offered once a search of it is set up", () => {
  const { unmount } = show({ web: true });
  expect(screen.getAllByRole("radio").map(({ textContent }) => textContent)).toEqual(["Use notes", "Web", "Both", "No notes"]);
  unmount();
  show();
  expect(screen.getAllByRole("radio").map(({ textContent }) => textContent)).toEqual(["Use notes", "No notes"]);
});

test("the attach button says what it takes", () => {
  show();
  expect(screen.getByLabelText("Attach files").title).toMatch(/text, Markdown, PDF, Office files, books or images/);
});

test("a passage is attached once, with its lines and its size, and one that doesn't fit says why", async () => {
  const { backend, composer } = show();
  const attachExcerpt = vi.spyOn(backend, "attachExcerpt").mockImplementation(async (path) => excerpt(path, crypto.randomUUID()));
  for (const path of ["Salt.md", "Salt.md", "Rye.md"]) await composer.attachExcerpt(path, "A passage.");
  const chips = await screen.findAllByTestId("attachment-chip");
  expect(chips.map(({ textContent }) => textContent.replace(/\s+/g, " ").trim())).toEqual(["Salt lines 3–5 41 tokens", "Rye lines 3–5 41 tokens"]);
  expect(screen.getAllByTestId("file-extent")[0]?.title).toContain("Salt.md");
  expect(screen.getByLabelText("Remove Salt, lines 3–5, 41 tokens")).toBeTruthy();
  expect(composer.request().attachments).toHaveLength(2);
  attachExcerpt.mockRejectedValueOnce({ code: "doesNotFit", message: "The passage has about 901 tokens, but at most 700 fit." });
  await composer.attachExcerpt("Wheat.md", "A passage.");
  expect(await screen.findByText(/at most 700 fit/)).toBeTruthy();
  expect(screen.getAllByTestId("attachment-chip")).toHaveLength(2);
});

describe("@", () => {
  // B75
  test("takes a folder and a tag as pills, which narrow the question", async () => {
    const { composer, area, type } = show({ draft: { mode: "none" } });
    for (const typed of ["@ingr", "@#bre"]) {
      await type(`how much ${typed}`);
      await screen.findAllByTestId("mention-option");
      await fireEvent.keyDown(area, { key: "Enter" });
      expect(area.value).toBe("how much ");
    }
    expect(composer.request()).toMatchObject({ scope: { places: ["Ingredients"], tags: ["bread"] }, mode: "notes" });
    await fireEvent.click(screen.getByLabelText("Don’t limit the search to Ingredients"));
    expect(composer.draft.scope).toEqual({ places: [], tags: ["bread"] });
    expect(screen.getAllByTestId("scope-pill").map(({ textContent }) => textContent.trim())).toEqual(["#bread"]);
  });

  test("links a note, or by Ctrl+Enter looks only in it", async () => {
    const { composer, area, type } = show();
    await type("see @salt");
    await screen.findByTestId("mention-option");
    await fireEvent.keyDown(area, { key: "Enter" });
    expect(area.value).toBe("see [[Salt]] ");
    await type("see @salt");
    await screen.findByTestId("mention-option");
    await fireEvent.keyDown(area, { key: "Enter", ctrlKey: true });
    expect(area.value).toBe("see ");
    expect(composer.draft.scope.places).toEqual(["Ingredients/Salt.md"]);
  });

  // B75
  test("offers the headings of a note after #", async () => {
    const { area, type } = show();
    await type("@salt#ho");
    await screen.findByText("How much");
    await fireEvent.keyDown(area, { key: "Tab" });
    expect(area.value).toBe("[[Salt#How much]] ");
  });

  // B75
  test("offers the headings of all notes, and links one in its note", async () => {
    const { area, type } = show();
    await type("see @how m");
    const option = await screen.findByTestId("mention-option");
    expect(option.textContent).toContain("How much");
    expect(option.textContent).toContain("Salt");
    await fireEvent.keyDown(area, { key: "Enter" });
    expect(area.value).toBe("see [[Salt#How much]] ");
  });

  // B75
  test("takes the answer of a past conversation along", async () => {
    const { backend, composer, area, type } = show();
    vi.spyOn(backend, "attachConversation").mockResolvedValueOnce({ id: "a", name: "Gummy rye", hash: "", bytes: 9, tokens: 210 });
    await type("@gummy");
    await screen.findByTestId("mention-option");
    await fireEvent.keyDown(area, { key: "Enter" });
    expect((await screen.findByTestId("attachment-chip")).dataset.name).toBe("Gummy rye");
    expect(composer.request().attachments).toEqual(["a"]);
  });

  test("doesn't stand in the way of an address or of a sentence", async () => {
    const { area, type, onsend } = show();
    await type("write to me@salt");
    await fireEvent.keyDown(area, { key: "Enter" });
    expect(onsend).toHaveBeenCalledOnce();
  });
});

test("links show at once whether they lead anywhere, and are mended by a press", async () => {
  const { area, type } = show();
  await type("[[Salt]], [[Slat]] and [[Rye]]");
  await vi.waitFor(() => expect(screen.getAllByTestId("link-state").map(({ dataset }) => dataset.state)).toEqual(["resolved", "broken", "ambiguous"]));
  const [broken, ambiguous] = screen.getAllByTestId("link-trouble");
  expect(broken?.textContent).toContain("No note matches [[Slat]]");
  expect(ambiguous?.textContent).toContain("[[Rye]] matches several notes");
  await fireEvent.click(screen.getAllByTestId("mend-link")[0] as HTMLElement);
  expect(area.value).toBe("[[Salt]], [[Salt]] and [[Rye]]");
});

test("a link to a missing heading or block differs from one to a missing note, and offers the note's headings", async () => {
  const { type } = show();
  await type("[[Salt#How much]] or [[Salt#Gone]] or [[Salt#^gone]]");
  await vi.waitFor(() => expect(screen.getAllByTestId("link-state").map(({ dataset }) => dataset.state)).toEqual(["resolved", "no-place", "no-place"]));
  const [gone] = screen.getAllByTestId("link-trouble");
  expect(gone?.textContent).toContain("[[Salt#Gone]] leads to the whole note");
  expect(gone?.textContent).toContain("It has “How much”");
});

// B35
describe("a file that doesn't fit", () => {
  async function refused() {
    const shown = show({ draft: { text: "What does flour cost?" } });
    refuseSome(shown.backend);
    await shown.composer.attach([shown.backend.give("/home/you/huge.txt")]);
    await screen.findByTestId("send-passages");
    return shown;
  }

  test("can send its best passages", async () => {
    await refused();
    await fireEvent.click(screen.getByTestId("send-passages"));
    expect((await screen.findByTestId("attachment-chip")).textContent).toContain("best passages");
    expect(screen.queryByTestId("notice")).toBeNull();
  });

  // B91
  test("can be searched for each question of the conversation", async () => {
    const { composer } = await refused();
    await fireEvent.click(screen.getByTestId("search-file"));
    expect((await screen.findByTestId("file-extent")).textContent).toBe("searched");
    expect(composer.draft.attachments[0]?.extent).toEqual({ type: "searched" });
    expect(screen.queryByTestId("notice")).toBeNull();
  });

  test("can become a note, which is linked", async () => {
    const { composer } = await refused();
    await fireEvent.click(screen.getByTestId("keep-as-note"));
    await vi.waitFor(() => expect(composer.draft.text).toBe("What does flour cost? [[huge]]"));
  });

  test("can be left out", async () => {
    const { composer } = await refused();
    await fireEvent.click(screen.getByTestId("leave-out"));
    expect(screen.queryByTestId("notice")).toBeNull();
    expect(composer.draft.attachments).toEqual([]);
  });
});

test("of several files that don't fit each has its ways out", async () => {
  const { backend, composer } = show({ draft: { text: "What does flour cost?" } });
  refuseSome(backend);
  await composer.attach(["huge.txt", "huge too.txt", "huge.md"].map((name) => backend.give(`/home/you/${name}`)));
  const names = () => screen.queryAllByTestId("refused-file").map(({ dataset }) => dataset.name);
  await waitFor(() => expect(names()).toEqual(["huge.txt", "huge too.txt", "huge.md"]));
  await fireEvent.click(screen.getAllByTestId("search-file")[1] as HTMLElement);
  await waitFor(() => expect(names()).toEqual(["huge.txt", "huge.md"]));
  expect((await screen.findByTestId("attachment-chip")).dataset.name).toBe("huge too.txt");
  // One that fails another way takes the ways out of the others with it no more.
  vi.spyOn(backend, "attachPassages").mockRejectedValueOnce(new Error("It is gone."));
  await fireEvent.click(screen.getAllByTestId("send-passages")[0] as HTMLElement);
  await waitFor(() => expect(screen.getByTestId("notice").textContent).toContain("It is gone."));
  expect(names()).toEqual(["huge.md"]);
  await fireEvent.click(screen.getByTestId("leave-out"));
  expect(screen.queryByTestId("notice")).toBeNull();
});

/** Has pasted files attached by their names alone. */
function attaching(backend: Replayed) {
  const file = (token: number, more: Partial<Attachment> = {}): Attachment => ({
    id: `file-${token}`,
    name: backend.nameOf(token),
    hash: "",
    bytes: 9,
    tokens: 210,
    ...more,
  });
  backend.pasteFile = async (name) => backend.give(name);
  backend.attachFile = async (token) => file(token, backend.nameOf(token).endsWith(".png") ? { image: { width: 640, height: 480, format: "png" } } : {});
  backend.attachSearched = async (token) => file(token, { extent: { type: "searched" } });
  refuseSome(backend);
}

test("pasted files go along, an image with its thumbnail; text is pasted as ever", async () => {
  const { area, backend } = show();
  attaching(backend);
  const paste = (files: File[]) => {
    const clipboardData = { files, types: ["text/plain"], getData: () => "rye" };
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData });
    area.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(paste([])).toBe(false);
  expect(paste([new File(["png"], "crumb.png", { type: "image/png" })])).toBe(true);
  expect((await screen.findByTestId<HTMLImageElement>("thumbnail")).src).toMatch(/^vault:file-/);
  expect(screen.getByTestId("attachment-chip").textContent).toContain("crumb.png");
  expect(paste([new File(["%PDF-"], "rye.pdf", { type: "application/pdf" }), new File(["a,b"], "prices.csv")])).toBe(true);
  await vi.waitFor(() => expect(screen.getAllByTestId("attachment-chip").map(({ dataset }) => dataset.name)).toEqual(["crumb.png", "rye.pdf", "prices.csv"]));

  // B35: what doesn't fit has the same ways out as a file that was chosen.
  paste([new File(["flour ".repeat(9)], "huge.txt")]);
  await fireEvent.click(await screen.findByTestId("search-file"));
  await vi.waitFor(() => expect(screen.getByTestId("file-extent").textContent).toBe("searched"));

  const film = Object.defineProperty(new File([""], "film.mp4"), "size", { value: 2 ** 31 });
  paste([film]);
  expect((await screen.findByTestId("notice")).textContent).toContain("film.mp4");
});

test("the app is asked for the clipboard that WebKitGTK hides: files, whose paths aren't pasted, and an image; text stays", async () => {
  const { area, backend } = show();
  attaching(backend);
  const paste = (texts: Record<string, string>) => {
    const clipboardData = { files: [], types: Object.keys(texts), getData: (type: string) => texts[type] ?? "" };
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData });
    area.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const asked = vi.spyOn(backend, "pasteClipboard");
  asked.mockResolvedValueOnce([backend.give("/home/you/rye.pdf")]);
  // As a file manager has it: the page is told of a list, and of nothing in it.
  expect(paste({ "text/uri-list": "" })).toBe(true);
  await vi.waitFor(() => expect(screen.getByTestId("attachment-chip").dataset.name).toBe("rye.pdf"));
  // Of an image it isn't told at all, nor of text beside one, which must be pasted.
  asked.mockResolvedValueOnce([backend.give("/home/you/crumb.png")]);
  expect(paste({})).toBe(false);
  await vi.waitFor(() => expect(screen.getAllByTestId("attachment-chip")).toHaveLength(2));
  expect(paste({ "text/plain": "rye" })).toBe(false);
  expect(paste({ "text/uri-list": "https://rye.example/", "text/plain": "rye" })).toBe(false);
  expect(asked).toHaveBeenCalledTimes(2);

  asked.mockRejectedValueOnce({ code: "unsupportedFile", message: "The clipboard has nothing that can be pasted.", tried: [] });
  paste({});
  expect((await screen.findByTestId("notice")).textContent).toContain("nothing that can be pasted");
});

test("↑ in an empty composer changes the last question", async () => {
  const { area, type, onrecall } = show();
  await type("a");
  await fireEvent.keyDown(area, { key: "ArrowUp" });
  expect(onrecall).not.toHaveBeenCalled();
  await type("");
  await fireEvent.keyDown(area, { key: "ArrowUp" });
  expect(onrecall).toHaveBeenCalledOnce();
});

test("the composer is as high as its text, also once everything is larger", async () => {
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(64);
  const { area, type } = show();
  await type("How much salt?");
  // 64 pixels at 16 a rem.
  await waitFor(() => expect(area.style.height).toBe("4rem"));
});

test("another conversation doesn't show the context of the last one, nor a count of it that comes late", async () => {
  const { backend, composer } = show({ preview: context(500) });
  let answer: (counted: ContextView) => void = () => {};
  vi.spyOn(backend, "preview").mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const counted = composer.count();
  await composer.turnTo("c");
  expect(composer.preview).toBeNull();
  answer(context(700));
  await counted;
  expect(composer.preview).toBeNull();
});
