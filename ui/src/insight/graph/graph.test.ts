import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { AskRequest, NoteGraph } from "../../ipc";
import { FakeBackend } from "../../ipc/fake";
import { GraphState } from "./graph.svelte";
import Graph from "./Graph.svelte";
import { Layout } from "./layout";
import { GraphMap, type Spot } from "./map";
import { type Colours, draw, viewOfAll } from "./picture";

/** Salt in the middle, with a note on each side, and a question below it. */
const STAR: NoteGraph = {
  notes: ["Salt", "Rye", "Dough", "Crust"].map((title) => ({ title, path: `${title}.md` })),
  questions: [{ conversation: "c", answer: null, title: "How much?" }],
  links: [[1, 0], [0, 2], [3, 0]],
  citations: [[0, 0]],
  left_out: 0,
};

function star(): GraphMap {
  const map = new GraphMap(STAR);
  const places: [number, number][] = [[0, 0], [-10, 1], [10, 2], [1, -10], [0, 12]];
  map.spots.forEach((spot, at) => ([spot.x, spot.y] = places[at] ?? [0, 0]));
  return map;
}

test("B95: arrow keys go to the neighbour that lies that way", () => {
  const map = star();
  const [salt] = map.spots;
  const check = (dx: number, dy: number, expected: string | undefined, from: Spot | undefined = salt) => expect(from && map.towards(from, dx, dy)?.title).toBe(expected);
  check(-1, 0, "Rye");
  check(1, 0, "Dough");
  check(0, -1, "Crust");
  check(0, 1, "How much?");
  check(1, 0, "Salt", map.spots[1]);
  check(-1, 0, undefined, map.spots[1]);
});

test("B95: a spot is found where it is drawn, and says what it opens", () => {
  const map = star();
  expect(map.at(10, 3, 2)?.title).toBe("Dough");
  expect(map.at(100, 100, 2)).toBeNull();
  const opened = map.spots.map((spot) => map.opens(spot));
  expect(opened[1]).toEqual({ note: "Rye.md" });
  expect(opened[4]).toEqual({ conversation: "c", answer: null });
  expect(map.byWeight[0]?.title).toBe("Salt");
});

test("B95: places are found in steps, are the same each time, and keep neighbours together", () => {
  const [one, other] = [new GraphMap(STAR), new GraphMap(STAR)];
  for (const map of [one, other]) {
    const layout = new Layout(map);
    for (let steps = 0; !layout.done && steps < 1000; steps += 1) layout.step();
    expect(layout.done).toBe(true);
  }
  expect(one.spots.map(({ x, y }) => [x, y])).toEqual(other.spots.map(({ x, y }) => [x, y]));
  const view = viewOfAll(one, { width: 400, height: 300, ratio: 1 });
  for (const { x, y } of one.spots) {
    expect(Math.abs((x - view.x) * view.scale)).toBeLessThan(200);
    expect(Math.abs((y - view.y) * view.scale)).toBeLessThan(150);
  }
});

test("B95: links and citations are drawn as different lines, notes and questions as different shapes", () => {
  const dashes: string[] = [];
  let dash: number[] = [];
  const calls: Record<string, number> = {};
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name: string) => (...given: unknown[]) => {
      calls[name] = (calls[name] ?? 0) + 1;
      if (name === "setLineDash") dash = given[0] as number[];
      if (name === "lineTo") dashes.push(dash.join());
    },
    set: () => true,
  });
  const map = star();
  const colours: Colours = { paper: "a", ink: "b", soft: "c", link: "d", citation: "e", note: "f", question: "g", font: "h" };
  draw(context, map, viewOfAll(map, { width: 400, height: 300, ratio: 2 }), colours, null);
  // Three links, one citation, and three sides of the question's diamond.
  expect(dashes).toEqual(["", "", "", "4,4", "", "", ""]);
  expect(calls["arc"]).toBe(4);
  expect(calls["fillText"]).toBeGreaterThan(0);
});

async function shown() {
  const backend = new FakeBackend({ vault: true });
  const request: AskRequest = { conversation: null, text: "How much salt goes into dough?", mode: "notes", scope: { places: [], tags: [] }, passages_only: false, attachments: [], retry: null, edit: null, model: null, all: false };
  await backend.ask(request, () => {});
  const graph = new GraphState(backend);
  const conversation = backend.conversations.list()[0]?.id ?? null;
  const given = { projects: [], conversation, onnote: vi.fn(), onconversation: vi.fn() };
  render(Graph, { graph, ...given });
  await waitFor(() => expect(graph.map?.spots.length).toBeGreaterThan(0));
  return { graph, given };
}

test("B95: the graph is found by keyboard: by name, from neighbour to neighbour, and opened", async () => {
  const { graph, given } = await shown();
  await fireEvent.input(screen.getByTestId("graph-find"), { target: { value: "salt" } });
  await waitFor(() => expect(graph.found.map(({ title }) => title)).toContain("Salt"));
  graph.focus(graph.found.find(({ title, kind }) => title === "Salt" && kind === "note") ?? null);
  const picture = screen.getByTestId("graph");
  await waitFor(() => expect(picture.dataset.focused).toBe("Salt"));
  expect(screen.getByTestId("graph-status").textContent).toMatch(/Salt, \d+ neighbours/);
  await fireEvent.keyDown(picture, { key: "Enter" });
  expect(given.onnote).toHaveBeenCalledWith("Ingredients/Salt.md");
  await waitFor(() => expect(picture.dataset.state).toBe("settled"));
  const [salt] = [graph.focused];
  for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
    if (graph.focused === salt) await fireEvent.keyDown(picture, { key });
  }
  expect(graph.focused).not.toBe(salt);
  expect(salt?.neighbours).toContain(graph.focused);
});

test("B95: the graph of a conversation has its questions, which open", async () => {
  const { graph, given } = await shown();
  await fireEvent.change(screen.getByTestId("graph-scope"), { target: { value: "conversation" } });
  await waitFor(() => expect(graph.map?.spots.some(({ kind }) => kind === "question")).toBe(true));
  graph.focus(graph.map?.spots.find(({ kind }) => kind === "question") ?? null);
  await fireEvent.click(await screen.findByTestId("graph-open"));
  expect(given.onconversation).toHaveBeenCalledWith(given.conversation, expect.stringMatching(/./));
});
