import type { LocalModelsView, ModelOfferView, OwnModelView, PullEvent, RunningModelView } from "./bindings";
import { fail } from "./fake-script";

function offer(id: string, name: string, size: number, more: Partial<ModelOfferView> = {}): ModelOfferView {
  return {
    id, name, size,
    licence: "Apache-2.0", licence_url: "https://www.apache.org/licenses/LICENSE-2.0", host: "huggingface.co",
    here: false, begun: 0, fits: true, memory: size + 500, first_word: 20, writing: 8, speed_source: "cores", advised: false,
    limits: "Small: it answers from a few passages.",
    ...more,
  };
}

/** The models without a server of the scripted backend. */
export class FakeLocalModels {
  private offers = [
    offer("qwen3.5-2b", "Qwen3.5 2B", 1281, { advised: true }),
    offer("qwen3.5-4b", "Qwen3.5 4B", 2741, { limits: "The first word takes a while." }),
    offer("gemma-4-12b", "Gemma 4 12B", 6976, { fits: false, first_word: 354, writing: 1, limits: "Very slow here." }),
  ];
  private own: OwnModelView[] = [];
  /** The model that is in memory. */
  running: RunningModelView | null = null;
  private readonly stopped = new Set<string>();

  list(folder: string | null): LocalModelsView {
    return { folder: folder ?? "/home/ada/.local/share/app.marginalia.desktop/models", free: 58_000, offers: structuredClone(this.offers), own: structuredClone(this.own) };
  }

  async get(id: string, pace: number, tell: (event: PullEvent) => void): Promise<void> {
    const model = this.offers.find((one) => one.id === id);
    if (!model) return tell({ type: "failed", detail: { code: "modelMissing", message: `There is no model ${id} to get.`, retry_after: null } });
    this.stopped.delete(id);
    for (let percent = 0; percent <= 100; percent += 5) {
      tell({ type: "progress", detail: { status: "downloading", completed: percent * model.size * 10_000, total: model.size * 1_000_000 } });
      await new Promise((done) => setTimeout(done, 4 * pace));
      if (this.stopped.has(id)) {
        this.change(id, { begun: Math.max(1, Math.ceil((model.size * percent) / 100)) });
        return tell({ type: "cancelled" });
      }
    }
    this.change(id, { here: true, begun: 0 });
    tell({ type: "done" });
  }

  stop(id: string): void {
    this.stopped.add(id);
  }

  add(path: string, copied: boolean): string {
    const name = path.split("/").at(-1) ?? path;
    if (!/\.gguf$/i.test(name)) throw fail("unsupportedFile", `“${name}” isn't a model in the GGUF format. Choose a file that ends in .gguf.`);
    const id = name.replace(/\.gguf$/i, "");
    this.own.push({ id, size: 1200, elsewhere: !copied });
    return id;
  }

  remove(id: string): void {
    if (this.own.some((one) => one.id === id)) {
      this.own = this.own.filter((one) => one.id !== id);
      return;
    }
    if (!this.offers.some((one) => one.id === id)) throw fail("notFound", `There is no model ${id}.`);
    this.change(id, { here: false, begun: 0 });
  }

  private change(id: string, change: Partial<ModelOfferView>): void {
    this.offers = this.offers.map((one) => (one.id === id ? { ...one, ...change } : one));
  }
}
