import { expect, test } from "vitest";

import type { ChosenView, ServerAt, ServerView, Model, Settings, ModelOverride } from "../ipc";
import { replay } from "../ipc/replay";
import { choose, hostOf, isHere, known, nameOf, rows, withKnown, withoutServer, withServer } from "./models";

const can = { yes: false, source: "assumed" as const };
const model = (name: string): Model => ({
  name,
  window: { tokens: 8192, source: "server" },
  capabilities: { tools: can, vision: can, thinking: can },
});
const at = (address: string): ServerAt => ({ type: "address", address });
const server = (address: string, names: string[]): ServerView => ({
  kind: "openai",
  at: at(address),
  shown: address,
  setting: { kind: "openai", base_url: `${address}/v1`, name: null },
  name: null,
  entered: true,
  another_users: false,
  unencrypted: false,
  models: names.map(model),
  error: null,
});
const none = { window: null, tools: null, vision: null, thinking: null };
const about = (where: string | null, of: string | null, more: Partial<ModelOverride>): ModelOverride => ({
  server: where === null ? null : at(where),
  model: of,
  ...none,
  ...more,
});
const settings = (overrides: ModelOverride[]): Settings => ({ ...replay("unchosen").settings, overrides });

test.each([
  ["http://localhost:11434/api", "http://127.0.0.1:11434"],
  ["api.openai.com/v1", "https://api.openai.com"],
  ["api.openai.com:443", "https://api.openai.com"],
  ["http://api.openai.com/v1", "http://api.openai.com"],
  ["nas.local:11434", "http://nas.local:11434"],
  ["192.168.1.2:8080", "http://192.168.1.2:8080"],
  ["[::1]:1234/v1", "http://127.0.0.1:1234"],
  ["https://API.openai.com:443/v1", "https://api.openai.com"],
  ["", ""],
  ["ftp://host", ""],
  ["not an address", ""],
])("what the key of %j belongs to", (address, expected) => {
  expect(hostOf(address)).toBe(expected);
});

test.each([
  ["http://localhost:1234", true],
  ["http://127.0.0.1:8080/v1", true],
  ["http://localhost.example", false],
  ["https://127.example.com", false],
])("whether %j is this computer", (address, expected) => {
  expect(isHere(address)).toBe(expected);
});

test("a server is called what its user calls it, or what it is", () => {
  expect(nameOf({ name: "Attic", kind: "ollama", at: at("http://nas:11434") })).toBe("Attic");
  expect(nameOf({ name: null, kind: "openai", at: at("https://openrouter.ai/api") })).toBe("OpenRouter");
  expect(nameOf({ name: null, kind: "openai", at: at("http://nas:8080") })).toBe("OpenAI-compatible");
  expect(nameOf({ name: null, kind: "engine", at: { type: "engine" } })).toBe("Built in");
});

test("models stand under their servers, and typing leaves those that fit", () => {
  const refused = { ...server("http://b", []), error: { code: { model: "refused" as const }, message: "http://b refused the connection.", tried: [] } };
  const all = [server("http://a", ["llama3.2:3b", "qwen3:8b"]), refused, server("http://c", [])];
  const shown = (typed: string) =>
    rows(all, typed).map((row) => (row.type === "server" ? row.server.shown : row.type === "model" ? row.model.name : row.reason));
  expect(shown("")).toEqual(["http://a", "llama3.2:3b", "qwen3:8b", "http://b", "http://c", "It offers no model."]);
  expect(shown("qwen")).toEqual(["http://a", "qwen3:8b"]);
  expect(shown("zz")).toEqual([]);
  expect(new Set(rows(all, "").map(({ key }) => key)).size).toBe(6);
});

