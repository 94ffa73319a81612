import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { kindOf, type SearchSettings } from "../ipc";
import { replay } from "../ipc/replay";
import { SettingsState } from "./settings.svelte";
import SettingsDialog from "./SettingsDialog.svelte";
import { dialog } from "./test-dialog";
import { withOffers } from "./test-local-models";

async function open({ model = true, ...search }: { model?: boolean } & Partial<SearchSettings> = {}) {
  const backend = replay(model ? "models" : "no-model");
  Object.assign(backend.settings.search, search);
  const onchanged = vi.fn();
  const state = new SettingsState(backend, onchanged);
  await state.load();
  const props = dialog(state);
  render(SettingsDialog, props);
  return { backend, state, onchanged, onclose: props.onclose, onappearance: props.onappearance };
}

/** What a browser tells when the focus leaves a field that was typed in. */
const leaveFields = () => fireEvent.change(document.querySelector("form") as HTMLFormElement);

test("found models are shown, with the source of the window's size", async () => {
  await open();
  const text = screen.getByTestId("settings").textContent;
  expect(text).toContain("llama3.2:3b");
  expect(text).toContain("8,192 tokens, reported by the server");
  expect(screen.getByTestId("server").textContent).toMatch(/Ollama.*3 models.*found on this computer/s);
});

test("without a model it says so", async () => {
  await open({ model: false });
  expect(screen.getByTestId("settings").textContent).toContain("No model found");
  expect(screen.queryByTestId("models-offer")).toBeNull();
});

test("without a model the page of models offers the recommended one", async () => {
  const { backend, state } = await open({ model: false });
  withOffers(backend);
  await state.local.load();
  expect((await screen.findByTestId("models-offer")).textContent).toContain("Get Qwen3.5 2B (1.3 GB)");
});

test("a number that is none is refused with a sentence, and nothing is saved", async () => {
  const { backend } = await open();
  const save = vi.spyOn(backend, "setSettings");
  await fireEvent.input(screen.getByLabelText("Room for the answer"), { target: { value: "lots" } });
  await leaveFields();
  expect(await screen.findByText(/The room for the answer must be a number/)).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
});

test("a refusal of the app is shown", async () => {
  const { state } = await open();
  const saved = await state.save((now) => ({ ...now, web: { ...now.web, results: 99 } }));
  expect(saved).toBe(false);
  expect(state.error && kindOf(state.error)).toBe("badInput");
  expect(state.settings?.web.results).toBe(5);
});

test("how passages are looked for is kept as it was entered", async () => {
  const embeddings = { type: "server" as const, server: { kind: "ollama" as const, base_url: "http://localhost:11434", name: null }, model: "" };
  const { backend } = await open({ embeddings });
  await fireEvent.input(screen.getByPlaceholderText("nomic-embed-text"), { target: { value: "bge-m3" } });
  await fireEvent.input(screen.getByLabelText("Minimum similarity"), { target: { value: "0.4" } });
  await leaveFields();
  await screen.findByText("Saved.");
  expect(backend.settings.search).toMatchObject({
    embeddings: { type: "server", server: { kind: "ollama", base_url: "http://localhost:11434", name: null }, model: "bge-m3" },
    rerank: { type: "off" },
    threshold: 0.4,
    max_k: 10,
    display_k: 5,
  });
  await fireEvent.input(screen.getByLabelText("Minimum similarity"), { target: { value: "very" } });
  await leaveFields();
  expect(await screen.findByText(/a number from 0 to 1/)).toBeTruthy();
});

