import type { ModelOfferView, PullEvent } from "../ipc";
import type { Replayed } from "../ipc/replay";

const offer = (id: string, name: string, size: number, more: Partial<ModelOfferView> = {}): ModelOfferView => ({
  id,
  name,
  size,
  licence: "Apache-2.0",
  licence_url: "https://www.apache.org/licenses/LICENSE-2.0",
  host: "huggingface.co",
  here: false,
  begun: 0,
  fits: true,
  memory: size + 500,
  first_word: 20,
  writing: 8,
  speed_source: "cores",
  advised: false,
  limits: "Small: it answers from a few passages.",
  bench: null,
  ...more,
});

/** Adds models to download. Simulates their downloads, which can't be recorded. After `hold`, a download waits until it is stopped. */
export function withOffers(backend: Replayed): { hold: () => void } {
  let offers = [
    offer("qwen3.5-2b", "Qwen3.5 2B", 1281, { advised: true }),
    offer("qwen3.5-4b", "Qwen3.5 4B", 2741),
    offer("gemma-4-12b", "Gemma 4 12B", 6976, { fits: false, first_word: 354, writing: 1 }),
  ];
  const change = (id: string, more: Partial<ModelOfferView>) => (offers = offers.map((one) => (one.id === id ? { ...one, ...more } : one)));
  const { localModels, removeModel } = backend;
  let held: Promise<void> | null = null;
  let go = () => {};
  backend.localModels = async () => ({ ...(await localModels()), free: 58_000, offers });
  backend.getModel = async (id: string, tell: (event: PullEvent) => void) => {
    tell({ type: "progress", detail: { status: "downloading", completed: 128_100_000, total: 1_281_000_000 } });
    if (held) {
      await held;
      change(id, { begun: 128 });
      return tell({ type: "cancelled" });
    }
    change(id, { here: true, begun: 0 });
    tell({ type: "done" });
  };
  backend.stopGetting = async () => go();
  backend.removeModel = async (id: string) => (offers.some((one) => one.id === id) ? change(id, { here: false, begun: 0 }) : removeModel(id));
  return { hold: () => void (held = new Promise((done) => (go = done))) };
}
