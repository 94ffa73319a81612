import { bench, describe } from "vitest";

import type { NoteGraph } from "../../ipc";
import { Layout } from "./layout";
import { GraphMap } from "./map";
import { type Colours, draw, type View, viewOfAll } from "./picture";
import { Raster } from "./raster";

/** A vault of 5,000 notes with three links each, where a few notes have many backlinks, and 300 conversations
 *  that cite five notes each. */
function large(): NoteGraph {
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const notes = Array.from({ length: 5_000 }, (_, at) => ({ title: `Note ${at}`, path: `Folder ${at % 40}/Note ${at}.md` }));
  const links: [number, number][] = [];
  notes.forEach((_, at) => {
    for (let link = 0; link < 3 && at > 0; link += 1) {
      // A third of the links repeat an earlier target, so that some notes have many backlinks.
      const known = below(3) === 0 ? links[below(links.length)] : undefined;
      links.push([at, known?.[1] ?? below(at)]);
    }
  });
  const questions = Array.from({ length: 300 }, (_, at) => ({ conversation: `c${at}`, answer: null, title: `Question ${at}` }));
  const citations = questions.flatMap((_, at) => Array.from({ length: 5 }, (): [number, number] => [at, below(5_000)]));
  return { notes, questions, links, citations, left_out: 0 };
}

const colours: Colours = {
  paper: [251, 248, 241],
  ground: [244, 237, 224],
  ink: [30, 27, 22],
  soft: [110, 104, 94],
  link: [110, 104, 94],
  citation: [154, 45, 32],
  note: [70, 65, 57],
  question: [154, 45, 32],
  font: "12px serif",
};

/** A canvas without drawing, so that only the raster is measured, not the system. */
const canvas = {
  setTransform() {},
  putImageData() {},
  save() {},
  beginPath() {},
  arc() {},
  clip() {},
  restore() {},
  strokeText() {},
  measureText: () => ({ width: 50 }),
  fillText() {},
} as unknown as CanvasRenderingContext2D;

describe("a graph of 5,000 notes", () => {
  const map = new GraphMap(large());
  const layout = new Layout(map.spots, map.lines);
  for (let step = 0; step < 60; step += 1) layout.step();
  const all = viewOfAll(map, { width: 1_180, height: 720, ratio: 1 });
  const drawn = (view: View) => {
    const raster = new Raster(view.width * view.ratio, view.height * view.ratio);
    return () => void draw(canvas, raster, map, view, colours, map.byWeight[0] ?? null);
  };
  bench("all of it is drawn", drawn(all), { time: 3_000 });
  bench("all of it is drawn with two pixels for one", drawn({ ...all, ratio: 2 }), { time: 3_000 });
  bench("a part of it is drawn", drawn({ ...all, scale: 4 * all.scale }), { time: 3_000 });
  const again = new GraphMap(large());
  let fresh = new Layout(again.spots, again.lines);
  bench(
    "a step of the layout",
    () => {
      if (fresh.done) fresh = new Layout(again.spots, again.lines);
      fresh.step();
    },
    { time: 6_000 },
  );
});
