import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { NoteGraph } from "../../ipc";
import { replay } from "../../ipc/replay";
import { question } from "../../ipc/test-conversation";
import { GraphState } from "./graph.svelte";
import Graph from "./Graph.svelte";
import { circleOf, Layout } from "./layout";
import { GraphMap, type Spot } from "./map";
import { draw, type View, viewOfAll } from "./picture";
import { type Colour, colourOf, Raster, type Stroke } from "./raster";

/** Salt in the middle, with a note on each side, and a question below it. */
const STAR: NoteGraph = {
  notes: ["Salt", "Rye", "Dough", "Crust"].map((title) => ({ title, path: `${title}.md` })),
  questions: [{ conversation: "c", answer: null, title: "How much?" }],
  links: [
    [1, 0],
    [0, 2],
    [3, 0],
  ],
  citations: [[0, 0]],
  left_out: 0,
};

function star(): GraphMap {
  const map = new GraphMap(STAR);
  const places: [number, number][] = [
    [0, 0],
    [-10, 1],
    [10, 2],
    [1, -10],
    [0, 12],
  ];
  map.spots.forEach((spot, at) => ([spot.x, spot.y] = places[at] ?? [0, 0]));
  return map;
}

const BLACK: Colour = [0, 0, 0];

const COLOURS = {
  paper: [255, 255, 255] as Colour,
  ground: BLACK,
  ink: BLACK,
  soft: BLACK,
  link: BLACK,
  citation: BLACK,
  note: BLACK,
  question: BLACK,
  font: "12px serif",
};

const CANVAS = {
  setTransform() {},
  putImageData() {},
  save() {},
  beginPath() {},
  arc() {},
  clip() {},
  restore() {},
  strokeText() {},
  measureText: ({ length }: string) => ({ width: 7 * length }),
  fillText() {},
};

/** The names that are drawn in a view, with their places. */
function writtenIn(map: GraphMap, view: View, focused: Spot | null, hovered: Spot | null, raster: Raster): Map<string, { x: number; y: number }> {
  const written = new Map<string, { x: number; y: number }>();
  const canvas = {
    ...CANVAS,
    fillText: (name: string, x: number, y: number) => written.set(name, { x, y }),
  };
  draw(canvas as unknown as CanvasRenderingContext2D, raster, map, view, COLOURS, focused, hovered);
  return written;
}

/** The same around the middle of a map. */
const namesOf = (map: GraphMap, scale: number, focused: Spot | null = null, hovered: Spot | null = null, raster = new Raster(400, 300)) =>
  writtenIn(map, { x: 0, y: 0, scale, width: 400, height: 300, ratio: 1 }, focused, hovered, raster);

test("a name that would cover other spots isn’t drawn; the focused one and its neighbours are", () => {
  const map = star();
  const names = (scale: number, focused: Spot | null = null) => [...namesOf(map, scale, focused).keys()].sort();
  // A conversation has its name only while it is hovered or focused.
  expect(names(10)).toEqual(["Crust", "Dough", "Rye", "Salt"]);
  expect(names(10, map.spots[4])).toContain("How much?");
  // A spot lies on each side of the one in the middle.
  Object.assign(map.spots[3] as Spot, { x: 0, y: -14 });
  Object.assign(map.spots[4] as Spot, { x: 0, y: 14 });
  expect(names(1)).not.toContain("Salt");
  expect(names(1, map.spots[0])).toContain("Salt");
  const [salt = null] = map.spots;
  expect([...namesOf(map, 1, null, salt).keys()]).toContain("Salt");
});

test("lines are faint, until a spot at one of their ends is hovered or focused", () => {
  const map = star();
  const lineOf = (...lit: (Spot | null)[]) => {
    const raster = new Raster(400, 300);
    const drawn = vi.spyOn(raster, "line");
    namesOf(map, 10, lit[0] ?? null, lit[1] ?? null, raster);
    return drawn.mock.calls.map(([, , , , { cover }]) => cover);
  };
  const [, rye = null] = map.spots;
  expect(lineOf()).toEqual([0.2, 0.2, 0.2, 0.6]);
  expect(lineOf(rye)).toEqual([0.2, 0.2, 0.6, 1]);
  expect(lineOf(null, rye)).toEqual([0.2, 0.2, 0.6, 1]);
});

