import type { FoundServer, Model, Models, ServerSetting, Settings, WireOverride, WireProvider, WireSource } from "../ipc";
import { best, fold } from "../kit/fuzzy";

/** What speaks with a server, in the words of its users. */
export const kinds: Record<WireProvider, string> = { ollama: "Ollama", openAi: "OpenAI-compatible", anthropic: "Anthropic" };

/** Who told the size of a window. */
export const sources: Record<WireSource, string> = {
  server: "says the server",
  table: "known for this model",
  user: "set by you",
  assumed: "assumed, because the server doesn’t say",
};

/** Servers that many people have. */
export const presets: { id: string; label: string; kind: WireProvider | null; address: string; key: boolean }[] = [
  { id: "auto", label: "Find out by the address", kind: null, address: "", key: true },
  { id: "ollama", label: "Ollama", kind: "ollama", address: "http://localhost:11434", key: false },
  { id: "lmstudio", label: "LM Studio", kind: "openAi", address: "http://localhost:1234/v1", key: false },
  { id: "openai", label: "OpenAI", kind: "openAi", address: "https://api.openai.com/v1", key: true },
  { id: "anthropic", label: "Anthropic", kind: "anthropic", address: "https://api.anthropic.com", key: true },
  { id: "openrouter", label: "OpenRouter", kind: "openAi", address: "https://openrouter.ai/api/v1", key: true },
  { id: "other", label: "Another OpenAI-compatible server", kind: "openAi", address: "", key: true },
];

/** How a server is called: by its user, else by what it is. */
export function nameOf(server: Pick<FoundServer, "name" | "kind" | "baseUrl">): string {
  if (server.name) return server.name;
  const known = presets.find(({ address, kind }) => kind !== null && address !== "" && hostOf(address) === hostOf(server.baseUrl));
  return known?.label ?? kinds[server.kind];
}

/** Scheme, host and port of an address: what a key belongs to. Empty if it isn't an address. */
export function hostOf(address: string): string {
  const typed = address.trim();
  if (typed === "") return "";
  const url = URL.parse(typed.includes("://") ? typed : `http://${typed}`);
  return url && url.host !== "" && /^https?:$/.test(url.protocol) ? `${url.protocol}//${url.host}`.replace("//localhost", "//127.0.0.1") : "";
}

/** Whether an address is on this computer. */
export function isHere(address: string): boolean {
  return /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/.test(address);
}

/** What a model can do, in a few words. */
export function abilities(model: Model): string[] {
  const words: [keyof Model & ("tools" | "vision" | "thinking"), string][] = [
    ["tools", "tools"],
    ["vision", "images"],
    ["thinking", "thinking"],
  ];
  return words.flatMap(([ability, word]) => (model[ability].yes ? [word] : []));
}

/** A line of the list of models: a server, one of its models, or what it said instead. */
export type Row =
  | { type: "server"; key: string; server: FoundServer }
  | { type: "model"; key: string; server: FoundServer; model: Model }
  | { type: "none"; key: string; server: FoundServer; reason: string };

/** The models under their servers; with something typed, those that fit it, best first. */
export function rows(servers: FoundServer[], typed: string): Row[] {
  return servers.flatMap((server): Row[] => {
    const head: Row = { type: "server", key: server.baseUrl, server };
    const line = (model: Model): Row => ({ type: "model", key: `${server.baseUrl} ${model.name}`, server, model });
    const wanted = typed.trim();
    if (wanted !== "") {
      const found = best(wanted, server.models, (model) => [fold(model.name)], server.models.length);
      return found.length > 0 ? [head, ...found.map(line)] : [];
    }
    const reason = server.error?.message ?? (server.models.length === 0 ? "It offers no model." : null);
    const none: Row[] = reason === null ? [] : [{ type: "none", key: `${server.baseUrl} -`, server, reason }];
    return [head, ...none, ...server.models.map(line)];
  });
}

/** The settings with this model chosen. */
export function choose(settings: Settings, server: FoundServer, model: string): Settings {
  return { ...settings, chosen: { server: server.baseUrl, model } };
}

/** The settings with one server more. */
export function withServer(settings: Settings, server: ServerSetting): Settings {
  return { ...settings, servers: [...settings.servers, server] };
}

/** The settings without a server that was entered, and without what was said of it and its models. */
export function withoutServer(settings: Settings, server: FoundServer): Settings {
  return {
    ...settings,
    servers: settings.servers.filter(({ baseUrl }) => baseUrl !== server.typed),
    chosen: settings.chosen?.server === server.baseUrl ? null : settings.chosen,
    overrides: settings.overrides.filter((about) => about.server !== server.baseUrl),
  };
}

type Known = Pick<WireOverride, "window" | "tools" | "vision" | "thinking">;

const isAbout = (about: WireOverride, server: FoundServer, model: Model) =>
  (about.server === null || about.server === server.baseUrl) && (about.model === null || about.model === model.name);

/** What the user said of a model, be it of this one alone. */
export function known(settings: Settings, server: FoundServer, model: Model): Known {
  const said = settings.overrides
    .filter((about) => isAbout(about, server, model))
    .sort((a, b) => breadth(b) - breadth(a));
  const last = <K extends keyof Known>(of: K) => said.reduce<Known[K] | null>((kept, about) => about[of] ?? kept, null);
  return { window: last("window"), tools: last("tools"), vision: last("vision"), thinking: last("thinking") };
}

const breadth = (about: WireOverride) => (about.model === null ? 2 : 0) + (about.server === null ? 1 : 0);

/** The settings with this known of a model and nothing else; what is null is as it is found out. */
export function withKnown(settings: Settings, server: FoundServer, model: Model, now: Known): Settings {
  const cleared = settings.overrides
    // What is taken back of one model goes out of what was said of more of them, too: it can't be
    // both known and as found out.
    .map((about) => {
      if (!isAbout(about, server, model)) return about;
      const without = { ...about };
      for (const of of ["window", "tools", "vision", "thinking"] as const) if (now[of] === null) without[of] = null;
      return without;
    })
    .filter((about) => !(about.server === server.baseUrl && about.model === model.name))
    .filter(({ window, tools, vision, thinking }) => [window, tools, vision, thinking].some((value) => value !== null));
  const says = Object.values(now).some((value) => value !== null);
  return { ...settings, overrides: says ? [...cleared, { server: server.baseUrl, model: model.name, ...now }] : cleared };
}

/** How many models there are to choose from. */
export function modelCount(models: Models | null): number {
  return (models?.servers ?? []).reduce((sum, server) => sum + server.models.length, 0);
}
