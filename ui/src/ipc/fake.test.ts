import { describe, expect, test } from "vitest";

import type { Backend } from "./backend";
import type { AskRequest, TurnView } from "./bindings";
import { asFailure } from "./error";
import { FakeBackend } from "./fake";
import { tauri } from "./tauri";

const ask = (text: string, more: Partial<AskRequest> = {}): AskRequest => ({
  conversation: null,
  text,
  mode: "notes",
  attachments: [],
  passages_only: false,
  retry: null,
  edit: null,
  ...more,
});

async function turnOf(backend: Backend, request: AskRequest): Promise<TurnView[]> {
  const events: TurnView[] = [];
  await backend.ask(request, (event) => events.push(event));
  return events;
}

test("the fake does all that the real one does", () => {
  const fake = new FakeBackend();
  for (const name of Object.keys(tauri) as (keyof Backend)[]) expect(typeof fake[name], name).toBe("function");
});

// B45
describe("every scripted turn begins with started and ends in exactly one end", () => {
  const endings = ["finished", "cancelled", "failed"];
  test.each<[string, boolean, AskRequest, string]>([
    ["an answer", true, ask("How much salt?"), "finished"],
    ["nothing found", true, ask("xylophone"), "finished"],
    ["no notes", true, ask("How much salt?", { mode: "none" }), "finished"],
    ["a refused connection", true, ask("please fail"), "failed"],
    ["no model", false, ask("How much salt?"), "failed"],
    ["tools", true, ask("Please look up salt"), "finished"],
    ["a summary", true, ask("Tell me at length about salt"), "finished"],
    ["passages only", false, ask("How much salt?", { passages_only: true }), "finished"],
  ])("%s", async (_, model, request, ending) => {
    const events = await turnOf(new FakeBackend({ vault: true, model }), request);
    expect(events[0]?.type).toBe("started");
    expect(events.filter(({ type }) => endings.includes(type)).map(({ type }) => type)).toEqual([ending]);
    expect(events.at(-1)?.type).toBe(ending);
  });
});

test("blocks, put together, are the final answer's", async () => {
  const blocks: string[] = [];
  let final: string[] = [];
  await new FakeBackend({ vault: true }).ask(ask("How much salt?"), (event) => {
    if (event.type === "blocks") blocks.splice(event.from, Infinity, ...event.blocks);
    if (event.type === "finished") final = event.answer.blocks;
  });
  expect(blocks).toEqual(final);
  expect(final.length).toBeGreaterThan(2);
});

// B15
test("a passage keeps its number in the next turn", async () => {
  const backend = new FakeBackend({ vault: true });
  const numbers = async (request: AskRequest) => {
    const events = await turnOf(backend, request);
    const told = events.find((event) => event.type === "references");
    return new Map(told?.references.map(({ id, number }) => [id, number]));
  };
  const first = await numbers(ask("How much salt?"));
  const second = await numbers(ask("How much salt, and how long does bulk fermentation take?"));
  for (const [id, number] of second) if (first.get(id)) expect(number).toBe(first.get(id));
});

// B37
test("the preview of a draft has the total of the sent request", async () => {
  const backend = new FakeBackend({ vault: true });
  const request = ask("How much salt?");
  const preview = await backend.preview(request);
  const events = await turnOf(backend, request);
  expect(events.find((event) => event.type === "context")?.context.total).toBe(preview.total);
});

test("without a vault there is an error that says so", async () => {
  await expect(new FakeBackend().listNotes(null)).rejects.toMatchObject({ code: "noVault" });
});

test.each([
  [{ code: "refused", message: "No.", tried: ["a"] }, { code: "refused", message: "No.", tried: ["a"] }],
  [new Error("broken"), { code: "internal", message: "broken", tried: [] }],
  ["a string", { code: "internal", message: "a string", tried: [] }],
  ["invalid args `path` for command `open_note`: “../x” leads out.", { code: "badInput", message: "“../x” leads out.", tried: [] }],
  [null, { code: "internal", message: "null", tried: [] }],
])("%j as an error to show", (thrown, expected) => {
  expect(asFailure(thrown)).toEqual(expected);
});

test("a step of tools begins the answer anew, and its calls come back", async () => {
  const events = await turnOf(new FakeBackend({ vault: true }), ask("Please look up salt"));
  const steps = events.filter(({ type }) => type === "step");
  const answer = events.find((event) => event.type === "finished")?.answer;
  expect(answer?.steps).toHaveLength(steps.length);
  expect(answer?.steps.flatMap(({ calls }) => calls).every(({ state }) => state !== "running")).toBe(true);
  expect(answer?.blocks.join()).not.toContain("Let me see");
});

test("each chip of an answer has its own place among the citations", async () => {
  const events = await turnOf(new FakeBackend({ vault: true }), ask("How much salt? I doubt it"));
  const answer = events.find((event) => event.type === "finished")?.answer;
  const places = [...(answer?.blocks.join() ?? "").matchAll(/data-mark="(\d+)"/g)].map(([, at]) => Number(at));
  expect(places).toEqual(answer?.citations.map((_, at) => at));
  expect(answer?.citations.map(({ support }) => support)).toContain("unsupported");
});
