import { render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import App from "./App.svelte";
import { AppState } from "./app.svelte";

test("a dialog takes the keys from the moment it is asked for", async () => {
  const app = new AppState(replay());
  render(App, { app });
  await screen.findByTestId("composer");
  // None of them waits for the app, or for code.
  for (const [ask, testid] of [
    [() => (app.settingsAt = "models"), "settings"],
    [() => app.insight.show(), "insight"],
    [() => app.projects.begin(), "project-dialog"],
    [() => app.prompts.show(), "prompts"],
    [() => app.memory.show(), "memory"],
    [() => app.changes.review(), "changes"],
  ] as const) {
    void ask();
    // What is drawn is drawn before the next key is taken.
    await Promise.resolve();
    const shown = document.querySelector(`dialog[data-testid="${testid}"]`);
    expect(shown, testid).not.toBeNull();
    app.settingsAt = null;
    app.insight.open = app.prompts.open = app.memory.open = app.changes.open = false;
    app.projects.close();
    await waitFor(() => expect(document.querySelector("dialog")).toBeNull());
  }
  await vi.dynamicImportSettled();
});
