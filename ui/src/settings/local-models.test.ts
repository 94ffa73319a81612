import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { SpeedSource } from "../ipc";
import { replay } from "../ipc/replay";
import { minutesLeft, type Pull } from "./pull";
import { SettingsState } from "./settings.svelte";
import SettingsDialog from "./SettingsDialog.svelte";
import { dialog } from "./test-dialog";
import { withOffers } from "./test-local-models";

async function open() {
  const backend = replay("local");
  const { hold } = withOffers(backend);
  const state = new SettingsState(backend);
  await state.load();
  render(SettingsDialog, dialog(state));
  await screen.findByTestId("all-offers");
  return { backend, state, hold };
}

const click = (testid: string) => fireEvent.click(screen.getByTestId(testid));
const offered = () => screen.queryAllByTestId("offered").map((row) => row.dataset["id"]);
const here = () => screen.queryAllByTestId("local-model").map((row) => row.dataset["id"]);

test("the model that suits is offered with its size, licence and host, and the others on demand", async () => {
  await open();
  expect(offered()).toEqual(["qwen3.5-2b"]);
  expect(screen.getByTestId("offered").textContent).toContain("1.3 GB, Apache-2.0, from huggingface.co");
  const get = screen.getByTestId("get-model");
  expect([get.textContent, get.getAttribute("aria-label")]).toEqual(["Get (1.3 GB)", "Get Qwen3.5 2B (1.3 GB)"]);
  await click("all-offers");
  expect(offered()).toEqual(["qwen3.5-2b", "qwen3.5-4b", "gemma-4-12b"]);
  expect(screen.getByText(/more than this computer has for it/)).toBeTruthy();
});

test("each model says what our bench found, or that it wasn't measured", async () => {
  const { backend, state } = await open();
  expect(screen.getByTestId("offered").textContent).toContain("Not in our test so far.");
  const { offers, ...rest } = await backend.localModels();
  backend.localModels = async () => ({ ...rest, offers: offers.map((offer) => ({ ...offer, bench: [31, 40] })) });
  await state.local.load();
  await waitFor(() => expect(screen.getByTestId("offered").textContent).toContain("Our test: 31 of 40 questions answered right."));
});

test("a model's speed says whose answers it follows from", async () => {
  const { backend, state } = await open();
  const speed = () => screen.getByTestId("offered").textContent;
  expect(speed()).toContain("(estimated for this processor)");
  const { offers, ...rest } = await backend.localModels();
  const from = async (speed_source: SpeedSource) => {
    backend.localModels = () => Promise.resolve({ ...rest, offers: offers.map((offer) => ({ ...offer, speed_source })) });
    await state.local.load();
  };
  await from("another");
  await waitFor(() => expect(speed()).toContain("(estimated from the last answers of another model)"));
  await from("itself");
  await waitFor(() => expect(speed()).toContain("(measured in its last answers)"));
});

test("a model is got, is no longer offered, and is removed", async () => {
  const { state } = await open();
  expect(state.local.advised?.id).toBe("qwen3.5-2b");
  await click("get-model");
  await waitFor(() => expect(here()).toEqual(["qwen3.5-2b"]));
  expect(state.local.advised).toBeNull();
  expect(offered()).toEqual([]);
  await click("remove-model");
  expect(here()).toEqual(["qwen3.5-2b"]);
  expect(screen.getByTestId("really-remove-model").textContent).toBe("Delete the file (1.3 GB)");
  await click("really-remove-model");
  await waitFor(() => expect(here()).toEqual([]));
  expect(offered()).toEqual(["qwen3.5-2b"]);
});

test.each([
  ["at its speed so far", 10, 100, 4],
  ["at least one", 60, 2_000, 1],
  ["not in the first seconds", 4, 100, null],
  ["not before anything more is there", 60, 0, null],
])("the minutes that a download still takes are known, %s", (_, seconds, more, minutes) => {
  const detail = { status: "downloading", completed: 100 + more, total: 2_500 };
  const pull: Pull = { model: "a", running: true, event: { type: "progress", detail }, since: { at: 0, completed: 100 } };
  expect(minutesLeft(pull, seconds * 1000)).toBe(minutes);
  expect(minutesLeft({ ...pull, running: false }, seconds * 1000)).toBeNull();
});

