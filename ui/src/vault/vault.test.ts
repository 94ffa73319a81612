import { render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import type { Index } from "../ipc";
import { FakeBackend } from "../ipc/fake";
import IndexChip from "./IndexChip.svelte";
import { indexWords, VaultState } from "./vault.svelte";

async function vault(extraNotes = 0) {
  const backend = new FakeBackend({ extraNotes });
  const state = new VaultState(backend);
  await state.open(() => backend.openSampleVault());
  return { backend, state };
}

test("notes come by title", async () => {
  const { state } = await vault();
  expect(state.notes.slice(0, 3).map(({ title }) => title)).toEqual(["Autolyse", "Bulk fermentation", "Country loaf"]);
});

test("the filter finds by title, folder and alias, in any case", async () => {
  const { state } = await vault(10_000);
  const titles = (filter: string) => {
    state.filter = filter;
    return state.filtered.map(({ title }) => title);
  };
  expect(titles("SALT ingr")).toEqual(["Salt"]);
  expect(titles("home")).toEqual(["Start here"]);
  expect(titles("zzz")).toEqual([]);
  expect(titles("")).toHaveLength(state.notes.length);
});

test("a folder that can't be opened says why and leaves what was open", async () => {
  const { backend, state } = await vault();
  expect(await state.open(() => backend.openVault("nowhere"))).toBeNull();
  expect(state.error?.code).toBe("notAVault");
  expect(state.vault?.name).toBe("Bread");
});

test("search answers the newest question only", async () => {
  const { backend, state } = await vault();
  const real = backend.searchNotes.bind(backend);
  let release = () => {};
  vi.spyOn(backend, "searchNotes").mockImplementationOnce(async (query, limit) => {
    await new Promise<void>((done) => (release = done));
    return real(query, limit);
  });
  const slow = state.search("rye");
  await state.search("salt");
  release();
  await slow;
  expect(state.hits[0]?.matched).toContain("salt");
  await state.search(" ");
  expect(state.hits).toEqual([]);
  expect(state.query).toBe("");
});

describe("the index chip", () => {
  const index = (more: Partial<Index>): Index => ({
    state: { type: "synced" },
    indexed: 10,
    failed: [],
    excluded: 2,
    notice: null,
    passages: 30,
    ...more,
  });
  const problem = { path: "a.md", reason: "It isn't text." };

  test.each<[Partial<Index>, string]>([
    [{}, "Synced"],
    [{ state: { type: "indexing", done: 412, total: 1900 } }, "Indexing 412/1,900"],
    [{ failed: [problem] }, "1 needs attention"],
    [{ failed: [problem, { ...problem, path: "b.md" }] }, "2 need attention"],
    [{ state: { type: "failed", message: "The disk is full." } }, "Index failed"],
    [{ state: { type: "away", message: "The folder isn't there." } }, "Folder not there"],
  ])("%j says %s", (more, words) => {
    expect(indexWords(index(more)).text).toBe(words);
  });

  test("its panel has the three counts apart, and the reasons", async () => {
    render(IndexChip, { index: index({ failed: [problem] }) });
    screen.getByTestId("index-chip").click();
    const panel = await screen.findByTestId("index-panel");
    expect(panel.textContent).toMatch(/Notes indexed\s*10\s*Need attention\s*1\s*Excluded\s*2/);
    expect(panel.textContent).toContain("It isn't text.");
  });

  test("its panel says where the folder is, and how it is followed", async () => {
    const notice = "Marginalia looks for changes itself.";
    render(IndexChip, { index: index({ state: { type: "away", message: "The folder isn't there." }, notice }) });
    screen.getByTestId("index-chip").click();
    expect((await screen.findByTestId("index-panel")).textContent).toContain("The folder isn't there.");
    expect(screen.getByTestId("index-notice").textContent).toBe(notice);
  });
});