test("own instructions are kept, and reset to the app's", async () => {
  const { backend } = await open();
  expect(screen.queryByTestId("reset-instructions")).toBeNull();
  // The app's own text is what one begins with.
  expect(screen.getByTestId<HTMLTextAreaElement>("instructions").value).toContain("You are Marginalia");
  await fireEvent.input(screen.getByTestId("instructions"), { target: { value: "Answer like a baker." } });
  await fireEvent.input(screen.getByTestId("reminder"), { target: { value: " Be short. " } });
  await fireEvent.click(screen.getByTestId("use-tools"));
  await leaveFields();
  await waitFor(() =>
    expect(backend.settings.chat).toMatchObject({ instructions: "Answer like a baker.", reminder: "Be short.", tools: false, compact: true }),
  );
  await fireEvent.click(screen.getByTestId("reset-instructions"));
  await leaveFields();
  await waitFor(() => expect(backend.settings.chat.instructions).toBeNull());
});

test("temperature, kept messages and both ways to ask otherwise are settings of their own", async () => {
  const { backend } = await open();
  await fireEvent.input(screen.getByTestId("temperature"), { target: { value: "0,7" } });
  await fireEvent.input(screen.getByTestId("kept-messages"), { target: { value: "9" } });
  await fireEvent.click(screen.getByTestId("multi-query"));
  await fireEvent.click(screen.getByTestId("write-queries"));
  await leaveFields();
  await waitFor(() => expect(backend.settings.chat).toMatchObject({ temperature: 0.7, kept_messages: 9 }));
  expect(backend.settings.search).toMatchObject({ rewrite: false, multi_query: true, write_queries: true });
  await fireEvent.input(screen.getByTestId("temperature"), { target: { value: "hot" } });
  await leaveFields();
  await screen.findByText(/temperature must be a number from 0 to 2/);
  await fireEvent.input(screen.getByTestId("temperature"), { target: { value: "" } });
  await fireEvent.input(screen.getByTestId("kept-messages"), { target: { value: "99" } });
  await leaveFields();
  await screen.findByText(/a number from 1 to 50/);
});

test.each([
  [["ten", "30", "60"], /whole percentages/],
  [["0", "30", "60"], /can’t be 0/],
  [["20", "30", "60"], /add up to 110%/],
])("shares of %j are refused with a sentence", async ([system = "", tools = "", messages = ""], expected) => {
  const { backend } = await open();
  await fireEvent.input(screen.getByTestId("share-system"), { target: { value: system } });
  await fireEvent.input(screen.getByTestId("share-tools"), { target: { value: tools } });
  await fireEvent.input(screen.getByTestId("share-messages"), { target: { value: messages } });
  await leaveFields();
  expect(screen.getByTestId("settings").textContent).toMatch(expected);
  expect(backend.settings.chat).toMatchObject({ shares: { system: 10, tools: 30, messages: 60 } });
});

test("a model writes lines on notes only if the user says so", async () => {
  const { backend } = await open();
  await fireEvent.click(screen.getByTestId("use-summaries"));
  await leaveFields();
  await waitFor(() => expect(backend.settings.chat).toMatchObject({ memories: false, summaries: true }));
});

test("tools can be left without a share", async () => {
  const { backend } = await open();
  await fireEvent.input(screen.getByTestId("share-tools"), { target: { value: "0" } });
  await leaveFields();
  await waitFor(() => expect(backend.settings.chat.shares.tools).toBe(0));
});

test("the judge of doubtful sentences is off by default, says what is sent, and is stored", async () => {
  const { backend } = await open();
  const judge = screen.getByTestId<HTMLSelectElement>("judge");
  expect(judge.value).toBe("off");
  expect(screen.queryByTestId("judge-sends")).toBeNull();

  await fireEvent.change(judge, { target: { value: "chatModel" } });
  expect(screen.getByTestId("judge-sends").textContent).toMatch(/sentence, at most 8 in an answer, is sent to this model with the passages/);
  await waitFor(() => expect(backend.settings.check).toEqual({ judge: { type: "chatModel" } }));

  await fireEvent.change(judge, { target: { value: "ollama" } });
  expect(await screen.findByText(/Enter the address of the judging model’s server/)).toBeTruthy();
  await fireEvent.input(screen.getByTestId("judge-address"), { target: { value: " http://localhost:11434 " } });
  await fireEvent.input(screen.getByPlaceholderText("bespoke-minicheck"), { target: { value: "bespoke-minicheck" } });
  await leaveFields();
  const server = { kind: "ollama", base_url: "http://localhost:11434", name: null };
  await waitFor(() => expect(backend.settings.check.judge).toEqual({ type: "server", server, model: "bespoke-minicheck" }));
});

