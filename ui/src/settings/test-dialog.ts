import { vi } from "vitest";

import { usual } from "../kit/appearance";
import type { SettingsState } from "./settings.svelte";

/** What the settings need of the app in a test. */
export const dialog = (state: SettingsState) => ({
  state,
  appearance: usual,
  onappearance: vi.fn(),
  shortcuts: [{ name: "New chat", keys: "Ctrl N" }],
  version: "0.1.0",
  onclose: vi.fn(),
});
