import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { FailureKind, HelpPage } from "../ipc";
import { fakeHelp } from "../ipc/fake-help";
import HelpDialog from "./HelpDialog.svelte";
import { aboutFailure, type Place } from "./places";

function open(at: Place, read: (page: HelpPage) => ReturnType<typeof fakeHelp> = fakeHelp) {
  const calls = { onexternal: vi.fn(), onclose: vi.fn(), read: vi.fn(async (page: HelpPage) => read(page)) };
  render(HelpDialog, { at, ...calls });
  return calls;
}

const body = () => screen.findByTestId("help-body");
const current = () => document.querySelector("[aria-current]")?.getAttribute("data-testid");
const focused = () => document.activeElement?.textContent;

test("it begins at the section that was asked for", async () => {
  open({ page: "search", section: "why-a-note-isnt-found" });
  expect((await body()).textContent).toContain("About search");
  await waitFor(() => expect(focused()).toBe("Why a note isn’t found"));
  expect(current()).toBe("help-page-search");
});

test("links lead to a section of another page, or of the same one; others leave the app", async () => {
  const { onexternal } = open({ page: "search", section: null });
  await body();
  await fireEvent.click(screen.getByText("Ollama"));
  expect(onexternal).toHaveBeenCalledExactlyOnceWith("https://ollama.com/");
  await fireEvent.click(screen.getByText("troubleshooting.md"));
  await waitFor(() => expect(focused()).toBe("No model"));
  expect(current()).toBe("help-page-troubleshooting");
  const below = await screen.findByText("below");
  await fireEvent.keyDown(below, { key: "Enter" });
  await waitFor(() => expect(focused()).toBe("More"));
  expect(current()).toBe("help-page-troubleshooting");
});

test("each page is reached from the list", async () => {
  const { read } = open({ page: "search", section: null });
  for (const page of ["context", "citations", "answers", "models", "privacy", "troubleshooting", "terminal"]) {
    await fireEvent.click(screen.getByTestId(`help-page-${page}`));
    await waitFor(() => expect(screen.getByTestId("help-body").textContent).toContain(`About ${page}`));
  }
  expect(read).toHaveBeenCalledTimes(8);
});

test("the slower of two pages doesn't win, and a page that can't be had says why", async () => {
  let release = () => {};
  const slow = new Promise<void>((done) => (release = done));
  const read = vi.fn(async (page: HelpPage) => {
    if (page === "search") await slow;
    if (page === "privacy") throw { code: "internal", message: "The page can't be read." };
    return fakeHelp(page);
  });
  render(HelpDialog, { at: { page: "search", section: null }, read, onexternal: vi.fn(), onclose: vi.fn() });
  await fireEvent.click(screen.getByTestId("help-page-models"));
  expect((await body()).textContent).toContain("About models");
  release();
  await slow;
  expect((await body()).textContent).toContain("About models");
  await fireEvent.click(screen.getByTestId("help-page-privacy"));
  expect((await screen.findByRole("alert")).textContent).toBe("The page can't be read.");
});

test.each<[FailureKind, string | null]>([
  ["noModel", "no-model"],
  ["unauthorized", "keys-and-accounts"],
  ["doesNotFit", "it-doesnt-fit"],
  ["internal", null],
])("of the failure %s the help says something under %s", (kind, section) => {
  expect(aboutFailure(kind)).toEqual({ page: "troubleshooting", section });
});
