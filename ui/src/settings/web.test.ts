import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { SettingsState } from "./settings.svelte";
import SettingsDialog from "./SettingsDialog.svelte";
import { dialog } from "./test-dialog";

async function open() {
  const backend = replay();
  const state = new SettingsState(backend, vi.fn());
  await state.load();
  render(SettingsDialog, dialog(state));
  return { backend };
}
const choose = async (testid: string, value: string) => {
  await fireEvent.change(screen.getByTestId(testid), { target: { value } });
};

test("a search service is chosen, and its key goes to its address", async () => {
  const { backend } = await open();
  expect(screen.queryByTestId("web-ask")).toBeNull();
  await choose("web-service", "tavily");
  await waitFor(() => expect(backend.settings.web).toEqual({ service: { type: "tavily" }, results: 5, ask: "once" }));
  const setKey = vi.spyOn(backend, "setKey");
  const page = document.querySelector("[data-page=web]") as HTMLElement;
  const entry = page.querySelector("[data-testid=key-entry]") as HTMLInputElement;
  await fireEvent.input(entry, { target: { value: "tvly-x" } });
  await fireEvent.click(page.querySelector("[data-testid=keep-key]") as HTMLElement);
  expect(setKey).toHaveBeenCalledExactlyOnceWith("https://api.tavily.com", "tvly-x");
  await choose("web-ask", "always");
  await waitFor(() => expect(backend.settings.web.ask).toBe("always"));
});

test("a server of one's own needs its address, and says if everybody on the way can read", async () => {
  const { backend } = await open();
  await choose("web-service", "searXng");
  expect(await screen.findByText(/Enter the address of the SearXNG server/)).toBeTruthy();
  expect(backend.settings.web.service).toEqual({ type: "off" });
  const address = screen.getByTestId("web-address");
  await fireEvent.input(address, { target: { value: "http://search.example" } });
  expect(screen.getByTestId("web-open")).toBeTruthy();
  await fireEvent.input(address, { target: { value: " http://localhost:8888 " } });
  expect(screen.queryByTestId("web-open")).toBeNull();
  await fireEvent.input(screen.getByTestId("web-results"), { target: { value: "8" } });
  await fireEvent.change(address);
  await waitFor(() => expect(backend.settings.web).toEqual({ service: { type: "searXng", base_url: "http://localhost:8888" }, results: 8, ask: "once" }));
  await fireEvent.input(screen.getByTestId("web-results"), { target: { value: "many" } });
  await fireEvent.change(address);
  expect(await screen.findByText(/a number from 1 to 20/)).toBeTruthy();
});
