import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import { answerView, questionView } from "../chat/test-message";
import { replay, type Replayed } from "../ipc/replay";
import { answerAt, withLongConversation } from "../ipc/test-conversation";
import App from "./App.svelte";
import { AppState } from "./app.svelte";

async function open(recording: string | Replayed = "salt") {
  const backend = typeof recording === "string" ? replay(recording) : recording;
  const app = new AppState(backend);
  render(App, { app });
  await screen.findByTestId(recording === "closed" ? "welcome" : "composer");
  return { app, backend };
}

const noteItem = (path: string) => {
  const found = screen.getAllByTestId("note-item").find((item) => item.dataset.path === path);
  if (!found) throw new Error(`${path} isn't listed`);
  return found;
};

async function ask(text: string) {
  const area = screen.getByTestId<HTMLTextAreaElement>("composer");
  area.value = text;
  await fireEvent.input(area);
  await fireEvent.click(screen.getByTestId("send"));
  await waitFor(() => expect(screen.getAllByTestId("answer").at(-1)?.dataset.state).not.toBe("streaming"));
}

test("the first run: the sample vault, then an empty chat with questions of its notes", async () => {
  const { backend } = await open("closed");
  backend.openSampleVault = () => backend.openVault(backend.give("Bread").token);
  expect(screen.getByTestId("welcome").textContent).toContain("without your approval");
  await fireEvent.click(screen.getByTestId("open-sample"));
  await screen.findByTestId("empty-chat");
  expect(screen.getByTestId("progress").textContent).toContain("12 notes");
  const questions = screen.getAllByTestId("suggestion");
  expect(questions).toHaveLength(3);
  await fireEvent.click(questions[0] as HTMLElement);
  expect(backend.asked.map(({ text }) => text)).toEqual([questions[0]?.textContent]);
  expect(screen.getAllByTestId("note-item").length).toBeGreaterThan(5);
});

test("a model that the question itself found is shown with its answer", async () => {
  const { app, backend } = await open("unchosen");
  await waitFor(() => expect(app.settings.models).not.toBeNull());
  expect(app.settings.chosen).toBeNull();
  // The server came up between.
  await backend.setSettings({ ...backend.settings, chosen: { server: { type: "address", address: "http://127.0.0.1:11434" }, model: "llama3.2:3b" } });
  await ask("How much salt?");
  await waitFor(() => expect(screen.getByTestId("model").textContent).toContain("llama3.2:3b"));
});

test("a dropped folder is opened, a dropped file attached", async () => {
  const { app, backend } = await open("closed");
  backend.tell("drop", { type: "over" });
  await waitFor(() => expect(screen.getByTestId("drop-hint").textContent).toContain("Drop to open it"));
  backend.tell("drop", { type: "drop", folder: backend.give("/home/you/Bread"), files: [] });
  await screen.findByTestId("composer");
  expect(app.vault.vault?.name).toBe("Bread");
  backend.tell("drop", { type: "drop", folder: null, files: [backend.give("/home/you/prices.txt")] });
  expect((await screen.findByTestId("attachment-chip")).dataset.name).toBe("prices.txt");
});

test("a dropped model file is offered as a model", async () => {
  const { backend } = await open("closed");
  backend.tell("drop", { type: "drop", folder: null, files: [backend.give("/home/you/Qwen 9.GGUF")] });
  expect((await screen.findByTestId("adding")).textContent).toContain("Qwen 9.GGUF");
  await fireEvent.click(screen.getByTestId("add-refer"));
  expect((await screen.findByTestId("added")).textContent).toBe("Qwen 9 was added.");
});

// B13
test("a citation opens the reader at its passage, and the chat stays where it is", async () => {
  await open();
  await ask("How much salt?");
  const scroll = screen.getByTestId("messages");
  scroll.scrollTop = 40;
  await fireEvent.click(screen.getAllByTestId("chip")[0] as HTMLElement);
  expect((await screen.findByTestId("reader-title")).textContent).toBe("Salt");
  await waitFor(() => expect(document.querySelector(".passage-mark")).toBeTruthy());
  expect(scroll.scrollTop).toBe(40);
});

