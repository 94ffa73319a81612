import { Layout } from "./layout";
import type { Progress, Task } from "./layout.worker";
import type { GraphMap } from "./map";

/** Lays out a map in a worker, and calls back after each move, finally with `done`. Returns a function that
 *  stops it. */
export function arrange(map: GraphMap, onplaces: (done: boolean) => void): () => void {
  const worker = begin();
  if (!worker) return inSteps(map, onplaces);
  let stop = () => worker.terminate();
  worker.onmessage = ({ data: { places, done } }: MessageEvent<Progress>) => {
    map.spots.forEach((spot, at) => {
      spot.x = places[2 * at] ?? 0;
      spot.y = places[2 * at + 1] ?? 0;
    });
    if (done) stop();
    onplaces(done);
  };
  worker.onerror = () => {
    worker.terminate();
    stop = inSteps(map, onplaces);
  };
  const task: Task = { groups: map.grouped(), lines: map.lines.map(({ source, target }) => [source.index, target.index]) };
  worker.postMessage(task);
  return () => stop();
}

function begin(): Worker | null {
  try {
    return new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}

/** The same in this thread, one task for each step, where workers aren't available. */
function inSteps(map: GraphMap, onplaces: (done: boolean) => void): () => void {
  const layout = new Layout(map.spots, map.lines, map.grouped());
  const go = () => {
    layout.step();
    if (!layout.done) next = setTimeout(go);
    onplaces(layout.done);
  };
  let next = setTimeout(go);
  return () => clearTimeout(next);
}
