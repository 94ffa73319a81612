import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import type { ModelsView, ServerAt, Settings } from "../ipc";
import { replay } from "../ipc/replay";
import { destinations } from "./privacy";
import PrivacyPage from "./PrivacyPage.svelte";
import { privacy as words } from "./sentences";
import type { SettingsState } from "./settings.svelte";

const plain = replay("no-model").settings;
const at = (address: string): ServerAt => (address === "" ? { type: "engine" } : { type: "address", address });
const server = (address: string) => ({
  kind: "openai" as const,
  at: at(address),
  shown: address,
  setting: { kind: "openai" as const, base_url: address, name: null },
  name: null,
  entered: true,
  another_users: false,
  unencrypted: false,
  models: [],
  error: null,
});
const models = (address: string) => ({ servers: [server(address)], chosen: { at: at(address), model: {} } }) as unknown as ModelsView;
const hosted = "https://models.example/v1";

const all = (settings: Settings, found: ModelsView | null = null) => destinations(settings, found).flatMap(({ what, to }) => (to === null ? [] : [[what, to]]));
/** What goes elsewhere, and where to, besides the request for a model's file. */
const leaving = (...given: Parameters<typeof all>) => all(...given).filter(([what]) => what !== words.downloads);

test("with everything on this computer, nothing leaves it", () => {
  expect(leaving(plain)).toEqual([]);
  expect(leaving(plain, models("http://127.0.0.1:11434"))).toEqual([]);
  expect(leaving(plain, models(""))).toEqual([]);
});

const search = (more: Partial<Settings["search"]>): Settings => ({ ...plain, search: { ...plain.search, ...more } });
const judged = (judge: Settings["check"]["judge"]): Settings => ({ ...plain, check: { judge } });
const embeddings = { type: "server" as const, server: { kind: "ollama" as const, base_url: hosted, name: null }, model: "m" };

test.each<[string, Settings, string]>([
  ["a server for meanings", search({ embeddings }), words.meanings],
  ["a vector store", search({ vectors: { type: "chroma", base_url: hosted } }), words.sharedVectors],
  ["a server that judges", judged({ ...embeddings, model: "bespoke-minicheck" }), words.judged],
  ["a server that ranks", search({ rerank: { type: "server", base_url: hosted, model: "m" } }), words.rerank],
])("%s is in the list", (_, settings, what) => {
  expect(leaving(settings)).toEqual([[what, hosted]]);
});

test.each([[true], [false]])("the chat model gets the passages found if it replaces a failed reranker (%j)", (replaces) => {
  const settings = search({ rerank: { type: "server", base_url: "http://localhost:8080", model: "m", or_chat_model: replaces } });
  expect(leaving(settings, models(hosted)).some(([what]) => what === words.rerank)).toBe(replaces);
});

test("a hosted model gets what is asked of it, and nothing else", () => {
  const settings = {
    ...search({ rewrite: true, write_queries: true, rerank: { type: "chatModel" } }),
    chat: { ...plain.chat, tools: true },
    check: { judge: { type: "chatModel" as const } },
  };
  expect(leaving(settings, models(hosted)).map(([what]) => what)).toEqual([
    words.questions,
    words.rerank,
    words.rewrite,
    words.writtenQuery,
    words.tools,
    words.judged,
    words.translated,
    words.list("OpenAI-compatible"),
  ]);
});

test("getting a model asks its host for it, wherever questions go", () => {
  expect(all(plain)).toEqual([[words.downloads, words.theirHost]]);
});

test("the web is in the list once it can be searched", () => {
  const searched = (service: Settings["web"]["service"]) => leaving({ ...plain, web: { ...plain.web, service } });
  const pages = [words.openedPages, words.theirServers];
  expect(searched({ type: "tavily" })).toEqual([[words.web, "https://api.tavily.com"], pages]);
  // A server of one's own asks others.
  const here = "http://localhost:8888";
  expect(searched({ type: "searXng", base_url: here })).toEqual([[words.web, words.throughSearxng(here)], pages]);
});

test("rows with the same data are listed one by one", () => {
  const found = models(hosted);
  const settings = {
    settings: search({ rerank: { type: "server", base_url: "http://10.0.0.9", model: "m", or_chat_model: true } }),
    models: { ...found, servers: [...found.servers, server("https://other.example/v1")] },
  } as unknown as SettingsState;
  render(PrivacyPage, { settings });
  expect(screen.getAllByText(words.rerank)).toHaveLength(2);
  expect(screen.getAllByText(words.list("OpenAI-compatible"))).toHaveLength(2);
});