// B48
test("without a model, the passages of a question answer it, and a model is offered", async () => {
  const { app } = await open("no-model");
  await screen.findByTestId("no-model");
  await ask("How much salt?");
  expect(screen.queryByTestId("failure-card")).toBeNull();
  expect(screen.getByTestId("no-model-answer").textContent).toContain("No model answered this.");
  expect(app.chat.said).toBe("Answer ready");
  expect(screen.getAllByTestId("sent-passage")[0]?.textContent).toContain("The forgotten salt");
  await fireEvent.click(screen.getByTestId("choose-model"));
  expect(await screen.findByTestId("models-now")).toBeTruthy();
});

// B48
test("with passages only, the same list is the answer, and its cards are beside it", async () => {
  const { app } = await open("no-model");
  await ask("How much salt?");
  const question = app.chat.shown.messages[0];
  if (question?.author !== "user") throw new Error("no question");
  await app.chat.retry(question, { passagesOnly: true });
  await waitFor(() => expect(screen.getByTestId("answer").dataset.state).toBe("complete"));
  expect(screen.getAllByTestId("sent-passage")).toHaveLength(5);
  await fireEvent.click(screen.getByTestId("answer-more"));
  await fireEvent.click(screen.getByTestId("show-references"));
  expect(screen.getByTestId("tab-references").getAttribute("aria-selected")).toBe("true");
  expect(screen.getAllByTestId("card").length).toBeGreaterThan(0);
});

test("a model that was only found is offered, and asked nothing before it is chosen", async () => {
  const { app } = await open("unchosen");
  expect((await screen.findByTestId("no-model")).textContent).toContain(
    "llama3.2:3b at http://127.0.0.1:11434. A server gets your notes only after you choose it.",
  );
  expect(screen.getByTestId("model").textContent).toContain("Choose a model");
  expect(app.settings.chosen).toBeNull();
  await fireEvent.click(screen.getByTestId("offered-model"));
  await waitFor(() => expect(app.settings.chosen?.model.name).toBe("llama3.2:3b"));
  expect(screen.queryByTestId("no-model")).toBeNull();
});

test("a link that leads nowhere offers what it may mean", async () => {
  await open();
  await fireEvent.click(noteItem("Start here.md"));
  await fireEvent.click(await screen.findByText("Autolise"));
  await fireEvent.click(await screen.findByTestId("suggested-note"));
  await waitFor(() => expect(screen.getByTestId("reader-title").textContent).toBe("Autolyse"));
  await fireEvent.keyDown(window, { key: "ArrowLeft", altKey: true });
  await waitFor(() => expect(screen.getByTestId("reader-title").textContent).toBe("Start here"));
});

// B51
test("a link that leaves shows its address and waits for a yes", async () => {
  const { backend } = await open();
  await fireEvent.click(noteItem("Start here.md"));
  await fireEvent.click(await screen.findByText("the mill"));
  const asked = await screen.findByTestId("external-link");
  expect(asked.textContent).toContain("https://mill.example/prices?year=2026");
  expect(backend.called("openExternal")).toEqual([]);
  await fireEvent.click(screen.getByTestId("open-external"));
  expect(backend.called("openExternal")).toEqual([["https://mill.example/prices?year=2026"]]);
});

