import { vi } from "vitest";

import { usual } from "../kit/appearance";
import type { SettingsState } from "./settings.svelte";

/** The app's parts that the settings need in a test. */
export const dialog = (state: SettingsState) => ({
  state,
  appearance: usual,
  onappearance: vi.fn(),
  shortcuts: [{ name: "New chat", keys: "Ctrl N" }],
  version: "0.1.0",
  onclose: vi.fn(),
});
