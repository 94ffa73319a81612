import { Layout, type Placed } from "./layout";

/** What is to be arranged: how many spots there are, and which of them lines join. */
export interface Task {
  spots: number;
  lines: [number, number][];
}

/** Where the spots are now, x and y of each in turn. */
export interface Progress {
  places: Float32Array<ArrayBuffer>;
  done: boolean;
}

addEventListener("message", ({ data }: MessageEvent<Task>) => {
  const spots: Placed[] = Array.from({ length: data.spots }, () => ({ x: NaN, y: NaN }));
  const lines = data.lines.flatMap(([from, to]) => {
    const [source, target] = [spots[from], spots[to]];
    return source && target ? [{ source, target }] : [];
  });
  const layout = new Layout(spots, lines);
  do {
    layout.step();
    const places = new Float32Array(2 * spots.length);
    spots.forEach(({ x, y }, at) => places.set([x, y], 2 * at));
    const progress: Progress = { places, done: layout.done };
    postMessage(progress, { transfer: [places.buffer] });
  } while (!layout.done);
});
