import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { ServerAt } from "../ipc";
import { replay } from "../ipc/replay";
import { SettingsState } from "./settings.svelte";
import SettingsDialog from "./SettingsDialog.svelte";
import { dialog } from "./test-dialog";
import { withHost } from "./test-hosted";

const HOSTED = "https://openrouter.ai/api/v1";

async function open(keychain = true) {
  const backend = replay("models");
  const keys = withHost(backend, { keychain });
  const onchanged = vi.fn();
  const state = new SettingsState(backend, onchanged);
  await state.load();
  const { unmount } = render(SettingsDialog, dialog(state));
  return { backend, keys, state, onchanged, unmount };
}

const at = (address: string): ServerAt => ({ type: "address", address });
const click = (testid: string) => fireEvent.click(screen.getByTestId(testid));
const type = (testid: string, value: string) => fireEvent.input(screen.getByTestId(testid), { target: { value } });
const server = (address: string) => document.querySelector<HTMLElement>(`[data-testid=server][data-address="${address}"]`);

test("a server is added by its address, what it is being found out", async () => {
  const { backend } = await open();
  await click("add-server");
  await type("server-address", "http://127.0.0.1:11434");
  await click("add-server-now");
  await waitFor(() => expect(backend.settings.servers).toEqual([{ kind: "ollama", base_url: "http://127.0.0.1:11434", name: null }]));
  // What was found there is this one now.
  await waitFor(() => expect(server("http://127.0.0.1:11434")?.dataset["entered"]).toBe("true"));
  expect(screen.getAllByTestId("server")).toHaveLength(1);
  await click("remove-server");
  await waitFor(() => expect(backend.settings.servers).toEqual([]));
  await waitFor(() => expect(server("http://127.0.0.1:11434")?.dataset["entered"]).toBe("false"));
});

test("an address without an answer says so, and can be added once its kind is chosen", async () => {
  const { backend } = await open();
  await click("add-server");
  await type("server-address", "nowhere at all");
  await click("add-server-now");
  expect((await screen.findByTestId("add-complaint")).textContent).toContain("Enter the server’s address");
  await type("server-address", "http://127.0.0.1:1");
  await click("add-server-now");
  await waitFor(() => expect(screen.getByTestId("add-complaint").textContent).toContain("choose its kind"));
  expect(backend.settings.servers).toEqual([]);
  await fireEvent.change(screen.getByTestId("server-kind"), { target: { value: "other" } });
  expect(screen.getByTestId<HTMLInputElement>("server-address").value).toBe("http://127.0.0.1:1");
  await click("add-server-now");
  await waitFor(() => expect(server("http://127.0.0.1:1")?.textContent).toContain("no server runs there"));
});

// B54
test("a key is entered once for its address, said to be kept, and can be removed", async () => {
  const { backend, state, keys } = await open();
  await click("add-server");
  await fireEvent.change(screen.getByTestId("server-kind"), { target: { value: "openrouter" } });
  await type("key-entry", "sk-secret");
  await click("keep-key");
  expect((await screen.findByTestId("key")).textContent).toContain("stored in this computer’s keychain");
  await click("add-server-now");
  await waitFor(() => expect(server("https://openrouter.ai/api")?.textContent).toContain("12 models"));
  expect([...keys]).toEqual([["https://openrouter.ai", "sk-secret"]]);
  expect(JSON.stringify([backend.settings, state.settings, { ...localStorage }])).not.toContain("sk-secret");
  await waitFor(() => expect(screen.queryByTestId("add-server-now")).toBeNull());
  await click("remove-key");
  await waitFor(() => expect(server("https://openrouter.ai/api")?.textContent).toContain("Needs a key"));
  expect(keys.size).toBe(0);
});