test("the narrowest word about a model wins", () => {
  const here = server("http://a", ["m"]);
  const said = settings([
    about("http://a", "m", { window: 3 }),
    about(null, null, { window: 1, tools: true }),
    about(null, "m", { window: 2, tools: false }),
    about("http://b", "m", { window: 9 }),
  ]);
  expect(known(said, here, model("m"))).toEqual({ window: 3, tools: false, vision: null, thinking: null });
  expect(known(said, here, model("other"))).toEqual({ window: 1, tools: true, vision: null, thinking: null });
});

test("resetting a model's value also removes the value for all models", () => {
  const here = server("http://a", ["m"]);
  const elsewhere = about("http://b", "m", { window: 9 });
  const said = settings([about(null, null, { window: 4096 }), elsewhere]);
  const cleared = withKnown(said, here, model("m"), none);
  expect(cleared.overrides).toEqual([elsewhere]);
  const now = withKnown(said, here, model("m"), { ...none, window: 2048, tools: true });
  expect(known(now, here, model("m"))).toEqual({ ...none, window: 2048, tools: true });
  const again = withKnown(now, here, model("m"), { ...none, tools: true });
  expect(again.overrides).toEqual([elsewhere, about("http://a", "m", { tools: true })]);
});

test("with a server goes what was said of it", () => {
  const here = server("http://a", ["m"]);
  const all: Settings = {
    ...settings([about("http://a", "m", { window: 1 }), about("http://b", "m", { window: 2 })]),
    servers: [
      { kind: "openai", base_url: "http://a/v1", name: null },
      { kind: "openai", base_url: "http://b/v1", name: null },
    ],
    chosen: { server: at("http://a"), model: "m" },
  };
  const left = withoutServer(all, here, null);
  expect(left.servers.map(({ base_url }) => base_url)).toEqual(["http://b/v1"]);
  // Questions don't move to the other one.
  expect(left.chosen).toEqual(all.chosen);
  expect(left.overrides).toHaveLength(1);
});

test("with a server more, questions go where they went", () => {
  const more = { kind: "openai" as const, base_url: "http://b/v1", name: null };
  const present = { at: at("http://a"), shown: "http://a", model: model("m"), small: false };
  expect(withServer(settings([]), more, present).chosen).toEqual({ server: at("http://a"), model: "m" });
  expect(withServer(settings([]), more, null).chosen).toBeNull();
  const chosen = { server: at("http://c"), model: "n" };
  expect(withServer({ ...settings([]), chosen }, more, present).chosen).toEqual(chosen);
  expect(withoutServer({ ...settings([]), servers: [more] }, server("http://b", []), present).chosen?.model).toBe("m");
});

test("a model's values for one name of this computer apply to its other names", () => {
  const said = settings([about("http://127.0.0.1:1234", "m", { window: 3 })]);
  expect(known(said, server("http://localhost:1234", ["m"]), model("m")).window).toBe(3);
  expect(known(said, server("http://localhost:12345", ["m"]), model("m")).window).toBeNull();
});

test("with the built-in model in use a server more leaves it chosen, and what is kept has no name for people in it", () => {
  const engine: ServerAt = { type: "engine" };
  const present: ChosenView = { at: engine, shown: "The built-in engine", model: model("m"), small: true };
  const builtIn: ServerView = { ...server("", ["m"]), kind: "engine", at: engine, shown: "The built-in engine", setting: null, entered: false };
  const kept = withServer(settings([]), { kind: "openai", base_url: "http://b/v1", name: null }, present);
  expect(kept.chosen).toEqual({ server: engine, model: "m" });
  const there = choose(kept, server("http://b", ["n"]), "n");
  expect(there.chosen).toEqual({ server: at("http://b"), model: "n" });
  const back = withKnown(choose(there, builtIn, "m"), builtIn, model("m"), { ...none, window: 2048 });
  expect(back.chosen).toEqual(kept.chosen);
  expect(known(back, builtIn, model("m")).window).toBe(2048);
  expect(JSON.stringify(back)).not.toMatch(/built-in|engine:/i);
});
