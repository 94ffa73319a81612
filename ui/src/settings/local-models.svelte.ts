import { asFailure, type Backend, type Failure, type LocalModelsView, type ModelOfferView } from "../ipc";
import type { Pull } from "./pull";

/** The models that run without a server: those that can be got, and those that are there. */
export class LocalModels {
  list: LocalModelsView | null = $state.raw(null);
  error: Failure | null = $state.raw(null);
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
    if (this.pull(id)?.running) void this.backend.stopGetting(id);
  }

  /** Removes a model, or what came of one. */
  async remove(id: string): Promise<void> {
    try {
      await this.backend.removeModel(id);
      this.pulls = Object.fromEntries(Object.entries(this.pulls).filter(([other]) => other !== id));
      await this.changed();
    } catch (thrown) {
      this.error = asFailure(thrown);
    }
  }

  private async changed(): Promise<void> {
    await this.load();
    await this.onchanged();
  }
}
