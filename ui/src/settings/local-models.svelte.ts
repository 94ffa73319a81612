import { asFailure, type Backend, type Failure, type LocalModelsView, type PathToken, type RunningModelView } from "../ipc";
import { isTesting, minutesLeft, percentOf, type Pull } from "./pull";

/** The models that run without a server: downloadable and installed ones. */
export class LocalModels {
  list: LocalModelsView | null = $state.raw(null);
  error: Failure | null = $state.raw(null);
  /** A model's file to be added, once the user chooses how. */
  file: PathToken | null = $state.raw(null);
  /** The file is being checked and copied. */
  adding = $state(false);
  added: string | null = $state(null);
  /** The model whose file will be deleted, once the user confirms. */
  removing: string | null = $state(null);
  /** The model in memory. */
  running: RunningModelView | null = $state.raw(null);
  private pulls: Record<string, Pull> = $state.raw({});

  constructor(
    private readonly backend: Backend,
    /** A model was added or removed. */
    private readonly onchanged: () => Promise<void>,
  ) {}

  /** The recommended model if it isn't installed, with its download. */
  get advised() {
    const model = this.list?.offers.find(({ advised, here }) => advised && !here);
    if (!model) return null;
    const pull = this.pull(model.id);
    return {
      ...model,
      percent: pull?.running ? (percentOf(pull) ?? 0) : null,
      testing: isTesting(pull),
      failure: pull?.event?.type === "failed" ? pull.event.detail.message : null,
      get: () => void this.get(model.id),
      stop: () => this.stop(model.id),
    };
  }

  /** The download that the chat mentions: the running one, or else one that failed. */
  get download() {
    const pulls = Object.values(this.pulls);
    const pull = pulls.find(({ running }) => running) ?? pulls.find(({ event }) => event?.type === "failed");
    if (!pull) return null;
    const id = pull.model;
    const offer = this.list?.offers.find((offer) => offer.id === id);
    return {
      name: offer?.name ?? id,
      size: offer?.size ?? 0,
      percent: percentOf(pull) ?? 0,
      minutes: minutesLeft(pull, Date.now()),
      testing: isTesting(pull),
      failure: !pull.running && pull.event?.type === "failed" ? pull.event.detail.message : null,
      stop: () => this.stop(id),
      dismiss: () => this.forget(id),
    };
  }

  async load(): Promise<void> {
    this.error = null;
    try {
      this.list = await this.backend.localModels();
    } catch (thrown) {
      this.error = asFailure(thrown);
    }
  }

  /** A model's download: the running one, or the result of the last one. */
  pull(id: string): Pull | null {
    return this.pulls[id] ?? null;
  }

  /** Downloads a model. The download continues when the page is closed. */
  async get(id: string): Promise<void> {
    if (this.pull(id)?.running) return;
    let last = null as Pull["event"];
    let since: Pull["since"];
    const tell = (running: boolean) => (this.pulls = { ...this.pulls, [id]: { model: id, running, event: last, since } });
    tell(true);
    try {
      await this.backend.getModel(id, (event) => {
        last = event;
        if (event.type === "progress") since ??= { at: Date.now(), completed: event.detail.completed };
        tell(true);
      });
    } catch (thrown) {
      last = { type: "failed", detail: asFailure(thrown) };
    }
    tell(false);
    await this.changed();
  }

  stop(id: string): void {
    if (this.pull(id)?.running) void this.backend.stopGetting(id).catch((thrown: unknown) => (this.error = asFailure(thrown)));
  }

  /** Removes a model, or its partial download. */
  async remove(id: string): Promise<void> {
    this.removing = null;
    try {
      await this.backend.removeModel(id);
      this.forget(id);
      await this.changed();
    } catch (thrown) {
      this.error = asFailure(thrown);
    }
  }

  private forget(id: string): void {
    this.pulls = Object.fromEntries(Object.entries(this.pulls).filter(([other]) => other !== id));
  }

  async chooseFile(): Promise<void> {
    try {
      const file = await this.backend.chooseModelFile();
      if (file) this.offer(file);
    } catch (thrown) {
      this.error = asFailure(thrown);
    }
  }

  /** Asks the user how to add a chosen or dropped file. */
  offer(file: PathToken): void {
    this.file = file;
    this.added = null;
    this.error = null;
  }

  /** Adds the file, either copied into the folder or in place. */
  async add(copied: boolean): Promise<void> {
    if (!this.file || this.adding) return;
    this.adding = true;
    try {
      const added = await this.backend.addModel(this.file.token, copied);
      await this.changed();
      this.added = added;
    } catch (thrown) {
      this.error = asFailure(thrown);
    } finally {
      // A file token is valid once; after a failure the user chooses again.
      this.file = null;
      this.adding = false;
    }
  }

  giveUp(): void {
    this.file = null;
  }

  async chooseFolder(): Promise<void> {
    await this.move(() => this.backend.chooseModelsFolder());
  }

  async resetFolder(): Promise<void> {
    await this.move(() => this.backend.resetModelsFolder());
  }

  private async move(to: () => Promise<unknown>): Promise<void> {
    try {
      if ((await to()) !== false) await this.changed();
    } catch (thrown) {
      this.error = asFailure(thrown);
    }
  }

  /** Loads the name of the model in memory. */
  async look(): Promise<void> {
    this.running = await this.backend.runningModel().catch(() => null);
  }

  async unload(): Promise<void> {
    await this.backend.unloadModel().catch((thrown: unknown) => (this.error = asFailure(thrown)));
    await this.look();
  }

  private async changed(): Promise<void> {
    await this.load();
    await this.onchanged();
  }
}
