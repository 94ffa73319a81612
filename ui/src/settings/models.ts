import {
  kindOf,
  type ChosenView,
  type ServerAt,
  type ServerView,
  type Model,
  type ModelsView,
  type ServerKind,
  type ServerSetting,
  type Settings,
  type ModelOverride,
  type Override,
} from "../ipc";
import { best, fold } from "../kit/fuzzy";
import { abilityWords, kinds, words } from "./sentences";

/** Common servers. */
export const presets = (): { id: string; label: string; kind: ServerKind | null; address: string; key: boolean }[] => [
  { id: "auto", label: words.detectKind, kind: null, address: "", key: true },
  { id: "ollama", label: "Ollama", kind: "ollama", address: "http://localhost:11434", key: false },
  { id: "lmstudio", label: "LM Studio", kind: "openai", address: "http://localhost:1234/v1", key: false },
  { id: "openai", label: "OpenAI", kind: "openai", address: "https://api.openai.com/v1", key: true },
  { id: "anthropic", label: "Anthropic", kind: "anthropic", address: "https://api.anthropic.com", key: true },
  { id: "openrouter", label: "OpenRouter", kind: "openai", address: "https://openrouter.ai/api/v1", key: true },
  { id: "other", label: words.otherServer, kind: "openai", address: "", key: true },
];

/** A server's name: the user's, otherwise its kind's. */
export function nameOf(server: Pick<ServerView, "name" | "kind" | "at">): string {
  if (server.name) return server.name;
  const host = hostOf(addressOf(server.at) ?? "");
  const known = presets().find(({ address, kind }) => kind !== null && address !== "" && hostOf(address) === host);
  return known?.label ?? kinds[server.kind];
}

/** The address of a server; the app’s own engine has none. */
export const addressOf = (at: ServerAt): string | null => (at.type === "address" ? at.address : null);

/** Scheme, host and port of an address, to which a key belongs. Empty if the address is invalid. */
export function hostOf(address: string): string {
  const typed = address.trim();
  const url = parsed(typed.includes("://") ? typed : `http://${typed}`);
  if (!url || url.host === "" || !/^https?:$/.test(url.protocol)) return "";
  // The same rule as for requests: without a scheme, a public name uses HTTPS.
  const scheme = !typed.includes("://") && isPublicName(url.hostname) ? "https:" : url.protocol;
  const port = url.port === "" ? "" : `:${url.port}`;
  return placeOf(`${scheme}//${url.hostname}${scheme === "https:" && port === ":443" ? "" : port}`);
}

/** Normalises an address for comparison: this computer has several names. */
function placeOf(address: string): string {
  return address.replace(/^(https?:\/\/)(localhost|\[::1?\]|0\.0\.0\.0)(?=[:/]|$)/, "$1127.0.0.1");
}

/** A key for a server's place, the same for all names of this computer. No address gives "". */
export const keyOf = (at: ServerAt): string => placeOf(addressOf(at) ?? "");

export function isSamePlace(one: ServerAt | null | undefined, other: ServerAt | null | undefined): boolean {
  return !!one && !!other && keyOf(one) === keyOf(other);
}

function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

function isPublicName(host: string): boolean {
  const isIp = host.startsWith("[") || /^[\d.]+$/.test(host);
  return !isIp && host.includes(".") && !/\.(local|lan|home|internal|localhost|arpa)$/.test(host);
}

/** True for an address on this computer. */
export function isHere(address: string): boolean {
  return /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/.test(address);
}

/** Warnings about a server before notes are sent there. */
export function cautions(server: ServerView): string[] {
  return [...(server.unencrypted ? [words.unencrypted] : []), ...(server.another_users ? [words.anotherUsers] : [])];
}

/** A model's abilities in a few words. */
export function abilities(model: Model): string[] {
  return (["tools", "vision", "thinking"] as const).flatMap((ability) => (model.capabilities[ability].yes ? [abilityWords[ability]] : []));
}