test("a key that is typed and not yet kept goes with the server that is added", async () => {
  const { keys } = await open();
  await click("add-server");
  await fireEvent.change(screen.getByTestId("server-kind"), { target: { value: "openrouter" } });
  await type("key-entry", "sk-secret");
  await click("add-server-now");
  await waitFor(() => expect(server("https://openrouter.ai/api")?.textContent).toContain("12 models"));
  expect([...keys]).toEqual([["https://openrouter.ai", "sk-secret"]]);
});

test("without a keychain a key is for this run, and that is said in a sentence", async () => {
  const { backend } = await open(false);
  backend.settings.search.embeddings = { type: "builtIn" };
  await click("add-server");
  await fireEvent.change(screen.getByTestId("server-kind"), { target: { value: "openrouter" } });
  await type("key-entry", "sk-secret");
  await fireEvent.keyDown(screen.getByTestId("key-entry"), { key: "Enter" });
  expect((await screen.findByTestId("remove-key")).parentElement?.textContent).toContain("until Marginalia is closed");
});

async function enter(field: HTMLElement, value: string) {
  await fireEvent.input(field, { target: { value } });
  await fireEvent.change(field);
}

async function details() {
  const opened = await open();
  await click("open-server");
  return { ...opened, box: within(await screen.findByTestId("model-details")) };
}

test("a model is tested by a real question, and its real answer or error is shown", async () => {
  const { backend, box } = await details();
  await fireEvent.click(box.getByTestId("test-model"));
  const trial = await screen.findByTestId("trial");
  expect(trial.textContent).toContain("Hello! How can I help you today?");
  expect(trial.textContent).toMatch(/llama3\.2:3b started after 340 ms and took 910 ms\.\s+The server counted [\d,]+ tokens read and \d+ written\./);
  vi.spyOn(backend, "tryModel").mockRejectedValue({ code: "refused", message: "Nobody is there.", tried: [] });
  await fireEvent.click(box.getByTestId("test-model"));
  expect((await screen.findByTestId("trial-failure")).textContent).toBe("Nobody is there.");
  expect(screen.queryByTestId("trial")).toBeNull();
});

test("the user's values of a model are stored, marked as theirs, and can be reset", async () => {
  const { backend, state, onchanged, box } = await details();
  expect(box.getByTestId("window-source").textContent).toBe("8,192 tokens, reported by the server");
  onchanged.mockClear();
  await enter(box.getByTestId("model-window"), "4,096");
  await waitFor(() => expect(box.getByTestId("window-source").textContent).toBe("4,096 tokens, set by you"));
  expect(onchanged).toHaveBeenCalled();
  expect(state.chosen?.model).toMatchObject({ window: { tokens: 4096, source: "user" } });
  await fireEvent.change(box.getByTestId("model-vision"), { target: { value: "true" } });
  await waitFor(() => expect(backend.settings.overrides).toHaveLength(1));
  await waitFor(() => expect(backend.settings.overrides[0]).toMatchObject({ window: 4096, vision: true }));
  await enter(box.getByTestId("model-window"), "lots");
  expect((await box.findByRole("alert")).textContent).toContain("number of tokens");
  await enter(box.getByTestId("model-window"), "");
  await waitFor(() => expect(box.getByTestId("window-source").textContent).toBe("8,192 tokens, reported by the server"));
});

test("a model is downloaded by its name, with how far that is, and can be stopped", async () => {
  const { backend } = await open();
  await click("open-server");
  await fireEvent.input(await screen.findByTestId("pull-name"), { target: { value: "mistral-small" } });
  await click("pull-start");
  await waitFor(() => expect(screen.getByTestId("pull-status").textContent).toMatch(/\d+% of 4\.7 GB/));
  await click("pull-stop");
  await waitFor(() => expect(screen.getByTestId("pull-outcome").textContent).toContain("Stopped."));
  expect(backend.called("stopPull")).toHaveLength(1);
  await click("pull-start");
  await waitFor(() => expect(screen.getByTestId("pull-status").textContent).toMatch(/\d+% of/));
  backend.go();
  await waitFor(() => expect(screen.getByTestId("pull-outcome").textContent).toBe("mistral-small is ready."));
  await waitFor(() => expect(document.querySelector("[data-name=mistral-small]")).not.toBeNull());
  backend.pullModel = async (_server, name, tell) =>
    tell({ type: "failed", detail: { code: "modelMissing", message: `Ollama knows no model “${name}”.`, retry_after: null } });
  await fireEvent.input(screen.getByTestId("pull-name"), { target: { value: "missing" } });
  await click("pull-start");
  expect((await screen.findByRole("alert")).textContent).toContain("knows no model “missing”");
});

