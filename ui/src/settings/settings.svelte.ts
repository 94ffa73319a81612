import {
  asFailure,
  type Backend,
  type FileGroupSize,
  type LogReport,
  type ServerAt,
  type ServerView,
  type ModelsView,
  type QuickAskTroubles,
  type Settings,
  type Failure,
  type KeyPlace,
  type Trial,
} from "../ipc";

import { LocalModels } from "./local-models.svelte";
import { isSamePlace, keyOf, nameOf, sharesKey, withoutServer, withServerBack } from "./models";
import type { Pull } from "./pull";
import { words } from "./sentences";

/** What the user set, and the models that are there. */
export class SettingsState {
  settings: Settings | null = $state.raw(null);
  /** The instructions that a model gets unless the user wrote others. */
  defaultInstructions = $state("");
  /** A server that is typed and not added yet; it stays when the settings are closed. */
  typed: { preset: string; address: string; name: string } | null = $state(null);
  /** The server that was removed last, until something else is done. */
  removed: { said: string; undo: () => Promise<boolean> } | null = $state.raw(null);
  models: ModelsView | null = $state.raw(null);
  searching = $state(false);
  saved = $state(false);
  error: Failure | null = $state.raw(null);
  /** What couldn't be done with the servers or their models. */
  trouble: Failure | null = $state.raw(null);
  /** The models that run without a server. */
  readonly local: LocalModels;
  /** What of reaching the window for a quick question there isn't. */
  quickAsk: QuickAskTroubles | null = $state.raw(null);
  private pulls: Record<string, Pull> = $state.raw({});

