import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { withOffers } from "../settings/test-local-models";
import { AppState } from "./app.svelte";
import { surroundingsOf } from "./surroundings";

test("no better model is offered in a conversation with a model of its own", async () => {
  const backend = replay("local");
  withOffers(backend);
  const app = new AppState(backend);
  await app.settings.load();
  vi.spyOn(app.settings, "better", "get").mockReturnValue(app.settings.local.advised);
  const { models } = surroundingsOf(app);
  expect(models.better?.name).toBe("Qwen3.5 2B");
  app.own.settings.model = { server: { type: "engine" }, model: "mine" };
  expect(models.better).toBeNull();
});
