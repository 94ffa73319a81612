import { forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation } from "d3-force";

/** Something that gets a place. */
export interface Placed {
  x: number;
  y: number;
}

/** Beyond this distance two spots don't push each other: what is far needs no push, and costs most. */
const FAR = 600;

/** Finds places for spots, of which lines join some, a step at a time. The same ones get the same places each time. */
export class Layout<S extends Placed> {
  private readonly simulation: Simulation<S, { source: S; target: S }>;

  constructor(spots: S[], lines: { source: S; target: S }[]) {
    const many = spots.length > 1_000;
    this.simulation = forceSimulation<S>(spots)
      .force("push", forceManyBody<S>().strength(-60).distanceMax(FAR).theta(many ? 1.2 : 0.9))
      // Copies: what it is given gets an index.
      .force("pull", forceLink<S, { source: S; target: S }>(lines.map(({ source, target }) => ({ source, target }))).distance(40))
      .force("x", forceX<S>().strength(0.06))
      .force("y", forceY<S>().strength(0.06))
      // Fewer steps for many: each of them takes longer, and their places matter less.
      .alphaDecay(1 - Math.pow(0.001, 1 / (many ? 120 : 240)))
      .stop();
  }

  get done(): boolean {
    return this.simulation.alpha() < this.simulation.alphaMin();
  }

  step(): void {
    if (!this.done) this.simulation.tick();
  }
}