// B60
test("a download is shown, is stopped, and what came of it is kept or deleted", async () => {
  const { state, hold } = await open();
  hold();
  await click("get-model");
  expect((await screen.findByTestId("getting")).textContent).toContain("% of 1.3 GB");
  await click("stop-getting");
  expect((await screen.findByTestId("got")).textContent).toContain("The next download continues from here");
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

test("a downloaded model is tested before it answers; one that fails says why until that is dismissed", async () => {
  const { backend, state } = await open();
  const message = "Qwen3.5 2B was downloaded but failed its test, so questions still go to coder.";
  let end = () => {};
  const { localModels } = backend;
  backend.getModel = async (_id, tell) => {
    tell({ type: "progress", detail: { status: "testing", completed: 1_281_000_000, total: 1_281_000_000 } });
    await new Promise<void>((done) => (end = done));
    backend.localModels = async () => {
      const list = await localModels();
      return { ...list, offers: list.offers.map((offer) => ({ ...offer, here: offer.advised })) };
    };
    tell({ type: "failed", detail: { code: "invalidReply", message, retry_after: null } });
  };
  await click("get-model");
  expect((await screen.findByTestId("getting")).textContent).toBe("Qwen3.5 2B is answering two test questions");
  expect(state.local.download).toMatchObject({ name: "Qwen3.5 2B", size: 1281, testing: true, failure: null });
  end();
  expect((await screen.findByTestId("test-failed")).textContent).toBe(message);
  expect(here()).toEqual(["qwen3.5-2b"]);
  expect(state.local.download).toMatchObject({ testing: false, failure: message });
  state.local.download?.dismiss();
  expect(state.local.download).toBeNull();
});

test("a better model is offered while a smaller one of the catalogue answers", async () => {
  const { backend, state } = await open();
  expect(state.better).toBeNull();
  const [server] = (await backend.findModels()).servers;
  const recorded = server?.models[0];
  if (!server || !recorded) throw new Error("The recording has a model.");
  const { localModels } = backend;
  const use = async (name: string, size: number) => {
    const model = { ...recorded, name };
    const chosen = { at: { type: "engine" as const }, shown: "", model, small: true };
    backend.findModels = async () => ({ servers: [server], chosen });
    backend.localModels = async () => {
      const { offers, ...rest } = await localModels();
      const [offer] = offers;
      return { ...rest, offers: offer ? [...offers, { ...offer, id: "coder", size, advised: false, here: true }] : [] };
    };
    await state.load();
    return state.better?.id;
  };
  expect(await use("coder", 1117)).toBe("qwen3.5-2b");
  expect(await use("coder", 7000)).toBeUndefined();
  expect(await use("a file of my own", 300)).toBeUndefined();
});

test("the folder for models is chosen in a dialog, and the app’s own is one click away", async () => {
  const { backend } = await open();
  expect(screen.queryByTestId("reset-models-folder")).toBeNull();
  const choosing = vi.spyOn(backend, "chooseModelsFolder").mockResolvedValueOnce(false);
  await click("choose-models-folder");
  expect(backend.settings.models_folder).toBeNull();
  const { localModels } = backend;
  choosing.mockImplementation(async () => {
    backend.settings.models_folder = "/data/models";
    backend.localModels = async () => ({ ...(await localModels()), folder: "/data/models" });
    return true;
  });
  backend.resetModelsFolder = async () => {
    backend.settings.models_folder = null;
    backend.localModels = localModels;
  };
  await click("choose-models-folder");
  const place = () => screen.getByTestId("choose-models-folder").parentElement?.textContent;
  await expect.poll(place).toContain("Models are stored in /data/models");
  await fireEvent.click(await screen.findByTestId("reset-models-folder"));
  await expect.poll(place).toContain("Models are stored in ~");
  expect(backend.settings.models_folder).toBeNull();
});

test("a file of one’s own is added as a copy or where it is, or not at all", async () => {
  const { backend } = await open();
  for (const [way, says] of [
    ["add-copy", "1 MB, your own file"],
    ["add-refer", "1 MB, your own file in another folder"],
  ] as const) {
    await click("add-model");
    expect((await screen.findByTestId("adding")).textContent).toContain("Add mine.gguf:");
    await click(way);
    expect((await screen.findByTestId("added")).textContent).toBe("mine was added.");
    expect(screen.queryByTestId("adding")).toBeNull();
    expect(within(screen.getByTestId("local-model")).getByText(says)).toBeTruthy();
    await click("remove-model");
    // A copy is a file to delete; what stays where it is only leaves the list.
    if (way === "add-copy") await click("really-remove-model");
    await waitFor(() => expect(here()).toEqual([]));
  }
  await click("add-model");
  await fireEvent.click(await screen.findByTestId("add-cancel"));
  expect(screen.queryByTestId("adding")).toBeNull();
  backend.chooseModelFile = async () => null;
  await click("add-model");
  await waitFor(() => expect(here()).toEqual([]));
});

test("a file that is no model has a reason", async () => {
  const { backend, state } = await open();
  state.local.offer(backend.give("/home/you/Flour prices.txt"));
  await fireEvent.click(await screen.findByTestId("add-copy"));
  expect((await screen.findByTestId("local-error")).textContent).toContain("isn't a model in the GGUF format");
  expect(screen.queryByTestId("adding")).toBeNull();
});
