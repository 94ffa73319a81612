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

/** The settings, and the available models. */
export class SettingsState {
  settings: Settings | null = $state.raw(null);
  /** The default instructions of the model. */
  defaultInstructions = $state("");
  /** A server that is typed but not added yet; it survives closing the settings. */
  typed: { preset: string; address: string; name: string } | null = $state(null);
  /** The last removed server, until the next action. */
  removed: { said: string; undo: () => Promise<boolean> } | null = $state.raw(null);
  models: ModelsView | null = $state.raw(null);
  searching = $state(false);
  saved = $state(false);
  error: Failure | null = $state.raw(null);
  trouble: Failure | null = $state.raw(null);
  readonly local: LocalModels;
  /** The ways to open the quick-question window that aren't available. */
  quickAsk: QuickAskTroubles | null = $state.raw(null);
  private pulls: Record<string, Pull> = $state.raw({});

  private ticket = 0;
  private saving: Promise<unknown> = Promise.resolve();

  constructor(
    readonly backend: Backend,
    /** The settings or the models changed. */
    private readonly onchanged: () => void = () => {},
  ) {
    this.local = new LocalModels(backend, () => this.again());
  }

  /** The log, for a report. */
  report(): Promise<LogReport | null> {
    return this.backend.logReport();
  }

  /** The number and size of the open vault's files of each kind, notes excluded. */
  documentSizes(): Promise<FileGroupSize[]> {
    return this.backend.documentSizes();
  }

  get chosen() {
    return this.models?.chosen ?? null;
  }

  /** The recommended model, while a smaller one of the catalogue answers. */
  get better() {
    const { advised, list } = this.local;
    const used = this.chosen?.at.type === "engine" ? list?.offers.find(({ id }) => id === this.chosen?.model.name) : undefined;
    return advised && used && used.size < advised.size ? advised : null;
  }

  /** The name of the chosen model, if it isn't available now. */
  get away(): string | null {
    return this.models && !this.chosen ? (this.settings?.chosen?.model ?? null) : null;
  }

  /** All servers; the chosen model is listed under its server even if the server doesn't list it. */
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

  /** The models without a server, or their folder, changed. */
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

  /** Saves the settings, one change after the other; `change` is applied to the stored settings, which the
   *  terminal or another window may have changed since they were shown. */
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

  /** Removes a server, and its key from the keychain unless another service at the same address uses it. The
   *  server can be restored, without its key. */
  async removeServer(server: ServerView): Promise<void> {
    const before = this.settings;
    const said = await this.takeOut(server);
    const isOut = before !== null && this.settings !== before;
    const undo = () => this.save((now) => withServerBack(now, before ?? now, server));
    this.removed = { said, undo: isOut ? undo : () => Promise.resolve(false) };
  }

  async restoreServer(): Promise<void> {
    const { removed } = this;
    this.removed = null;
    await removed?.undo();
  }

  /** Returns a sentence for the user. */
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

  /** The place where an address's key is stored; null without a key. */
  async keyPlace(address: string): Promise<KeyPlace | null> {
    const [place] = await this.backend.keyPlaces([address]);
    return place ?? null;
  }

  /** Stores or removes the key of an address. Rejects with a `Failure`. */
  async setKey(address: string, key: string | null): Promise<KeyPlace | null> {
    try {
      return await this.backend.setKey(address, key);
    } finally {
      void this.find();
    }
  }

  /** Detects the kind of server at an address. Rejects with a `Failure`. */
  lookAt(address: string): Promise<ServerView> {
    return this.backend.lookAtServer(address);
  }

  /** A server's download: the running one, or the result of the last one. */
  pullAt(at: ServerAt): Pull | null {
    return this.pulls[keyOf(at)] ?? null;
  }

  /** Makes a server download a model, and refreshes the models at the end. The download continues when the
   *  page is closed. True if the model was downloaded. */
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

  /** Sends a model a short test question. Rejects with a `Failure`. */
  tryModel(server: ServerView, model: string): Promise<Trial> {
    return this.backend.tryModel(server.setting, model);
  }
}