// B51
test("a file that another program only shows is asked about once, outside the page; what it could run is shown with its whole path", async () => {
  const { app, backend } = await open();
  backend.fileOutside = async (path) => ({ path: `/home/you/Bread/${path}`, kind: path.endsWith(".pdf") ? "document" : null, obsidian: false });
  const anchor = noteItem("Start here.md");
  await app.askOutside(anchor, "Paper.pdf");
  expect(screen.queryByTestId("outside-file")).toBeNull();
  expect(backend.called("openOutside")).toEqual([["Paper.pdf"]]);
  await app.askOutside(anchor, "run.sh");
  await screen.findByText("/home/you/Bread/run.sh");
  expect(screen.queryByTestId("open-outside-file")).toBeNull();
  await fireEvent.click(screen.getByTestId("show-outside-file"));
  expect([backend.called("openOutside"), backend.called("showOutside")]).toEqual([[["Paper.pdf"]], [["run.sh"]]]);
});

test("the receipt of an answer is a click away", async () => {
  await open();
  await ask("How much salt?");
  await fireEvent.click(screen.getByTestId("answer-more"));
  await fireEvent.click(screen.getByTestId("show-receipt"));
  expect((await screen.findByTestId("receipt")).textContent).toContain("llama3.2:3b");
  expect(screen.getByTestId("tab-context").getAttribute("aria-selected")).toBe("true");
});

test("a broken link of a question can be mended from its card", async () => {
  await open("broken");
  await ask("What of [[Autolise|that rest]]?");
  await fireEvent.click(screen.getAllByTestId("replace-link")[0] as HTMLElement);
  expect(screen.getByTestId<HTMLTextAreaElement>("composer").value).toBe("What of [[Techniques/Autolyse|that rest]]?");
});

test("an edit on disk is seen in the reader and in the list", async () => {
  const { backend } = await open("changed");
  await fireEvent.click(noteItem("Recipes/Rye.md"));
  await screen.findByText(/Nothing to knead/);
  backend.happen("Recipes/Rye.md");
  await screen.findByText("Nothing to knead at all.");
  await waitFor(() => expect(noteItem("Recipes/Rye.md").textContent).toContain("Rye bread"));
});

test("the palette finds a note by key", async () => {
  await open();
  await fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  const input = await screen.findByTestId<HTMLInputElement>("palette-input");
  input.value = "glut";
  await fireEvent.input(input);
  await fireEvent.keyDown(input, { key: "Enter" });
  expect((await screen.findByTestId("reader-title")).textContent).toBe("Gluten");
});

test("a conversation of 1,000 messages opens with its newest, and few are drawn", async () => {
  await open(await withLongConversation(replay("salt"), 1000));
  await waitFor(() => expect(screen.getAllByTestId("answer").length).toBeGreaterThan(5));
  expect(screen.getAllByTestId("answer").length).toBeLessThan(30);
  expect(screen.getByText(/Question 500/)).toBeTruthy();
});

test("at the start the last conversation is open", async () => {
  const first = await open();
  await ask("How much salt?");
  expect(await first.backend.conversationToShow()).toBe(first.app.chat.shown.id);
});

test("a vault shows the conversation that was open last, at the start and when it is opened again", async () => {
  const { app, backend } = await open("two");
  const asked: string[] = [];
  for (const question of ["How much salt?", "And rye?"]) {
    app.newChat();
    await tick();
    await ask(question);
    asked.push(app.chat.shown.id ?? "");
  }
  const [first = "", second = ""] = asked;
  await backend.pinConversation(second, true);
  await app.openConversation(first);
  await app.openVault(backend.give("/home/you/Bread").token);
  await waitFor(() => expect(app.chat.shown.id).toBe(first));
  const again = new AppState(backend);
  await again.resume();
  expect(again.chat.shown.id).toBe(first);
});

test("panes, tab and the kind of search are as they were left", async () => {
  const { app, backend } = await open();
  app.setPanes({ side: 300, readerOpen: false });
  app.setTab("context");
  await app.vault.search.setMode("words");
  const again = new AppState(backend);
  await again.resume();
  expect(again.panes).toMatchObject({ side: 300, readerOpen: false, sideOpen: true });
  expect([again.tab, again.vault.search.mode]).toEqual(["context", "words"]);
});

