import { Layout, type Placed } from "./layout";

/** The input of the worker: the group of each spot, the length of each group's name, and by index the spots that are drawn
 *  first and the lines. */
export interface Task {
  groups: number[];
  names: number[];
  foremost: number[];
  lines: [number, number][];
}

/** The current places, as x and y in turn. */
export interface Progress {
  places: Float32Array<ArrayBuffer>;
  done: boolean;
}

addEventListener("message", ({ data }: MessageEvent<Task>) => {
  const spots: Placed[] = data.groups.map(() => ({ x: NaN, y: NaN }));
  const lines = data.lines.flatMap(([from, to]) => {
    const [source, target] = [spots[from], spots[to]];
    return source && target ? [{ source, target }] : [];
  });
  const layout = new Layout(spots, lines, data.groups, data.names, data.foremost);
  do {
    layout.step();
    const places = new Float32Array(2 * spots.length);
    spots.forEach(({ x, y }, at) => places.set([x, y], 2 * at));
    const progress: Progress = { places, done: layout.done };
    postMessage(progress, { transfer: [places.buffer] });
  } while (!layout.done);
});
