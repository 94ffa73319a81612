import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import EmptyChat from "./EmptyChat.svelte";
import LoadingModel from "./LoadingModel.svelte";
import type { ModelDownload } from "./surroundings";
import { chosenModel, offered, surroundings } from "./test-surroundings";

const download = (more: Partial<ModelDownload> = {}) => ({
  name: "Qwen3.5 2B",
  size: 1281,
  percent: 12,
  testing: false,
  failure: null,
  stop: vi.fn(),
  dismiss: vi.fn(),
  ...more,
});

function show(around: Parameters<typeof surroundings>[0]) {
  render(LoadingModel, { context: surroundings({ chosen: chosenModel(), ...around }).context });
  return screen.queryByTestId("loading-model")?.textContent?.trim();
}

test("while a model is downloaded, a line says which one answers, and the download can be stopped", async () => {
  const loading = download();
  expect(show({ download: loading })).toMatch(/^Qwen3\.5 2B is being downloaded \(12% of 1\.3 GB\)\. Until it is ready, questions go to llama3\.2:3b\./);
  await fireEvent.click(screen.getByTestId("stop-loading"));
  expect(loading.stop).toHaveBeenCalledOnce();
});

test("while it is tested, the line says so", () => {
  expect(show({ download: download({ percent: 100, testing: true }) })).toMatch(
    /^Qwen3\.5 2B is answering three test questions\. Until it is ready, questions go to llama3\.2:3b\./,
  );
});

test("a failure stays until it is dismissed", async () => {
  const failed = download({ failure: "It couldn’t be stopped." });
  show({ download: failed });
  expect(screen.getByRole("alert").textContent).toBe("It couldn’t be stopped.");
  await fireEvent.click(screen.getByTestId("dismiss-loading"));
  expect(failed.dismiss).toHaveBeenCalledOnce();
});

test("without a download, or without a model that answers, there is no line", () => {
  expect(show({})).toBeUndefined();
  expect(show({ chosen: null, download: download() })).toBeUndefined();
});

test("an empty chat offers a better model while a small one answers, until its download begins", async () => {
  const better = offered();
  const around = { chosen: chosenModel(), found: { servers: [], chosen: chosenModel() }, better };
  const { unmount } = render(EmptyChat, { props: { onask: vi.fn() }, context: surroundings(around).context });
  expect(screen.getByTestId("better-model").textContent).toMatch(/llama3\.2:3b is small\. This computer can run a better model\.\s*Get Qwen3\.5 2B/);
  await fireEvent.click(screen.getByTestId("get-offered"));
  expect(better.get).toHaveBeenCalledOnce();
  unmount();
  render(EmptyChat, { props: { onask: vi.fn() }, context: surroundings({ ...around, download: download() }).context });
  expect(screen.queryByTestId("better-model")).toBeNull();
});