test("resting on a link that leads nowhere shows what it may mean, and takes no focus", async () => {
  await open();
  await fireEvent.click(noteItem("Start here.md"));
  const link = await screen.findByText("Autolise");
  const focused = document.activeElement;
  await fireEvent.pointerOver(link);
  expect((await screen.findByTestId("broken-link")).textContent).toContain("Autolyse");
  expect(document.activeElement).toBe(focused);
  await fireEvent.pointerOut(link);
  await waitFor(() => expect(screen.queryByTestId("broken-link")).toBeNull());
});

// B20
test("a note that is moved while it is read is followed, and its old references lead to its new place", async () => {
  const { app, backend } = await open("moved");
  await ask("How much salt?");
  const reference = app.chat.shown.messages.at(-1)?.references.find(({ title }) => title === "Salt");
  if (!reference?.path) throw new Error("no reference to Salt");
  const { path, wikilink } = reference;
  await app.openNote(path);
  const to = "Kept/Sea salt.md";
  backend.happen(path);
  await waitFor(() => expect(app.reader.path).toBe(to));
  expect(app.reader.gone).toBe(false);
  const now = app.chat.shown.messages.at(-1)?.references.find(({ id }) => id === reference.id);
  expect(now?.path).toBe(to);
  expect(now?.wikilink).toBe(wikilink);
  await app.openReference(reference, null);
  expect(app.reader.path).toBe(to);
  expect(app.reader.standing).toBe("unchanged");
});

test("after lost events everything shown is requested again", async () => {
  const { app, backend } = await open("changed");
  await app.openNote("Ingredients/Salt.md");
  backend.happen("Ingredients/Salt.md", { told: false });
  backend.tell("newsMissed", null);
  await waitFor(() => expect(app.vault.notes.map(({ path }) => path)).toContain("Zopf.md"));
  await waitFor(() => expect(app.reader.note?.html).toContain("Three per cent"));
});

test("Escape stops an answer, and a palette command does", async () => {
  const { app } = await open("stopped");
  const area = screen.getByTestId<HTMLTextAreaElement>("composer");
  area.value = "How much salt?";
  await fireEvent.input(area);
  await fireEvent.click(screen.getByTestId("send"));
  await waitFor(() => expect(app.chat.shown.turn?.answer?.blocks.length).toBeGreaterThan(0));
  await fireEvent.keyDown(area, { key: "Escape" });
  await waitFor(() => expect(answerAt(app.chat.shown.messages, -1).state).toBe("cancelled"));
});

test("the open note and a passage of it go into the question", async () => {
  const { app } = await open();
  await app.openNote("Ingredients/Salt.md");
  await fireEvent.click(await screen.findByTestId("ask-note"));
  expect(app.chat.composer.draft.text).toBe("[[Salt]]");
  app.quote("Ingredients/Salt.md", "Two per cent.\nNo more.", "How much");
  expect(app.chat.composer.draft.text).toBe("[[Salt]]\n\n> Two per cent.\n> No more.\n> — [[Salt#How much]]\n\n");
  app.chat.composer.write({ text: "Why" });
  app.askAbout("Recipes/Rye.md");
  expect(app.chat.composer.draft.text).toContain("Why [[");
});

test("help is there without a vault", async () => {
  await open("closed");
  await fireEvent.keyDown(window, { key: "F1" });
  expect((await screen.findByTestId("help-body")).textContent).toContain("Finding notes");
});

test("a failure leads to what the help says of it, the index to why a note isn't found", async () => {
  const { app, backend } = await open("no-model");
  const error = { code: { model: "modelMissing" as const }, message: "It doesn’t have this model.", tried: [] };
  backend.ask = async (_, tell) => {
    tell({ type: "started", conversation: "c", question: questionView(), answer: "a" });
    tell({ type: "failed", answer: answerView({ state: "failed", error }), error });
    return null;
  };
  await ask("How much salt?");
  await fireEvent.click(screen.getByTestId("failure-help"));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("No model"));
  app.helpAt = null;
  await fireEvent.click(screen.getByTestId("index-chip"));
  await fireEvent.click(await screen.findByTestId("index-help"));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Why a note isn't found"));
});

