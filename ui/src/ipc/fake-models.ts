import type { Capabilities, ChosenView, ServerAt, ServerView, Model, ModelsView, ServerSetting, Settings, Failure, KeyPlace, ModelOverride, PullEvent, Source, Trial } from "./bindings";
import { kindOf } from "./error";
import { type FakeOptions, fail } from "./fake-script";

const HERE = "http://127.0.0.1:11434";
const HOSTED = "https://openrouter.ai/api";
const NO_KEYCHAIN =
  "The key is used until Marginalia is closed, and must be entered again then, because no keychain runs on this computer.";

const said = (yes: boolean) => ({ yes, source: "server" as const });
const guessed = { yes: false, source: "assumed" as const };

function model(name: string, tokens: number, more: Partial<Capabilities> = {}, source: Source = "server"): Model {
  return { name, window: { tokens, source }, capabilities: { tools: said(true), vision: said(false), thinking: said(false), ...more } };
}

/** The address in one form: without what is the API's own path. */
export const shown = (address: string) => address.trim().replace(/\/+$/, "").replace(/\/v1$/, "").replace("//localhost", "//127.0.0.1");

/** The servers of the scripted backend, its keys, and what they make of both. */
export class FakeModels {
  readonly keys = new Map<string, string>();
  private readonly pulled: Model[] = [];
  private readonly stopped = new Set<string>();
  private readonly there: boolean;
  private readonly keychain: boolean;
  private readonly hosted: Model[];

  constructor(options: FakeOptions) {
    this.there = options.model ?? true;
    this.keychain = options.keychain ?? true;
    const makers = ["mistral", "qwen", "llama", "gemma", "phi"];
    this.hosted = Array.from({ length: options.hosted ?? 12 }, (_, at) =>
      model(`${makers[at % makers.length]}/model-${at + 1}`, 8192 * (1 + (at % 16)), {
        vision: said(at % 3 === 0),
        thinking: said(at % 4 === 0),
      }),
    );
  }

  find(settings: Settings): ModelsView {
    const servers = settings.servers.map((server) => this.look(server, true, settings));
    const found = this.look({ kind: "ollama", base_url: HERE, name: null }, false, settings);
    if (this.there && !servers.some(({ at }) => isAt(at, HERE))) servers.push(found);
    return { servers, chosen: this.choose(settings, servers) };
  }

  look(server: ServerSetting, entered: boolean, settings: Settings): ServerView {
    const baseUrl = shown(server.base_url);
    let models: Model[] = [];
    let error: Failure | null = null;
    if (baseUrl === HERE && this.there) {
      models = [
        model("llama3.2:3b", 8192),
        model("qwen3:8b", 40_960, { thinking: said(true) }),
        model("gemma3:4b", 8192, { vision: said(true), tools: guessed }, "assumed"),
        ...this.pulled,
      ];
    } else if (baseUrl === HOSTED) {
      if (!this.keys.has(origin(baseUrl))) error = fail({ model: "unauthorized" }, `${baseUrl} needs a key (401).`);
      else if (/wrong/.test(this.keys.get(origin(baseUrl)) ?? "")) error = fail({ model: "unauthorized" }, `${baseUrl} didn't accept the key (401).`);
      else models = this.hosted;
    } else {
      error = fail({ model: "refused" }, `${baseUrl} refused the connection: no server runs there.`);
    }
    models = models.map((one) => withUser(one, settings.overrides, baseUrl));
    const unencrypted = baseUrl.startsWith("http://") && !baseUrl.startsWith("http://127.0.0.1");
    return { kind: server.kind, at: { type: "address", address: baseUrl }, shown: baseUrl, setting: server, name: server.name ?? null, entered, another_users: false, unencrypted, models, error };
  }

  lookAt(address: string, settings: Settings): ServerView {
    const kind = shown(address) === HERE ? "ollama" : "openai";
    const found = this.look({ kind, base_url: address, name: null }, false, settings);
    if (found.error && kindOf(found.error) !== "unauthorized") throw found.error;
    return found;
  }

