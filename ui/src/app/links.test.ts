import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay, type Replayed } from "../ipc/replay";
import App from "./App.svelte";
import { AppState } from "./app.svelte";

async function open(backend = replay("salt")) {
  const app = new AppState(backend);
  render(App, { app });
  await screen.findByTestId("composer");
  return { app, backend };
}

test("a link writes a question and sends nothing", async () => {
  const { app, backend } = await open();
  app.chat.composer.write({ text: "What I write" });
  backend.tell("link", { type: "ask", question: "How much salt?" });
  await waitFor(() => expect(app.chat.composer.draft.text).toBe("What I write How much salt?"));
  expect(backend.asked).toEqual([]);
});

test("a link writes what to search for; it is looked for when the user says so", async () => {
  const { app, backend } = await open();
  const search = vi.spyOn(backend, "searchNotes");
  backend.tell("link", { type: "search", query: "salt" });
  const box = await screen.findByTestId<HTMLInputElement>("search");
  await waitFor(() => expect(box.value).toBe("salt"));
  expect(search).not.toHaveBeenCalled();
  expect(screen.getByTestId("search-status").textContent).toContain("Press Enter");
  await fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(app.vault.search.searched).toBe(true));
});

test("a link opens a note, or the receipt of an answer", async () => {
  const { app, backend } = await open();
  backend.tell("link", { type: "open", note: "Start here.md", line: null });
  await waitFor(() => expect(app.reader.path).toBe("Start here.md"));
  backend.tell("link", { type: "receipt", answer: "unknown" });
  await waitFor(() => expect(screen.getByTestId("tab-context").getAttribute("aria-selected")).toBe("true"));
  await screen.findByText(/no receipt/);
});

test("a link opens a note at a line, and an answer with the passage of its number", async () => {
  const { app, backend } = await open();
  backend.tell("link", { type: "open", note: "Ingredients/Salt.md", line: 3 });
  await waitFor(() => expect(document.querySelector("[data-testid=reader] .passage-mark")).not.toBeNull());
  app.chat.composer.write({ text: "How much salt?" });
  await app.chat.send();
  const answer = app.chat.shown.messages.at(-1);
  const reference = answer?.references.find(({ number }) => number === 2);
  const conversation = app.chat.shown.id ?? "";
  app.newChat();
  backend.tell("link", { type: "answer", conversation, answer: answer?.id ?? "", passage: 2 });
  await waitFor(() => expect(app.reference).toBe(reference?.id));
  expect(app.chat.shown.id).toBe(conversation);
});

test("the app can be started by a link, which waits for a vault", async () => {
  const link = { type: "ask" as const, question: "How much salt?" };
  const startedBy = (backend: Replayed) => {
    const { start } = backend;
    backend.start = async () => ({ ...(await start()), link });
    return backend;
  };
  const backend = startedBy(replay());
  const { app } = await open(backend);
  await waitFor(() => expect(app.chat.composer.draft.text).toBe("How much salt?"));

  const other = new AppState(startedBy(replay("closed")));
  await other.resume();
  expect(other.notice).toContain("Open a vault first");
});