test("a vault that can't be opened says so while another one is open", async () => {
  const { app, backend } = await open("two");
  await app.openVault(backend.give("gone").token);
  expect((await screen.findByTestId("notice")).textContent).toContain("gone");
  expect(app.vault.vault?.name).toBe("Bread");
  app.notice = null;
  vi.spyOn(backend, "rebuildIndex").mockRejectedValueOnce(new Error("The disk is full."));
  await app.vault.rebuild();
  expect((await screen.findByTestId("notice")).textContent).toContain("The disk is full.");
});

test("Escape closes what is open over the window, and nothing beneath it", async () => {
  const { app, backend } = await open("stopped");
  const cancel = vi.spyOn(backend, "cancel");
  app.chat.composer.write({ text: "How much salt?" });
  const asked = app.chat.send();
  await waitFor(() => expect(app.chat.shown.turn?.answer).toBeTruthy());
  app.parts.links?.external(screen.getByTestId("composer"), "https://example.org/");
  await screen.findByTestId("external-link");
  await fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(screen.queryByTestId("external-link")).toBeNull());
  expect(cancel).not.toHaveBeenCalled();
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(cancel).toHaveBeenCalledOnce();
  await asked;
});

test("a larger text leaves less room, and the panes lie over the chat then", async () => {
  const { app } = await open();
  const before = app.width;
  document.documentElement.style.fontSize = "32px";
  await app.setAppearance({ size: 200 });
  await waitFor(() => expect(app.width).toBe(before / 2));
  document.documentElement.style.fontSize = "";
});

test("the palette names a new chat first, and what removes something last", async () => {
  await open();
  await fireEvent.click(screen.getByTestId("open-palette"));
  await screen.findByTestId("palette-input");
  const names = screen.getAllByTestId("palette-item").map(({ textContent }) => textContent);
  const commands = names.filter((name) => name.includes("Command: "));
  expect(commands[0]).toContain("New chat");
  expect(commands.at(-1)).toContain("Remove deleted conversations");
});

test("the sidebar's menu leads to what has no button of its own", async () => {
  const { app } = await open("insight");
  await fireEvent.click(screen.getByTestId("sidebar-menu"));
  for (const id of ["prompts", "memory", "graph"]) expect(screen.getByTestId(`menu-${id}`)).toBeTruthy();
  await fireEvent.click(screen.getByTestId("menu-insight"));
  await screen.findByTestId("insight");
  expect(app.insight.view).toBe("notes");
});

test("deleted conversations go for good only after a yes", async () => {
  const { app, backend } = await open();
  const erase = vi.spyOn(backend, "eraseDeleted");
  await fireEvent.click(screen.getByTestId("open-palette"));
  await fireEvent.input(await screen.findByTestId("palette-input"), { target: { value: "Remove deleted" } });
  await fireEvent.keyDown(screen.getByTestId("palette-input"), { key: "Enter", isComposing: true });
  expect(app.asking).toBeNull();
  await fireEvent.keyDown(screen.getByTestId("palette-input"), { key: "Enter" });
  expect((await screen.findByTestId("notice")).textContent).toContain("for good?");
  expect(erase).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId("notice-yes"));
  await waitFor(() => expect(erase).toHaveBeenCalledExactlyOnceWith(null));
});