test("a small model is said not to be asked", async () => {
  const { state } = await open();
  const judge = screen.getByTestId("judge");
  await fireEvent.change(judge, { target: { value: "chatModel" } });
  await screen.findByText("Saved.");
  expect(screen.queryByTestId("judge-small")).toBeNull();
  const { models } = state;
  if (!models?.chosen) throw new Error("no model is chosen");
  state.models = { ...models, chosen: { ...models.chosen, small: true } };
  expect((await screen.findByTestId("judge-small")).textContent).toMatch(/llama3\.2:3b isn’t used/);
});

const close = () => fireEvent(screen.getByTestId("settings"), new Event("cancel", { cancelable: true }));

test("typed values are stored when the settings are closed at once", async () => {
  const { backend } = await open();
  await fireEvent.input(screen.getByTestId("reminder"), { target: { value: "Be short." } });
  await close();
  await waitFor(() => expect(backend.settings.chat.reminder).toBe("Be short."));
});

test("a value that can't be stored keeps the settings open, on its page, until the user insists", async () => {
  const { backend, onclose } = await open();
  const save = vi.spyOn(backend, "setSettings");
  await fireEvent.input(screen.getByLabelText("Minimum similarity"), { target: { value: "very" } });
  await close();
  expect((await screen.findByTestId("settings-outcome")).textContent).toMatch(/Not saved yet. The minimum similarity/);
  expect(screen.getByTestId("settings-tab-search").getAttribute("aria-selected")).toBe("true");
  expect(onclose).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId("discard"));
  expect(onclose).toHaveBeenCalledOnce();
  expect(save).not.toHaveBeenCalled();
});

test("a field that didn't change saves nothing", async () => {
  const { backend } = await open();
  const save = vi.spyOn(backend, "setSettings");
  await leaveFields();
  expect(save).not.toHaveBeenCalled();
});

test("a setting is found by its name, and its field gets the focus on its page", async () => {
  await open();
  await fireEvent.input(screen.getByTestId("find-setting"), { target: { value: "similarity" } });
  await fireEvent.click((await screen.findAllByTestId("settings-hit"))[0] as HTMLElement);
  expect(document.getElementById("settings-search")?.hidden).toBe(false);
  await waitFor(() => expect(document.activeElement?.id).toBe("threshold"));
});

test("a setting is found by one of its values, which then has the focus", async () => {
  await open();
  const find = (value: string) => fireEvent.input(screen.getByTestId("find-setting"), { target: { value } });
  await find("dark");
  const [theme] = await screen.findAllByTestId("settings-hit");
  expect(theme?.textContent).toContain("Theme: Dark");
  await fireEvent.click(theme as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("theme-dark")));
  await find("tavily");
  const [service] = await screen.findAllByTestId("settings-hit");
  expect(service?.textContent).toContain("Search service: Tavily");
  await fireEvent.click(service as HTMLElement);
  await waitFor(() => expect(document.activeElement?.tagName).toBe("SELECT"));
});

test("the licences of its parts are listed by name, closed", async () => {
  await open();
  await fireEvent.click(screen.getByTestId("settings-tab-about"));
  const licences = (await screen.findByTestId("licences")).querySelectorAll("details");
  expect(licences.length).toBeGreaterThan(10);
  expect([...licences].filter(({ open }) => open)).toEqual([]);
  const mit = [...licences].find((one) => one.querySelector("summary")?.textContent.startsWith("MIT "));
  expect(mit?.querySelector("p")?.textContent).toContain("tokio ");
});

