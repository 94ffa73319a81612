import { type Groups, Layout, type Placed } from "./layout";

/** The input of the worker: the groups, and the lines by index. */
export interface Task {
  groups: Groups;
  lines: [number, number][];
}

/** The current places, as x and y in turn. */
export interface Progress {
  places: Float32Array<ArrayBuffer>;
  done: boolean;
}

addEventListener("message", ({ data }: MessageEvent<Task>) => {
  const spots: Placed[] = data.groups.of.map(() => ({ x: NaN, y: NaN }));
  const lines = data.lines.flatMap(([from, to]) => {
    const [source, target] = [spots[from], spots[to]];
    return source && target ? [{ source, target }] : [];
  });
  const layout = new Layout(spots, lines, data.groups);
  do {
    layout.step();
    const places = new Float32Array(2 * spots.length);
    spots.forEach(({ x, y }, at) => places.set([x, y], 2 * at));
    const progress: Progress = { places, done: layout.done };
    postMessage(progress, { transfer: [places.buffer] });
  } while (!layout.done);
});