test("another model is chosen with one click", async () => {
  const { backend } = await details();
  const other = document.querySelector("[data-testid=server-model][data-name='qwen3:8b']");
  await fireEvent.click(other as Element);
  await click("use-model");
  await waitFor(() => expect(backend.settings.chosen).toEqual({ server: at("http://127.0.0.1:11434"), model: "qwen3:8b" }));
  await waitFor(() => expect(screen.getByTestId("models-now").textContent).toContain("qwen3:8b"));
});

test("a model that its server doesn't list is asked by its name", async () => {
  const { backend } = await open();
  await click("add-server");
  await fireEvent.change(screen.getByTestId("server-kind"), { target: { value: "other" } });
  await type("server-address", "http://127.0.0.1:1");
  await click("add-server-now");
  await type((await screen.findByTestId("named-model")).dataset["testid"] ?? "", "quiet-7b");
  await click("use-named");
  await waitFor(() => expect(backend.settings.chosen).toEqual({ server: at("http://127.0.0.1:1"), model: "quiet-7b" }));
  // It can be tried, and its window set, as any other.
  const details = within(await screen.findByTestId("model-details"));
  await enter(details.getByTestId("model-window"), "4096");
  await waitFor(() => expect(details.getByTestId("window-source").textContent).toBe("4,096 tokens, set by you"));
});

test("the key of a reranking server is the one of its address", async () => {
  const { backend, unmount, keys } = await open();
  keys.set("https://openrouter.ai", "sk-secret");
  unmount();
  backend.settings.search.rerank = { type: "server", base_url: "https://openrouter.ai/other", model: "r" };
  const state = new SettingsState(backend);
  await state.load();
  render(SettingsDialog, dialog(state));
  await waitFor(() => expect(screen.getByTestId("key").dataset["place"]).toBe("keychain"));
});

// B54
test("keys that are typed into the fields of search are kept with the rest", async () => {
  const { backend, unmount, keys } = await open();
  unmount();
  backend.settings.search.rerank = { type: "server", base_url: HOSTED, model: "r" };
  const state = new SettingsState(backend);
  await state.load();
  render(SettingsDialog, dialog(state));
  await type("key-entry", "sk-secret");
  await fireEvent.change(screen.getByTestId("key-entry"));
  await waitFor(() => expect(keys.size).toBe(1));
  expect([...keys]).toEqual([["https://openrouter.ai", "sk-secret"]]);
  expect(JSON.stringify(backend.settings)).not.toContain("sk-secret");
});

test("a server that is added doesn't get the questions, and one that is removed takes its key along", async () => {
  const { state, keys } = await open();
  await click("add-server");
  await fireEvent.change(screen.getByTestId("server-kind"), { target: { value: "openrouter" } });
  await type("key-entry", "sk-secret");
  await click("add-server-now");
  await waitFor(() => expect(server("https://openrouter.ai/api")?.textContent).toContain("12 models"));
  expect(state.chosen).toMatchObject({ at: at("http://127.0.0.1:11434"), model: { name: "llama3.2:3b" } });
  await state.save((now) => ({ ...now, chosen: { server: at("https://openrouter.ai/api"), model: "qwen/model-2" } }));
  await click("remove-server");
  const said = await screen.findByTestId("server-removed");
  expect(said.textContent).toContain("Questions go to no other server");
  expect(said.textContent).toContain("Its key was removed, too.");
  expect(keys.size).toBe(0);
  expect(state.chosen).toBeNull();
  expect(screen.getByTestId("models-now").textContent).toContain("Questions go to no other model until you choose one");
});

