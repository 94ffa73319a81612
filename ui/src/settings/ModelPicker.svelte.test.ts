import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { RunningModelView } from "../ipc";
import { replay } from "../ipc/replay";
import ModelPicker from "./ModelPicker.svelte";
import { SettingsState } from "./settings.svelte";
import { withHost } from "./test-hosted";
import { withOffers } from "./test-local-models";

/** Closes as the app does: what it stood at is forgotten at once. */
async function open(recording = "models", hosted = 0, offers = false) {
  const backend = replay(recording);
  if (offers) withOffers(backend);
  if (hosted > 0) {
    backend.settings.servers = [{ kind: "openai", base_url: "https://openrouter.ai/api/v1", name: null }];
    withHost(backend, { models: hosted }).set("https://openrouter.ai", "sk-secret");
  }
  const state = new SettingsState(backend);
  await state.load();
  const anchor = document.body.appendChild(document.createElement("button"));
  const props = $state({ settings: state, anchor: anchor as Element, onclose: vi.fn(), onsettings: vi.fn() });
  const calls = { onclose: props.onclose, onsettings: props.onsettings };
  calls.onclose.mockImplementation(() => (props.anchor = null as unknown as Element));
  render(ModelPicker, { props });
  return { backend, state, ...calls };
}

const names = () => screen.getAllByTestId("model-option").map((option) => option.dataset["name"]);
const active = () => document.querySelector<HTMLElement>(".model.active")?.dataset["name"];

test("a few models are listed with windows and what they can do, and need no filter", async () => {
  await open();
  expect(names()).toEqual(["llama3.2:3b", "qwen3:8b", "gemma3:4b"]);
  expect(screen.queryByTestId("model-filter")).toBeNull();
  const [, qwen] = screen.getAllByTestId("model-option");
  expect(qwen?.textContent).toMatch(/tools · thinking\s*16k/);
  expect(screen.getAllByRole("option", { selected: true })).toHaveLength(1);
});

test("arrow keys and Enter choose", async () => {
  const { backend, onclose } = await open();
  const list = screen.getByRole("listbox");
  expect(active()).toBe("llama3.2:3b");
  await fireEvent.keyDown(list, { key: "ArrowDown" });
  await fireEvent.keyDown(list, { key: "ArrowDown" });
  await fireEvent.keyDown(list, { key: "ArrowDown" });
  await fireEvent.keyDown(list, { key: "ArrowUp" });
  expect(active()).toBe("qwen3:8b");
  await fireEvent.keyDown(list, { key: "Enter" });
  expect(onclose).toHaveBeenCalled();
  await waitFor(() => expect(backend.settings.chosen).toEqual({ server: { type: "address", address: "http://127.0.0.1:11434" }, model: "qwen3:8b" }));
});

test("of 400 models only those that are seen are drawn, and typing finds one", async () => {
  const { backend } = await open("models", 400);
  expect(names().length).toBeLessThan(40);
  const filter = screen.getByTestId("model-filter");
  await fireEvent.input(filter, { target: { value: "model-399" } });
  expect(names()).toEqual(["gemma/model-399"]);
  await fireEvent.keyDown(filter, { key: "Enter" });
  await waitFor(() => expect(backend.settings.chosen?.model).toBe("gemma/model-399"));
});

test("the list says if no model has the typed name", async () => {
  await open("models", 400);
  await fireEvent.input(screen.getByTestId("model-filter"), { target: { value: "zzzz" } });
  expect(screen.getByRole("status").textContent).toContain("No matching model");
});

test("a server that is away says what it said, and can be looked for again", async () => {
  const { backend, onsettings } = await open("no-model");
  expect(screen.getByRole("status").textContent).toContain("No model was found");
  const find = vi.spyOn(backend, "findModels");
  await fireEvent.click(screen.getByTestId("picker-look"));
  expect(find).toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId("picker-settings"));
  expect(onsettings).toHaveBeenCalled();
});

test("the model in memory is shown with what it takes, and is unloaded", async () => {
  const { backend, state } = await open();
  expect(screen.queryByTestId("running-model")).toBeNull();
  const notices = ["1.9 GB of memory are free, so “qwen.gguf” runs with a context window of 4096 tokens instead of 8192."];
  let running: RunningModelView | null = { name: "qwen3.5-2b", memory: 2130, window: 4096, device: "CPU", notices };
  backend.runningModel = async () => running;
  backend.unloadModel = async () => (running = null);
  await state.local.look();
  const shown = await screen.findByTestId("running-model");
  expect(shown.textContent).toContain("qwen3.5-2b is in memory and uses 2.1 GB");
  expect(shown.textContent).toContain(notices[0]);
  await fireEvent.click(screen.getByTestId("unload-model"));
  await waitFor(() => expect(screen.queryByTestId("running-model")).toBeNull());
  expect(running).toBeNull();
});

test("the recommended model can be got at any time, and isn’t offered once it is here", async () => {
  const { state } = await open("models", 0, true);
  expect(screen.getByTestId("picker-offer").textContent).toMatch(/Best fit for this computer\s*Get Qwen3\.5 2B \(1\.3 GB\)/);
  await fireEvent.click(screen.getByTestId("get-offered"));
  await waitFor(() => expect(screen.queryByTestId("picker-offer")).toBeNull());
  expect(state.local.advised).toBeNull();
});