  private ticket = 0;
  private saving: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly backend: Backend,
    /** The settings or the models are others now. */
    private readonly onchanged: () => void = () => {},
  ) {
    this.local = new LocalModels(backend, () => this.again());
  }

  /** The log, for a report. */
  report(): Promise<LogReport | null> {
    return this.backend.logReport();
  }

  /** The files of each kind besides notes that the open vault has. */
  documentSizes(): Promise<FileGroupSize[]> {
    return this.backend.documentSizes();
  }

  get chosen() {
    return this.models?.chosen ?? null;
  }

  /** The name of the model that the user chose, if it isn't there now. */
  get away(): string | null {
    return this.models && !this.chosen ? (this.settings?.chosen?.model ?? null) : null;
  }

  /** All servers; the chosen model stands with its server even if that doesn't list it. */
  get servers(): ServerView[] {
    const chosen = this.chosen;
    return (this.models?.servers ?? []).map((server) => {
      const isListed = server.models.some(({ name }) => name === chosen?.model.name);
      return chosen && isSamePlace(server.at, chosen.at) && !isListed ? { ...server, models: [chosen.model, ...server.models] } : server;
    });
  }

  async load(): Promise<void> {
    try {
      [this.settings, this.defaultInstructions] = await Promise.all([this.backend.getSettings(), this.backend.defaultInstructions()]);
    } catch (thrown) {
      this.error = asFailure(thrown);
    }
    await Promise.all([this.find(), this.local.load()]);
  }

  /** The models that run without a server, or their folder, are others now. */
  private async again(): Promise<void> {
    try {
      this.settings = await this.backend.getSettings();
      await this.find();
    } catch (thrown) {
      this.trouble = asFailure(thrown);
    }
  }

  async lookAtQuickAsk(): Promise<void> {
    this.quickAsk = await this.backend.quickAskTroubles().catch(() => null);
  }

  /** Asks the servers for their models. */
  async find(): Promise<void> {
    this.ticket += 1;
    const ticket = this.ticket;
    this.searching = true;
    try {
      const models = await this.backend.findModels();
      if (ticket !== this.ticket) return;
      this.models = models;
      this.trouble = null;
      this.onchanged();
    } catch (thrown) {
      if (ticket === this.ticket) this.trouble = asFailure(thrown);
    } finally {
      if (ticket === this.ticket) this.searching = false;
    }
  }

  /** Keeps the settings, one change after the other; `change` makes them from those that are kept, which
   *  the terminal or another window may have changed since they were shown. */
  save(change: (settings: Settings) => Settings): Promise<boolean> {
    const saved = this.saving.then(() => this.keep(change));
    this.saving = saved;
    return saved;
  }

  private async keep(change: (settings: Settings) => Settings): Promise<boolean> {
    this.saved = false;
    this.error = null;
    try {
      const settings = change(await this.backend.getSettings());
      await this.backend.setSettings(settings);
      this.settings = settings;
      this.saved = true;
    } catch (thrown) {
      this.error = asFailure(thrown);
      return false;
    }
    await this.find();
    return true;
  }

  /** Takes a server out of the list, and its key out of the keychain unless something else is asked at
   *  the same address. It can be brought back, without its key. */
  async removeServer(server: ServerView): Promise<void> {
    const before = this.settings;
    const said = await this.takeOut(server);
    const isOut = before !== null && this.settings !== before;
    const undo = () => this.save((now) => withServerBack(now, before ?? now, server));
    this.removed = { said, undo: isOut ? undo : () => Promise.resolve(false) };
  }

  /** Brings the server back that was removed last. */
  async restoreServer(): Promise<void> {
    const { removed } = this;
    this.removed = null;
    await removed?.undo();
  }

  /** Gives a sentence for the user. */
  private async takeOut(server: ServerView): Promise<string> {
    const name = nameOf(server);
    const wasAsked = isSamePlace(this.chosen?.at, server.at);
    if (!(await this.save((now) => withoutServer(now, server, this.chosen)))) {
      return words.notRemoved(name, this.error?.message ?? "");
    }
    let said = words.removed(name);
    if (wasAsked && !this.chosen) said += ` ${words.noOtherServer}`;
    try {
      const address = server.setting?.base_url;
      if (this.settings && address && !sharesKey(this.settings, server) && (await this.keyPlace(address))) {
        await this.setKey(address, null);
        said += ` ${words.keyRemoved}`;
      }
    } catch (thrown) {
      said += ` ${asFailure(thrown).message}`;
    }
    return said;
  }

  /** Where the key of an address is kept; null if there is none. */
  async keyPlace(address: string): Promise<KeyPlace | null> {
    const [place] = await this.backend.keyPlaces([address]);
    return place ?? null;
  }

  /** Keeps the key of an address, or removes it. Rejects with a `Failure`. */
  async setKey(address: string, key: string | null): Promise<KeyPlace | null> {
    try {
      return await this.backend.setKey(address, key);
    } finally {
      void this.find();
    }
  }

  /** What kind of server is at an address. Rejects with a `Failure`. */
  lookAt(address: string): Promise<ServerView> {
    return this.backend.lookAtServer(address);
  }

  /** The download at a server: the one that runs, or how the last one ended. */
  pullAt(at: ServerAt): Pull | null {
    return this.pulls[keyOf(at)] ?? null;
  }

  /** Has a server load a model, and looks for models again at the end. Goes on while nobody looks. True if it is there. */
  async pull(server: ServerView, model: string): Promise<boolean> {
    const { setting } = server;
    if (!setting || this.pullAt(server.at)?.running) return false;
    const tell = (running: boolean, event: Pull["event"]) => {
      this.pulls = { ...this.pulls, [keyOf(server.at)]: { model, running, event } };
    };
    tell(true, null);
    let last: Pull["event"] = null as Pull["event"];
    try {
      await this.backend.pullModel(setting, model, (event) => {
        last = event;
        tell(true, event);
      });
      await this.find();
    } catch (thrown) {
      last = { type: "failed", detail: asFailure(thrown) };
    } finally {
      tell(false, last);
    }
    return last?.type === "done";
  }

  stopPull(server: ServerView): void {
    const [{ setting }, pull] = [server, this.pullAt(server.at)];
    if (setting && pull?.running) void this.backend.stopPull(setting, pull.model).catch((thrown: unknown) => (this.trouble = asFailure(thrown)));
  }

  /** Asks a model something small. Rejects with a `Failure`. */
  tryModel(server: ServerView, model: string): Promise<Trial> {
    return this.backend.tryModel(server.setting, model);
  }
}