test("a server that was removed comes back where it was, with what was said of its models", async () => {
  const { state } = await open();
  await click("add-server");
  await fireEvent.change(screen.getByTestId("server-kind"), { target: { value: "openrouter" } });
  await click("add-server-now");
  await waitFor(() => expect(state.settings?.servers).toHaveLength(1));
  const about = { server: at("https://openrouter.ai/api/v1"), model: "qwen/model-2", window: 9000, tools: null, vision: null, thinking: null };
  await state.save((now) => ({ ...now, overrides: [about] }));
  const { servers, overrides } = state.settings ?? { servers: [], overrides: [] };
  await click("remove-server");
  await screen.findByTestId("server-removed");
  expect(state.settings?.servers).toEqual([]);
  await click("restore-server");
  await waitFor(() => expect(state.settings?.servers).toEqual(servers));
  expect(state.settings?.overrides).toEqual(overrides);
  expect(screen.queryByTestId("server-removed")).toBeNull();
});

test("a server that is typed and not added is there again when the settings are reopened", async () => {
  const { state } = await open();
  await click("add-server");
  await fireEvent.input(screen.getByTestId("server-address"), { target: { value: "http://nas:11434" } });
  document.body.innerHTML = "";
  render(SettingsDialog, dialog(state));
  expect(screen.getByTestId<HTMLInputElement>("server-address").value).toBe("http://nas:11434");
  await fireEvent.click(within(screen.getByTestId("add-server-form")).getByText("Cancel"));
  expect(state.typed).toBeNull();
});

test("a download goes on while its row is closed, and can be stopped when it is opened again", async () => {
  const { state } = await open();
  await click("open-server");
  await fireEvent.input(await screen.findByTestId("pull-name"), { target: { value: "mistral-small" } });
  await click("pull-start");
  await waitFor(() => expect(screen.getByTestId("pull-status").textContent).toMatch(/\d+% of/));
  await click("open-server");
  expect(screen.queryByTestId("pull")).toBeNull();
  expect(state.pullAt(at("http://localhost:11434"))).toMatchObject({ model: "mistral-small", running: true });
  await click("open-server");
  await click("pull-stop");
  await waitFor(() => expect(screen.getByTestId("pull-outcome").textContent).toContain("Stopped."));
});

test.each([
  ["says how to get Ollama where no server has a model", "no-model", true],
  ["says nothing of it where one has", "models", false],
] as const)("the list of models %s", async (_, recording, told) => {
  const state = new SettingsState(replay(recording), vi.fn());
  await state.load();
  render(SettingsDialog, dialog(state));
  await waitFor(() => expect(state.models).not.toBeNull());
  expect(screen.queryByTestId("use-ollama")?.textContent.includes("ollama pull llama3.2") ?? false).toBe(told);
});

test("the built-in engine has no address, and isn’t “found”", async () => {
  const backend = replay();
  const place = { kind: "engine" as const, at: { type: "engine" as const }, shown: "The built-in engine", setting: null };
  const find = backend.findModels;
  backend.findModels = async () => {
    const { servers, chosen } = await find();
    return { servers: servers.map((server) => ({ ...server, ...place, name: null })), chosen: chosen && { ...chosen, ...place } };
  };
  const state = new SettingsState(backend, vi.fn());
  await state.load();
  render(SettingsDialog, dialog(state));
  await waitFor(() => expect(screen.getByTestId("models-now").textContent).toMatch(/which runs in this app. Context: [\d,]+ tokens\.$/));
  expect(screen.getByTestId("server").textContent?.trim()).toBe("Built in 3 models runs in this app");
});
