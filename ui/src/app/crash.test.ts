import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import App from "./App.svelte";
import { AppState } from "./app.svelte";

async function open(crashed: boolean) {
  const backend = replay();
  const { start } = backend;
  backend.start = async () => ({ ...(await start()), crashed });
  backend.logReport = async () => ({ text: "Marginalia ended without closing\n", folder: "/home/you/.local/share/marginalia/log" });
  const app = new AppState(backend);
  render(App, { app });
  await screen.findByTestId("composer");
  return app;
}

test("after a crash a report is offered, until it is dismissed", async () => {
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await open(true);
  expect((await screen.findByTestId("crash")).textContent).toContain("ended unexpectedly");
  await fireEvent.click(screen.getByTestId("copy-report"));
  expect(copy).toHaveBeenCalledWith("Marginalia ended without closing\n");
  await waitFor(() => expect(screen.getByTestId("copy-report").textContent).toBe("Copied"));
  await fireEvent.click(screen.getByTestId("dismiss-crash"));
  expect(screen.queryByTestId("crash")).toBeNull();
});

test("after a clean end nothing is offered; the report and its place are in the settings", async () => {
  const app = await open(false);
  expect(screen.queryByTestId("crash")).toBeNull();
  app.settingsAt = "about";
  expect((await screen.findByTestId("log-folder")).textContent).toContain("/log");
  expect(screen.getByTestId("copy-report").textContent).toBe("Copy report");
});
