import { render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import App from "./App.svelte";
import { AppState } from "./app.svelte";
import { Places } from "./left-off";

const place = { note: "Salt.md", top: 120 };

test("a place is kept a moment after the last change, and only of the vaults that were used last", () => {
  vi.useFakeTimers();
  const keep = vi.fn();
  const places = new Places(keep);
  places.begin(Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`/v${at}`, place])));
  places.later(() => ["/v1", { ...place, top: 1 }]);
  places.later(() => ["/v1", { ...place, top: 2 }]);
  vi.advanceTimersByTime(1000);
  expect(keep).toHaveBeenCalledOnce();
  expect(Object.keys(keep.mock.calls[0]?.[0] as object)).toHaveLength(20);
  expect(places.of("/v1")?.top).toBe(2);
  expect(places.of("/v24")).toEqual(place);
  expect(places.of("/v0")).toBeNull();
  // Nothing is written where nothing changed, or nobody can say.
  places.later(() => ["/v1", { ...place, top: 2 }]);
  vi.advanceTimersByTime(1000);
  places.later(() => null);
  vi.advanceTimersByTime(1000);
  expect(keep).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test("the note that was open is open again", async () => {
  const backend = replay();
  backend.preferred.left = { "/home/you/Bread": { ...place, note: "Start here.md" } };
  backend.preferred.tab = "note";
  const app = new AppState(backend);
  const { unmount } = render(App, { app });
  await waitFor(() => expect(app.reader.path).toBe("Start here.md"));
  expect(app.reader.restore).toBe(120);
  const other = (await backend.listNotes(null)).find(({ path }) => path !== "Start here.md")?.path ?? "";
  await app.openNote(other);
  await waitFor(() => expect(backend.preferred.left?.["/home/you/Bread"]?.note).toBe(other), { timeout: 3000 });
  unmount();
});

test("a note that is gone meanwhile is nothing to tell", async () => {
  const backend = replay();
  backend.preferred.left = { "/home/you/Bread": { ...place, note: "Gone.md" } };
  const app = new AppState(backend);
  render(App, { app });
  await screen.findByTestId("composer");
  await waitFor(() => expect(app.reader.loading).toBe(false));
  expect([app.reader.path, app.reader.notice]).toEqual([null, null]);
});
