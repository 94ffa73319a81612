import { type Force, forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation } from "d3-force";

/** Something that gets a place. */
export interface Placed {
  x: number;
  y: number;
}

/** Beyond this distance two spots don't push each other: what is far needs no push, and costs most. */
const FAR = 600;

/**
 * A force that is felt every other step, twice as strong. Among thousands of spots the push takes nearly all the time of a step; with this
 * and a coarser look at what is far, a step takes two fifths of it, and the lines come out as long as before.
 */
function everyOther<S extends Placed>(force: Force<S, undefined>): Force<S, undefined> {
  let steps = 0;
  const felt = (alpha: number) => {
    if (steps % 2 === 0) force(2 * alpha);
    steps += 1;
  };
  return Object.assign(felt, { initialize: (spots: S[], random: () => number) => force.initialize?.(spots, random) });
}

/** Finds places for spots, of which lines join some, a step at a time. The same ones get the same places each time. */
export class Layout<S extends Placed> {
  private readonly simulation: Simulation<S, { source: S; target: S }>;

  constructor(spots: S[], lines: { source: S; target: S }[]) {
    const many = spots.length > 1_000;
    this.simulation = forceSimulation<S>(spots)
      .force("push", many ? everyOther(forceManyBody<S>().strength(-60).distanceMax(FAR).theta(1.6)) : forceManyBody<S>().strength(-60).distanceMax(FAR))
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
