import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { FailureKind, HelpPage, HelpView } from "../ipc";
import HelpDialog from "./HelpDialog.svelte";
import { aboutFailure, type Place } from "./places";

/** A page of the help in the shapes that the app sends: a title, links, and sections. */
function pageOf(page: HelpPage): HelpView {
  const link = (to: string, anchor = "") => `<a class="wikilink" role="link" tabindex="0" data-target="${to}"${anchor}>${to || "below"}</a>`;
  const html = [
    `<h1 data-lines="1-1">About ${page}</h1>`,
    `<p data-lines="3-3">See ${link("troubleshooting.md", ' data-anchor="no-model"')}, ${link("", ' data-anchor="more"')} or <a class="external" data-href="https://ollama.com/">Ollama</a>.</p>`,
    `<h2 data-lines="5-5">No model</h2><p data-lines="7-7">Get one.</p>`,
    `<h2 data-lines="9-9">Why a note isn’t found</h2><p data-lines="11-11">It may be left out.</p>`,
    `<h2 data-lines="13-13">More</h2><p data-lines="15-15">And so on.</p>`,
  ].join("\n");
  const sections = [
    { name: `about-${page}`, line: 1 },
    { name: "no-model", line: 5 },
    { name: "why-a-note-isnt-found", line: 9 },
    { name: "more", line: 13 },
  ];
  return { html, sections };
}

function open(at: Place, read: (page: HelpPage) => ReturnType<typeof pageOf> = pageOf) {
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
    return pageOf(page);
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