test("the focus goes back to where it was when a dialog is taken away", async () => {
  const { app } = await open();
  const opener = screen.getByTestId("open-palette");
  opener.focus();
  await fireEvent.click(opener);
  await screen.findByTestId("palette-input");
  app.palette = null;
  await waitFor(() => expect(screen.queryByTestId("palette-input")).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test("settings that couldn't be read say so, and are read again", async () => {
  const backend = replay();
  vi.spyOn(backend, "getSettings").mockRejectedValueOnce(new Error("The settings are damaged."));
  const app = new AppState(backend);
  render(App, { app });
  await screen.findByTestId("composer");
  await waitFor(() => expect(app.settings.error).not.toBeNull());
  app.settingsAt = "search";
  expect((await screen.findByTestId("settings-outcome")).textContent).toContain("The settings are damaged.");
  await fireEvent.click(screen.getByTestId("read-settings"));
  await waitFor(() => expect(screen.getByTestId("settings-outcome").textContent).toContain("saved automatically"));
});

test("a new chat that is left at once takes the project of no other conversation", async () => {
  const { app, backend } = await open();
  await ask("How much salt?");
  const { id } = app.chat.shown;
  await app.own.change({ project: "rye" });
  const real = backend.conversationSettings;
  let go = () => {};
  const waits = new Promise<void>((done) => (go = done));
  vi.spyOn(backend, "conversationSettings").mockImplementation(async (conversation) => {
    if (conversation === null) await waits;
    return real(conversation);
  });
  app.newChat();
  await tick();
  await app.openConversation(id ?? "");
  await waitFor(() => expect(app.own.settings.project).toBe("rye"));
  go();
  await new Promise((done) => setTimeout(done, 20));
  expect((await real(id)).project).toBe("rye");
});

test("a part of a conversation that can't be removed says why", async () => {
  const { app, backend } = await open();
  await app.own.change({ plain: true });
  await screen.findByTestId("held-plain");
  vi.spyOn(backend, "setConversationSettings").mockRejectedValueOnce(new Error("The disk is full."));
  await fireEvent.click(screen.getByLabelText("Turn search on again in this conversation"));
  expect((await screen.findByTestId("notice")).textContent).toContain("The disk is full.");
  expect(screen.getByTestId("held-plain")).toBeTruthy();
});

test("Esc in the filter of notes empties it and stops no answer", async () => {
  const { app } = await open();
  const stop = vi.spyOn(app.chat, "stop");
  app.chat.shown.begin();
  const filter = screen.getByTestId<HTMLInputElement>("note-filter");
  filter.value = "salt";
  await fireEvent.input(filter);
  await fireEvent.keyDown(filter, { key: "Escape" });
  expect(filter.value).toBe("");
  expect(stop).not.toHaveBeenCalled();
  await fireEvent.keyDown(filter, { key: "Escape" });
  expect(stop).toHaveBeenCalledOnce();
});

test("resting on a number of what an answer rests on shows its passage", async () => {
  await open();
  await ask("How much salt?");
  const [source] = screen.getAllByTestId("source");
  source?.focus();
  const card = await screen.findByTestId("chip-popover");
  expect(card.querySelector("blockquote")?.textContent).not.toBe("");
  expect((await screen.findByTestId("note-date")).textContent).toMatch(/^changed \d/);
  // A press opens the passage, so the card goes, and stays away while the pointer stays.
  if (source) await fireEvent.click(source);
  await waitFor(() => expect(screen.queryByTestId("chip-popover")).toBeNull());
  if (source) await fireEvent.mouseOver(source);
  await new Promise((done) => setTimeout(done, 250));
  expect(screen.queryByTestId("chip-popover")).toBeNull();
  if (source) await fireEvent.mouseOut(source);
  if (source) await fireEvent.mouseOver(source);
  expect(await screen.findByTestId("chip-popover")).toBeTruthy();
});

test("a folder without notes says so where they would be", async () => {
  const { app, backend } = await open();
  expect(screen.queryByTestId("no-notes")).toBeNull();
  vi.spyOn(backend, "listNotes").mockResolvedValue([]);
  await app.vault.refreshNotes();
  expect((await screen.findByTestId("no-notes")).textContent).toContain("appear here automatically");
});