test("the look is chosen, the keys are listed, and nothing leaves a computer of one's own", async () => {
  const { onappearance } = await open();
  await fireEvent.click(screen.getByTestId("theme-dark"));
  expect(onappearance).toHaveBeenCalledExactlyOnceWith({ theme: "dark" });
  expect(screen.getByTestId("keyboard").textContent).toMatch(/Ctrl\s*N\s*New chat/);
  const leaving = [...screen.getByTestId("privacy").querySelectorAll('[data-leaves="true"] b')].map(({ textContent }) => textContent);
  expect(leaving).toEqual(["The download of a model"]);
});

test("a quick question from anywhere is off until it is switched on, and what the system hasn't is said", async () => {
  const { backend } = await open();
  expect(backend.settings.quick_ask).toEqual({ on: false, key: "controlShiftSpace" });
  expect(screen.queryByTestId("quick-ask-trouble")).toBeNull();
  await fireEvent.click(screen.getByTestId("quick-ask-on"));
  await fireEvent.change(screen.getByTestId("quick-ask-on"));
  await waitFor(() => expect(backend.settings.quick_ask.on).toBe(true));
  expect((await screen.findByTestId("quick-ask-trouble")).textContent).toContain("No tray");
  await fireEvent.change(screen.getByTestId("quick-ask-key"), { target: { value: "altSpace" } });
  await waitFor(() => expect(backend.settings.quick_ask).toEqual({ on: true, key: "altSpace" }));
});

test("changes are committed once that is chosen, which the search of the settings finds", async () => {
  const { backend } = await open();
  await fireEvent.input(screen.getByTestId("find-setting"), { target: { value: "git" } });
  expect(screen.getAllByTestId("settings-hit").some(({ textContent }) => textContent === "Commit each change with git Notes")).toBe(true);
  const box = screen.getByTestId<HTMLInputElement>("commit-changes");
  expect(box.checked).toBe(false);
  await fireEvent.click(box);
  await fireEvent.change(box);
  await waitFor(() => expect(backend.settings.commit_changes).toBe(true));
});

test("a change leaves alone what was changed elsewhere meanwhile, and so do two changes at once", async () => {
  const { backend, state } = await open();
  await backend.setSettings({ ...(await backend.getSettings()), exclude: ["Archive"] });
  const instructions = state.save((now) => ({ ...now, chat: { ...now.chat, instructions: "Be short." } }));
  const commits = state.save((now) => ({ ...now, commit_changes: true }));
  expect([await instructions, await commits]).toEqual([true, true]);
  expect(await backend.getSettings()).toMatchObject({ exclude: ["Archive"], commit_changes: true, chat: { instructions: "Be short." } });
});

test("the open page writes only what was changed in it, not what it shows of before", async () => {
  const { backend } = await open();
  const was = await backend.getSettings();
  const chosen = { server: { type: "address" as const, address: "http://10.0.0.7:11434" }, model: "another" };
  await backend.setSettings({ ...was, chosen, exclude: ["Archive/**"], chat: { ...was.chat, memories: !was.chat.memories, temperature: 0.2 } });
  const remind = async (reminder: string) => {
    await fireEvent.input(screen.getByTestId("reminder"), { target: { value: reminder } });
    await leaveFields();
    await waitFor(() => expect(backend.settings.chat.reminder).toBe(reminder));
  };
  // A value that is changed back is a change, too.
  for (const reminder of ["Be short.", "Be long.", was.chat.reminder]) {
    await remind(reminder);
    expect(backend.settings).toMatchObject({ chosen, exclude: ["Archive/**"], chat: { memories: !was.chat.memories, temperature: 0.2 } });
  }
});

test("failures of models are shown", async () => {
  const { backend, state } = await open();
  vi.spyOn(backend, "findModels").mockRejectedValueOnce(new Error("The settings are damaged."));
  await state.find();
  expect((await screen.findByTestId("models-trouble")).textContent).toBe("The settings are damaged.");
  await state.find();
  await waitFor(() => expect(screen.queryByTestId("models-trouble")).toBeNull());
});