  tryModel(server: ServerSetting | null, name: string, settings: Settings): Trial {
    if (!server) throw fail("noModel", "The scripted backend has no engine.");
    const found = this.look(server, true, settings);
    if (found.error) throw found.error;
    const model = found.models.find((one) => one.name === name);
    if (!model) throw fail({ model: "modelMissing" }, `${found.shown} doesn't have “${name}” (404).`);
    return {
      model,
      question: "Say hello in one short sentence.",
      answer: "Hello! How can I help you today?",
      thought: model.capabilities.thinking.yes,
      first: 340,
      whole: 910,
      finish: "stop",
      usage: { prompt: 17, completion: 9 },
    };
  }

  setKey(address: string, key: string | null): KeyPlace | null {
    if (key === null) this.keys.delete(origin(address));
    else this.keys.set(origin(address), key);
    return this.keyPlace(address);
  }

  keyPlace(address: string): KeyPlace | null {
    if (!this.keys.has(origin(address))) return null;
    return this.keychain ? { type: "keychain" } : { type: "thisRun", detail: NO_KEYCHAIN };
  }

  async pull(server: ServerSetting, name: string, pace: number, tell: (event: PullEvent) => void): Promise<void> {
    const found = this.look(server, true, { servers: [], overrides: [] } as unknown as Settings);
    if (found.error || /missing/.test(name)) {
      const message = found.error?.message ?? `${found.shown} knows no model “${name}”.`;
      tell({ type: "failed", detail: { code: "modelMissing", message, retry_after: null } });
      return;
    }
    this.stopped.delete(name);
    tell({ type: "progress", detail: { status: "pulling manifest", completed: 0, total: 0 } });
    for (let percent = 0; percent <= 100; percent += 5) {
      await new Promise((done) => setTimeout(done, 4 * pace));
      if (this.stopped.has(name)) {
        tell({ type: "cancelled" });
        return;
      }
      tell({ type: "progress", detail: { status: "pulling 6a0746a1ec1a", completed: percent * 46_610_000, total: 4_661_000_000 } });
    }
    this.pulled.push(model(name, 8192));
    tell({ type: "done" });
  }

  stopPull(name: string): void {
    this.stopped.add(name);
  }

  private choose(settings: Settings, servers: ServerView[]): ChosenView | null {
    const { chosen } = settings;
    if (chosen) {
      const at = servers.find(({ at }) => chosen.server?.type === "address" && isAt(at, chosen.server.address));
      const offered = at?.models.find(({ name }) => name === chosen.model);
      const unlisted = model(chosen.model, 8192, { tools: guessed, vision: guessed, thinking: guessed }, "assumed");
      return at && (at.entered || (this.there && isAt(at.at, HERE)))
        ? chosenView(at, offered ?? withUser(unlisted, settings.overrides, at.shown))
        : null;
    }
    const first = servers.find(({ entered }) => entered);
    return first?.models[0] ? chosenView(first, first.models[0]) : null;
  }
}

const isAt = (at: ServerAt, address: string) => at.type === "address" && at.address === address;

const chosenView = ({ at, shown }: ServerView, model: Model): ChosenView => ({ at, shown, model, small: /\b1\.5b$/.test(model.name) });

function withUser(one: Model, overrides: ModelOverride[], server: string): Model {
  let now = one;
  for (const about of overrides) {
    if ((about.server && !isAt(about.server, server)) || (about.model ?? one.name) !== one.name) continue;
    if (about.window !== null) now = { ...now, window: { tokens: about.window, source: "user" } };
    for (const ability of ["tools", "vision", "thinking"] as const) {
      const yes = about[ability];
      if (yes !== null) now = { ...now, capabilities: { ...now.capabilities, [ability]: { yes, source: "user" } } };
    }
  }
  return now;
}

const origin = (address: string) => new URL(shown(address)).origin;