test("circles of folders lie apart, their names above them, and no name crosses another one or a foreign circle", () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    let state = seed;
    const below = (limit: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
    const folders = ["", ...Array.from({ length: 2 + below(9) }, (_, at) => `Folder ${"o".repeat(below(7))}${at}/`)];
    const notes = folders.flatMap((folder, at) =>
      Array.from({ length: 1 + below(30) }, (_, note) => ({ title: `Note ${note}`, path: `${folder}${at} ${note}.md` })),
    );
    const links = notes.map((_, at): [number, number] => [at, below(notes.length)]);
    const map = new GraphMap({ notes, links, questions: [], citations: [], left_out: 0 });
    const layout = new Layout(map.spots, map.lines, map.grouped());
    while (!layout.done) layout.step();
    const view = viewOfAll(map, { width: 616, height: 440, ratio: 1 });
    const circles = map.groups.map(({ spots }) => circleOf(spots));
    circles.forEach((one, at) => {
      for (const other of circles.slice(at + 1))
        expect((Math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius) * view.scale, `seed ${seed}`).toBeGreaterThan(12);
    });
    const written = [...writtenIn(map, view, null, null, new Raster(616, 440))].map(([name, { x, y }]) => ({ name, x, y, half: 3.5 * name.length }));
    expect(
      written.map(({ name }) => name),
      `seed ${seed}`,
    ).toEqual(expect.arrayContaining(map.groups.map(({ name }) => name)));
    written.forEach((one, at) => {
      for (const other of written.slice(at + 1)) expect(Math.abs(one.y - other.y) >= 16 || Math.abs(one.x - other.x) >= one.half + other.half).toBe(true);
      const touched = circles.filter(({ x, y, radius }) => {
        const [dx, dy] = [Math.abs((x - view.x) * view.scale + 308 - one.x), Math.abs((y - view.y) * view.scale + 220 - one.y - 8)];
        return Math.hypot(Math.max(0, dx - one.half), Math.max(0, dy - 8)) < radius * view.scale;
      });
      expect(touched.length).toBeLessThan(map.groups.some(({ name }) => name === one.name) ? 1 : 2);
    });
  }
});

