import { asFailure, type Backend, type Failure, type LocalModelsView, type ModelOfferView, type PathToken, type RunningModelView } from "../ipc";
import type { Pull } from "./pull";

/** The models that run without a server: those that can be got, and those that are there. */
export class LocalModels {
  list: LocalModelsView | null = $state.raw(null);
  error: Failure | null = $state.raw(null);
  /** A file of the user's that is to become a model, once it is said how. */
  file: PathToken | null = $state.raw(null);
  /** The file is being checked and copied. */
  adding = $state(false);
  /** The model that was added last. */
  added: string | null = $state(null);
  /** The model whose file is about to be deleted, once the user says so again. */
  removing: string | null = $state(null);
  /** The model that is in memory. */
  running: RunningModelView | null = $state.raw(null);
  private pulls: Record<string, Pull> = $state.raw({});

  constructor(
    private readonly backend: Backend,
    /** Another model is there now, or one is gone. */
    private readonly onchanged: () => Promise<void>,
  ) {}

  /** The one to take, if none is there yet. */
  get advised(): ModelOfferView | null {
    if (!this.list || this.list.own.length > 0 || this.list.offers.some(({ here }) => here)) return null;
    return this.list.offers.find(({ advised }) => advised) ?? null;
  }

  async load(): Promise<void> {
    this.error = null;
    try {
      this.list = await this.backend.localModels();
    } catch (thrown) {
      this.error = asFailure(thrown);
    }
  }

  /** The download of a model: the one that runs, or how the last one ended. */
  pull(id: string): Pull | null {
    return this.pulls[id] ?? null;
  }

  /** Downloads a model. Goes on while nobody looks. */
  async get(id: string): Promise<void> {
    if (this.pull(id)?.running) return;
    let last = null as Pull["event"];
    const tell = (running: boolean) => (this.pulls = { ...this.pulls, [id]: { model: id, running, event: last } });
    tell(true);
    try {
      await this.backend.getModel(id, (event) => {
        last = event;
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

  /** Removes a model, or what came of one. */
  async remove(id: string): Promise<void> {
    this.removing = null;
    try {
      await this.backend.removeModel(id);
      this.pulls = Object.fromEntries(Object.entries(this.pulls).filter(([other]) => other !== id));
      await this.changed();
    } catch (thrown) {
      this.error = asFailure(thrown);
    }
  }

  /** Has the user choose a file to add. */
  async chooseFile(): Promise<void> {
    try {
      const file = await this.backend.chooseModelFile();
      if (file) this.offer(file);
    } catch (thrown) {
      this.error = asFailure(thrown);
    }
  }

  /** Asks how a file that was chosen or dropped is to be added. */
  offer(file: PathToken): void {
    this.file = file;
    this.added = null;
    this.error = null;
  }

  /** Adds the file, copied into the folder or where it is. */
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
      // A file is given once; after a failure it is chosen again.
      this.file = null;
      this.adding = false;
    }
  }

  /** Adds nothing. */
  giveUp(): void {
    this.file = null;
  }

  /** Has the user choose another folder. */
  async chooseFolder(): Promise<void> {
    await this.move(() => this.backend.chooseModelsFolder());
  }

  /** Goes back to the app's own folder. */
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

  /** Looks which model is in memory. */
  async look(): Promise<void> {
    this.running = await this.backend.runningModel().catch(() => null);
  }

  /** Takes the model out of memory. */
  async unload(): Promise<void> {
    await this.backend.unloadModel().catch((thrown: unknown) => (this.error = asFailure(thrown)));
    await this.look();
  }

  private async changed(): Promise<void> {
    await this.load();
    await this.onchanged();
  }
}
