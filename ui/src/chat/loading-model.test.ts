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
  minutes: 4,
  testing: false,
  failure: null,
  stop: vi.fn(),
  dismiss: vi.fn(),
  ...more,
});

const onleave = vi.fn();

function show(around: Parameters<typeof surroundings>[0]) {
  onleave.mockClear();
  render(LoadingModel, { props: { onleave }, context: surroundings({ chosen: chosenModel(), ...around }).context });
  return screen.queryByTestId("loading-model")?.textContent?.trim();
}

test("while a model is downloaded, a line says how far it is and how long it takes, and the download can be stopped", async () => {
  const loading = download();
  expect(show({ download: loading })).toMatch(/^Getting Qwen3\.5 2B: 12% of 1\.3 GB, about 4 min left\s+Stop$/);
  expect(screen.getByRole<HTMLProgressElement>("progressbar", { name: "Download of Qwen3.5 2B" }).value).toBe(12);
  expect(screen.getByTestId("loading-status").textContent).toBe("Download of Qwen3.5 2B");
  await fireEvent.click(screen.getByRole("button", { name: "Stop the download of Qwen3.5 2B" }));
  expect(loading.stop).toHaveBeenCalledOnce();
  expect(onleave).toHaveBeenCalledOnce();
});

test.each([
  [null, "Getting Qwen3.5 2B: 12% of 1.3 GB Stop"],
  [89, "Getting Qwen3.5 2B: 12% of 1.3 GB, about 89 min left Stop"],
  [150, "Getting Qwen3.5 2B: 12% of 1.3 GB, about 3 h left Stop"],
])("%s minutes are told as people say them", (minutes, line) => {
  expect(show({ download: download({ minutes }) })?.replace(/\s+/g, " ")).toBe(line);
});

test("while it is tested, the line says so", () => {
  expect(show({ download: download({ percent: 100, testing: true }) })).toMatch(/^Qwen3\.5 2B is answering two test questions\s+Stop$/);
  expect(screen.getByTestId("loading-status").textContent).toBe("Qwen3.5 2B is answering two test questions");
});

test("a failure stays until it is dismissed", async () => {
  const failed = download({ failure: "It answered nothing." });
  show({ download: failed });
  expect(screen.getByRole("alert").textContent).toBe("It answered nothing.");
  await fireEvent.click(screen.getByTestId("dismiss-loading"));
  expect(failed.dismiss).toHaveBeenCalledOnce();
  expect(onleave).toHaveBeenCalledOnce();
});

test("without a download, or without a model that answers, there is no line", () => {
  expect(show({})).toBeUndefined();
  expect(show({ chosen: null, download: download() })).toBeUndefined();
});

test("an empty chat offers a better model while a small one answers, until its download begins", async () => {
  const better = offered();
  const onget = vi.fn();
  const around = { chosen: chosenModel(), found: { servers: [], chosen: chosenModel() }, better };
  const { unmount } = render(EmptyChat, { props: { onask: vi.fn(), onget }, context: surroundings(around).context });
  expect(screen.getByTestId("better-model").textContent).toMatch(/llama3\.2:3b is small\. This computer can run a better model\.\s*Get Qwen3\.5 2B/);
  await fireEvent.click(screen.getByTestId("get-offered"));
  expect(better.get).toHaveBeenCalledOnce();
  expect(onget).toHaveBeenCalledOnce();
  unmount();
  render(EmptyChat, { props: { onask: vi.fn(), onget }, context: surroundings({ ...around, download: download() }).context });
  expect(screen.queryByTestId("better-model")).toBeNull();
});