test("B95: arrow keys go to the neighbour that lies that way", () => {
  const map = star();
  const [salt] = map.spots;
  const check = (dx: number, dy: number, expected: string | undefined, from: Spot | undefined = salt) =>
    expect(from && map.towards(from, dx, dy)?.title).toBe(expected);
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
    const layout = new Layout(map.spots, map.lines);
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

test("notes of a folder lie together, and one folder alone is no group", () => {
  const folders = ["Log", "Log", "Log", "Recipes", "Recipes", ""];
  const notes = folders.map((folder, at) => ({ title: `Note ${at}`, path: `${folder && `${folder}/2026/`}${at}.md` }));
  const map = new GraphMap({ notes, questions: STAR.questions, links: [], citations: [], left_out: 0 });
  expect(map.groups.map(({ name, spots }) => [name, spots.length])).toEqual([
    ["Log", 3],
    ["Recipes", 2],
  ]);
  expect(map.spots.map(({ group }) => group)).toEqual([0, 0, 0, 1, 1, -1, -1]);
  const groups = Array.from({ length: 60 }, (_, at) => at % 2);
  const spots = groups.map(() => ({ x: NaN, y: NaN }));
  const layout = new Layout(spots, [], { of: groups, names: [], titles: [], foremost: [] });
  while (!layout.done) layout.step();
  const middle = (group: number) => {
    const own = spots.filter((_, at) => groups[at] === group);
    return { x: own.reduce((sum, { x }) => sum + x, 0) / own.length, y: own.reduce((sum, { y }) => sum + y, 0) / own.length };
  };
  const [one, other] = [middle(0), middle(1)];
  expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(50);
  const circles = [0, 1].map((group) => circleOf(spots.filter((_, at) => groups[at] === group)));
  expect(circles.reduce((sum, { radius }) => sum + radius, 0)).toBeLessThan(Math.hypot(one.x - other.x, one.y - other.y));
  expect(new GraphMap({ ...STAR, notes: STAR.notes.map((note) => ({ ...note, path: `Log/${note.path}` })) }).groups).toEqual([]);
});

test("of many notes a view draws the most linked, of equals some of each folder, and those around the focus", () => {
  // Each note of a folder is linked with the next one; the last two are linked with one another alone.
  const notes = Array.from({ length: 1_002 }, (_, at) => ({ title: `Note ${at}`, path: `${at < 1_000 ? at % 4 : "Rest"}/${at}.md` }));
  const links = Array.from({ length: 1_000 }, (_, at): [number, number] => [at, (at + 4) % 1_000]);
  const map = new GraphMap({ notes, questions: [], links: [...links, [1_000, 1_001]], citations: [], left_out: 0 });
  map.spots.forEach((spot, at) => ([spot.x, spot.y] = [10 * (at % 40), 10 * Math.floor(at / 40)]));
  const size = { width: 400, height: 300, ratio: 1 };
  const drawn = (view: View, focused: Spot | null = null) =>
    draw(CANVAS as unknown as CanvasRenderingContext2D, new Raster(400, 300), map, view, COLOURS, focused);
  const all = viewOfAll(map, size);
  const of = (group: number) => [...drawn(all)].filter((spot) => map.groups[spot.group]?.name === String(group)).length;
  expect([0, 1, 2, 3].map(of)).toEqual([75, 75, 75, 75]);
  const [last, partner] = map.spots.slice(-2) as [Spot, Spot];
  expect(drawn(all).has(last)).toBe(false);
  expect([last, partner].every((spot) => drawn(all, last).has(spot))).toBe(true);
  // A smaller part has room for all of its notes. Only drawn notes can be pointed at.
  const near = { ...size, x: last.x, y: last.y, scale: 10 };
  expect(drawn(near).has(last)).toBe(true);
  expect(map.at(last.x, last.y, 1, drawn(near))).toBe(last);
  expect(map.at(last.x, last.y, 1, drawn(all))).not.toBe(last);
});

test("of many notes those drawn first are spread evenly over their folders’ circles, below the name of the most linked one", () => {
  const notes = Array.from({ length: 1_010 }, (_, at) => ({ title: `Note ${at}`, path: `Folder ${at % 5}/${at}.md` }));
  const links = notes.map((_, at): [number, number] => [at, at % 10]);
  const map = new GraphMap({ notes, questions: [], links, citations: [], left_out: 0 });
  const foremost = map.byWeight.slice(0, 300);
  const layout = new Layout(map.spots, map.lines, map.grouped());
  while (!layout.done) layout.step();
  for (const [at, { spots }] of map.groups.entries()) {
    const { radius } = circleOf(spots);
    const shown = foremost.filter(({ group }) => group === at);
    expect(shown.length).toBe(60);
    for (const one of shown) {
      const nearest = Math.min(...shown.filter((other) => other !== one).map(({ x, y }) => Math.hypot(x - one.x, y - one.y)));
      expect(nearest).toBeGreaterThan(radius / 10);
    }
  }
  const view = viewOfAll(map, { width: 616, height: 480, ratio: 1 });
  const written = [...writtenIn(map, view, null, null, new Raster(616, 480)).keys()];
  const expected = [...map.groups.map(({ name }) => name), ...map.groups.map((_, at) => map.captionOf(at))];
  expect(written.sort()).toEqual(expected.sort());
});

test("B95: links and citations are drawn as different lines, notes and questions as different shapes", () => {
  const [paper, ink]: [Colour, Colour] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  const stroke: Stroke = { colour: ink, cover: 1, wide: false, dashed: false };
  const drawn = (put: (raster: Raster) => void) => {
    const raster = new Raster(40, 20);
    raster.clear(paper);
    put(raster);
    const dark = (x: number, y: number) => (raster.image.data[4 * (y * 40 + x)] ?? 255) < 128;
    return Array.from({ length: 20 }, (_, y) => Array.from({ length: 40 }, (_, x) => (dark(x, y) ? "#" : " ")).join(""));
  };
  const row = (dashed: boolean) => drawn((raster) => raster.line(4, 10, 36, 10, { ...stroke, dashed }))[10]?.trim();
  expect(row(false)).toBe("#".repeat(33));
  expect(row(true)).toBe("####    ####    ####    ####    #");
  // What leads out of the picture is cut off at its edge, and what lies outside isn't drawn.
  expect(drawn((raster) => raster.line(-1e6, 10, 1e6, 10, stroke))[10]?.trim()).toBe("#".repeat(36));
  expect(
    drawn((raster) => raster.line(-50, -50, -5, 300, stroke))
      .join("")
      .trim(),
  ).toBe("");
  // Half of a colour is half of it in each part, whatever lies below.
  const mixed = new Raster(8, 8);
  mixed.clear([200, 100, 0]);
  mixed.line(2, 4, 5, 4, { ...stroke, colour: [0, 200, 100], cover: 0.5 });
  expect([...mixed.image.data.slice(4 * (4 * 8 + 3), 4 * (4 * 8 + 4))]).toEqual([100, 150, 50, 255]);
  const widths = (shape: "disc" | "diamond") =>
    drawn((raster) => raster.dot(20, 10, 6, ink, shape))
      .map((line) => line.trim().length)
      .filter(Boolean);
  expect(widths("disc")).toEqual([1, 7, 9, 11, 11, 11, 13, 11, 11, 11, 9, 7, 1]);
  expect(widths("diamond")).toEqual([1, 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3, 1]);
  expect(colourOf(" #9a2d20")).toEqual([154, 45, 32]);
});

async function shown() {
  const backend = replay("salt");
  await backend.ask(question("How much salt?"), () => {});
  const graph = new GraphState(backend);
  const conversation = (await backend.listConversations())[0]?.id ?? null;
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
  await waitFor(() => expect(picture.dataset.state).toBe("settled"), { timeout: 15_000 });
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