/** The error of a server, below its address, which it needn't repeat; null if there is none. */
export function errorOf({ error, shown }: ServerView): string | null {
  if (!error?.message.startsWith(`${shown} `)) return error?.message ?? null;
  const rest = error.message.slice(shown.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Nothing runs at the server's address. */
export const isOff = ({ error }: ServerView): boolean => error !== null && kindOf(error) === "refused";

/** A row of the list of models: a server, one of its models, or the server's error. */
export type Row =
  | { type: "server"; key: string; server: ServerView }
  | { type: "model"; key: string; server: ServerView; model: Model }
  | { type: "none"; key: string; server: ServerView; reason: string };

/** The models grouped by server; with a query, the matching ones, best first. */
export function rows(servers: ServerView[], typed: string): Row[] {
  return servers.flatMap((server): Row[] => {
    const head: Row = { type: "server", key: keyOf(server.at), server };
    const line = (model: Model): Row => ({ type: "model", key: `${keyOf(server.at)} ${model.name}`, server, model });
    const wanted = typed.trim();
    if (wanted !== "") {
      const found = best(wanted, server.models, (model) => [fold(model.name)], server.models.length);
      return found.length > 0 ? [head, ...found.map(line)] : [];
    }
    const reason = isOff(server) ? null : (errorOf(server) ?? (server.models.length === 0 ? words.offersNone : null));
    const none: Row[] = reason === null ? [] : [{ type: "none", key: `${keyOf(server.at)} -`, server, reason }];
    return [head, ...none, ...server.models.map(line)];
  });
}

/** Chooses this model in the settings. */
export function choose(settings: Settings, server: ServerView, model: string): Settings {
  return { ...settings, chosen: { server: server.at, model } };
}

/** Chooses the model in use unless one is chosen: a change in the list of servers must not send questions
 *  elsewhere. */
function withPresent(settings: Settings, present: ChosenView | null): Settings {
  return settings.chosen || !present ? settings : { ...settings, chosen: { server: present.at, model: present.model.name } };
}

/** Adds a server to the settings; `present` is the model in use. */
export function withServer(settings: Settings, server: ServerSetting, present: ChosenView | null): Settings {
  return { ...withPresent(settings, present), servers: [...settings.servers, server] };
}

/** Removes a server from the settings, with the overrides of its models. If its model was in use it stays
 *  chosen: it is asked only if it is found on this computer, and no other model is asked before the user
 *  chooses one. */
export function withoutServer(settings: Settings, server: ServerView, present: ChosenView | null): Settings {
  return {
    ...withPresent(settings, present),
    servers: settings.servers.filter(({ base_url }) => base_url !== server.setting?.base_url),
    overrides: settings.overrides.filter((about) => !isSamePlace(about.server, server.at)),
  };
}

/** Restores a removed server and the overrides of its models, as they were in `before`. */
export function withServerBack(settings: Settings, before: Settings, server: ServerView): Settings {
  const at = before.servers.findIndex(({ base_url }) => base_url === server.setting?.base_url);
  const [entered] = before.servers.slice(at, at + 1);
  if (at < 0 || !entered || settings.servers.some(({ base_url }) => isSamePlace({ type: "address", address: base_url }, server.at))) return settings;
  const said = before.overrides.filter((about) => isSamePlace(about.server, server.at));
  return { ...settings, servers: settings.servers.toSpliced(at, 0, entered), overrides: [...settings.overrides, ...said] };
}

/** True if another service at its address uses the same key. */
export function sharesKey(settings: Settings, server: ServerView): boolean {
  const { embeddings, vectors, rerank } = settings.search;
  const own = server.setting?.base_url ?? "";
  const others = settings.servers.map(({ base_url }) => base_url).filter((typed) => typed !== own);
  if (embeddings.type === "server") others.push(embeddings.server.base_url);
  if (vectors.type === "chroma") others.push(vectors.base_url);
  if (rerank.type === "server") others.push(rerank.base_url);
  if (settings.check.judge.type === "server") others.push(settings.check.judge.server.base_url);
  return others.some((address) => hostOf(address) === hostOf(own));
}

const isAbout = (about: ModelOverride, server: ServerView, model: Model) =>
  (!about.server || isSamePlace(about.server, server.at)) && (!about.model || about.model === model.name);

/** The user's overrides for a model, specific or general; specific ones win. */
export function known(settings: Settings, server: ServerView, model: Model): Override {
  const said = settings.overrides.filter((about) => isAbout(about, server, model)).sort((a, b) => breadth(b) - breadth(a));
  const last = <K extends keyof Override>(of: K) => said.reduce<Override[K] | null>((kept, about) => about[of] ?? kept, null);
  return { window: last("window"), tools: last("tools"), vision: last("vision"), thinking: last("thinking") };
}

const breadth = (about: ModelOverride) => (about.model ? 0 : 2) + (about.server ? 0 : 1);

/** Replaces the overrides of a model; null means automatic detection. */
export function withKnown(settings: Settings, server: ServerView, model: Model, now: Override): Settings {
  const cleared = settings.overrides
    // A value reset for one model is removed from broader overrides too: it can't be both overridden and
    // automatic.
    .map((about) => {
      if (!isAbout(about, server, model)) return about;
      const without = { ...about };
      for (const of of ["window", "tools", "vision", "thinking"] as const) if (now[of] === null) without[of] = null;
      return without;
    })
    .filter((about) => !(isSamePlace(about.server, server.at) && about.model === model.name))
    .filter(({ window, tools, vision, thinking }) => [window, tools, vision, thinking].some((value) => value !== null));
  const says = Object.values(now).some((value) => value !== null);
  return { ...settings, overrides: says ? [...cleared, { server: server.at, model: model.name, ...now }] : cleared };
}

export function modelCount(models: ModelsView | null): number {
  return (models?.servers ?? []).reduce((sum, server) => sum + server.models.length, 0);
}
