import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import type { ModelsView, ServerView } from "../ipc";
import GetModelCard from "./GetModelCard.svelte";
import { chosenModel, offered, surroundings } from "./test-surroundings";

const server = (more: Partial<ServerView> = {}): ServerView => ({
  kind: "ollama",
  at: chosenModel().at,
  shown: "http://127.0.0.1:11434",
  setting: null,
  name: null,
  entered: false,
  another_users: false,
  unencrypted: false,
  models: [chosenModel().model],
  error: null,
  ...more,
});

const silent = server({ models: [], error: { code: { model: "refused" }, message: "Nothing answers.", tried: [] } });

function show(servers: ServerView[], around: Parameters<typeof surroundings>[0] = {}) {
  const found: ModelsView = { servers, chosen: null };
  const { models, context } = surroundings({ found, ...around });
  render(GetModelCard, { props: { found }, context });
  return models;
}

const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent?.trim());
const primary = () => [...document.querySelectorAll(".primary")].map(({ textContent }) => textContent?.trim());

test("the model that fits is offered first, beside Ollama and Later; the rest is behind Details", async () => {
  const offer = offered();
  const models = show([silent], { offer });
  expect(screen.getByRole("heading").textContent).toBe("Get a model that answers");
  expect(buttons()).toEqual(["Get Qwen3.5 2B (1.3 GB)", "Use Ollama", "Later"]);
  expect(primary()).toEqual(["Get Qwen3.5 2B (1.3 GB)"]);
  expect(screen.getByTestId("no-model").textContent).toContain("An answer starts after about 14 seconds.");
  const details = screen.getByTestId<HTMLDetailsElement>("model-card-details");
  expect(details.open).toBe(false);
  const told = details.textContent?.replace(/\s+/g, " ");
  expect(told).toContain("From huggingface.co, licence Apache-2.0. Needs about 1.9 GB of memory, and writes about 9 tokens a second.");
  expect(told).toContain("Weak at long questions. Not in our test so far.");
  expect(details.textContent).toContain("http://127.0.0.1:11434: Nothing answers.");
  await fireEvent.click(screen.getByTestId("get-offered"));
  expect(offer.get).toHaveBeenCalledOnce();
  await fireEvent.click(screen.getByTestId("use-server"));
  expect(models.setUp).toHaveBeenCalledOnce();
});

test("a server that was found is offered in Ollama’s place, and named", async () => {
  const models = show([silent, server()], { offer: offered() });
  expect(buttons()).toEqual(["Get Qwen3.5 2B (1.3 GB)", "Use llama3.2:3b", "Later"]);
  expect(screen.getByTestId("model-card-details").textContent).toContain("llama3.2:3b at http://127.0.0.1:11434.");
  await fireEvent.click(screen.getByTestId("offered-model"));
  expect(models.use).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: "ollama" }), "llama3.2:3b");
});

test("a warning about a server isn’t hidden", () => {
  show([server({ another_users: true, unencrypted: true })], { offer: offered() });
  const warning = screen.getByText(/run by another user of this computer, not encrypted\./);
  expect(warning.closest("details")).toBeNull();
});

test("without a model that fits, a server comes first", () => {
  show([server()]);
  expect(primary()).toEqual(["Use llama3.2:3b"]);
  expect(screen.queryByTestId("model-card-details")).toBeNull();
});

test("with nothing to get or use, the card says what runs models", () => {
  show([]);
  expect(primary()).toEqual(["Use Ollama"]);
  expect(screen.getByTestId("no-model").textContent).toContain("Ollama and LM Studio");
});

test("a chosen model that is away can be looked for again", async () => {
  const models = show([silent, server()], { away: "qwen3:8b", offer: offered() });
  expect(screen.getByRole("heading").textContent).toBe("The chosen model isn’t available");
  expect(buttons()).toEqual(["Retry", "Choose another model", "Later"]);
  await fireEvent.click(screen.getByTestId("find-again"));
  expect(models.find).toHaveBeenCalledOnce();
  await fireEvent.click(screen.getByTestId("choose-model"));
  expect(models.choose).toHaveBeenCalledOnce();
});

test("a download shows its progress and can be stopped; a failed one says why", async () => {
  const offer = offered({ percent: 12 });
  show([], { offer });
  expect(screen.getByTestId("getting-offered").textContent).toContain("Qwen3.5 2B: 12% of 1.3 GB");
  await fireEvent.click(screen.getByTestId("stop-offered"));
  expect(offer.stop).toHaveBeenCalledOnce();
});

test("a failed download says why, and can be tried again", () => {
  show([], { offer: offered({ failure: "huggingface.co can’t be reached." }) });
  expect(screen.getByRole("alert").textContent).toBe("huggingface.co can’t be reached.");
  expect(screen.getByTestId("get-offered")).toBeTruthy();
});

test("Later hides the card, also in the next chat, and a line brings it back", async () => {
  const { context } = surroundings({ offer: offered() });
  const props = { found: { servers: [], chosen: null } };
  const { unmount } = render(GetModelCard, { props, context });
  await fireEvent.click(screen.getByTestId("later"));
  expect(screen.queryByTestId("no-model")).toBeNull();
  unmount();
  render(GetModelCard, { props, context });
  expect(screen.queryByTestId("no-model")).toBeNull();
  await fireEvent.click(screen.getByTestId("show-model-card"));
  expect(screen.getByTestId("no-model")).toBeTruthy();
});
