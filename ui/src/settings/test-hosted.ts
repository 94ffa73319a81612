import type { KeyPlace, Model, ServerSetting, ServerView } from "../ipc";
import type { Replayed } from "../ipc/replay";

/** Where the hosted models are. */
const AT = "https://openrouter.ai/api";
const place: KeyPlace[] = [
  { type: "keychain" },
  { type: "thisRun", detail: "The key is used until Marginalia is closed, because no keychain runs on this computer." },
];

/** Adds a hosted server that needs a key; no real one can be recorded. Returns the stored keys. */
export function withHost(backend: Replayed, { models = 12, keychain = true } = {}): Map<string, string> {
  const keys = new Map<string, string>();
  const origin = (address: string) => new URL(address).origin;
  const said = (yes: boolean) => ({ yes, source: "server" as const });
  const makers = ["mistral", "qwen", "llama", "gemma", "phi"];
  const offered = Array.from({ length: models }, (_, at): Model => ({
    name: `${makers[at % makers.length]}/model-${at + 1}`,
    window: { tokens: 8192 * (1 + (at % 16)), source: "server" },
    capabilities: { tools: said(true), vision: said(at % 3 === 0), thinking: said(at % 4 === 0) },
  }));
  const view = (setting: ServerSetting, entered: boolean): ServerView => {
    const hasKey = keys.has(origin(setting.base_url));
    const error = hasKey ? null : { code: { model: "unauthorized" as const }, message: `${AT} needs a key (401).`, tried: [] };
    return {
      kind: "openai",
      at: { type: "address", address: AT },
      shown: AT,
      setting,
      name: null,
      entered,
      another_users: false,
      unencrypted: false,
      models: hasKey ? offered : [],
      error,
    };
  };
  const isHosted = ({ base_url }: ServerSetting) => base_url.startsWith(AT);
  const { findModels, lookAtServer } = backend;
  backend.findModels = async () => {
    const found = await findModels();
    const { servers, chosen } = backend.settings;
    const hosted = servers.filter(isHosted).map((setting) => view(setting, true));
    const [first] = hosted;
    const model = first?.models.find(({ name }) => name === chosen?.model);
    const isChosen = chosen?.server?.type === "address" && chosen.server.address.startsWith(AT);
    return {
      servers: [...hosted, ...found.servers],
      chosen: isChosen ? (first && model ? { at: first.at, shown: AT, model, small: false } : null) : found.chosen,
    };
  };
  backend.lookAtServer = async (address) => (address.startsWith(AT) ? view({ kind: "openai", base_url: address, name: null }, false) : lookAtServer(address));
  backend.keyPlaces = async (addresses) => addresses.map((address) => (keys.has(origin(address)) ? (place[keychain ? 0 : 1] ?? null) : null));
  backend.setKey = async (address, key) => {
    if (key === null) keys.delete(origin(address));
    else keys.set(origin(address), key);
    return (await backend.keyPlaces([address]))[0] ?? null;
  };
  return keys;
}
