import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test } from "vitest";

import { FakeBackend } from "../ipc/fake";
import { SettingsState } from "./settings.svelte";
import SettingsDialog from "./SettingsDialog.svelte";
import { dialog } from "./test-dialog";

async function open(pace = 0) {
  const backend = new FakeBackend({ vault: true, pace });
  const state = new SettingsState(backend);
  await state.load();
  render(SettingsDialog, dialog(state));
  await screen.findByTestId("all-offers");
  return { backend, state };
}

const click = (testid: string) => fireEvent.click(screen.getByTestId(testid));
const offered = () => screen.queryAllByTestId("offered").map((row) => row.dataset["id"]);
const here = () => screen.queryAllByTestId("local-model").map((row) => row.dataset["id"]);

test("the model that suits is offered with its size, licence and host, and the others on demand", async () => {
  await open();
  expect(offered()).toEqual(["qwen3.5-2b"]);
  expect(screen.getByTestId("get-model").textContent).toBe("Get Qwen3.5 2B (1.3 GB, Apache-2.0, from huggingface.co)");
  await click("all-offers");
  expect(offered()).toEqual(["qwen3.5-2b", "qwen3.5-4b", "gemma-4-12b"]);
  expect(screen.getByText(/more than this computer can give it/)).toBeTruthy();
});

test("a model is got, is no longer offered, and is removed", async () => {
  const { state } = await open();
  expect(state.local.advised?.id).toBe("qwen3.5-2b");
  await click("get-model");
  await waitFor(() => expect(here()).toEqual(["qwen3.5-2b"]));
  expect(state.local.advised).toBeNull();
  expect(offered()).toEqual([]);
  await click("remove-model");
  await waitFor(() => expect(here()).toEqual([]));
  expect(offered()).toEqual(["qwen3.5-2b"]);
});

// B60
test("a download is shown, is stopped, and what came of it is kept or deleted", async () => {
  const { state } = await open(1);
  await click("get-model");
  expect((await screen.findByTestId("getting")).textContent).toContain("% of 1.3 GB");
  await click("stop-getting");
  expect((await screen.findByTestId("got")).textContent).toContain("What came is kept");
  const row = within(screen.getByTestId("offered"));
  await waitFor(() => expect(row.getByTestId("forget-model").textContent).toContain("Delete the"));
  await click("forget-model");
  await waitFor(() => expect(screen.queryByTestId("forget-model")).toBeNull());
  expect(state.local.error).toBeNull();
});

test("a download that fails says why", async () => {
  const { backend, state } = await open();
  const error = { code: "other" as const, message: "huggingface.co can’t be reached.", tried: [] };
  backend.getModel = async (_id, tell) => tell({ type: "failed", detail: { code: "refused", message: error.message, retry_after: null } });
  await click("get-model");
  expect((await screen.findByTestId("got")).textContent).toBe(error.message);
  expect(state.local.pull("qwen3.5-2b")?.running).toBe(false);
});

test("the folder for models is kept with the settings", async () => {
  const { backend } = await open();
  await fireEvent.input(screen.getByTestId("models-folder"), { target: { value: "/data/models" } });
  await click("move-models");
  await waitFor(() => expect(backend.settings.models_folder).toBe("/data/models"));
  await waitFor(() => expect(screen.getByText(/They are in \/data\/models/)).toBeTruthy());
});
