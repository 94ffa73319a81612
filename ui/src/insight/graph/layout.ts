import { type Force, forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation } from "d3-force";

/** An item of the layout. */
export interface Placed {
  x: number;
  y: number;
}

/** Maximum distance of repulsion: distant spots need none, and cost most. */
const FAR = 600;

/** Applies a force every other step, twice as strong. Among thousands of spots repulsion takes nearly all the
 *  time of a step; with this and a coarser approximation of distant spots, a step takes two fifths of the
 *  time, and lines get the same length. */
function everyOther<S extends Placed>(force: Force<S, undefined>): Force<S, undefined> {
  let steps = 0;
  const felt = (alpha: number) => {
    if (steps % 2 === 0) force(2 * alpha);
    steps += 1;
  };
  return Object.assign(felt, { initialize: (spots: S[], random: () => number) => force.initialize?.(spots, random) });
}

/** The distance between neighbouring groups of one spot each. */
const APART = 26;

/** The centres of groups in a sunflower: each has the room of its share of the spots. */
function centresOf(groups: number[]): (at: number) => [number, number] {
  const many = Math.max(0, ...groups) + 1;
  const apart = APART * Math.sqrt(groups.length / many);
  return (at) => {
    const group = groups[at] ?? -1;
    if (group < 0) return [0, 0];
    const [far, angle] = [apart * Math.sqrt(group + 0.5), group * Math.PI * (3 - Math.sqrt(5))];
    return [far * Math.cos(angle), far * Math.sin(angle)];
  };
}

/** Lays out spots and the lines between them, step by step, spots of a group together. The same input gives the same places. */
export class Layout<S extends Placed> {
  private readonly simulation: Simulation<S, { source: S; target: S }>;

  /** `groups` has the index of each spot's group, -1 without one. */
  constructor(spots: S[], lines: { source: S; target: S }[], groups: number[] = []) {
    const centre = centresOf(groups);
    const hold = groups.some((group) => group >= 0) ? 0.1 : 0.06;
    const many = spots.length > 1_000;
    this.simulation = forceSimulation<S>(spots)
      .force("push", many ? everyOther(forceManyBody<S>().strength(-60).distanceMax(FAR).theta(1.6)) : forceManyBody<S>().strength(-60).distanceMax(FAR))
      // Copies, because d3 adds an index to its input.
      .force("pull", forceLink<S, { source: S; target: S }>(lines.map(({ source, target }) => ({ source, target }))).distance(40))
      .force("x", forceX<S>((_, at) => centre(at)[0]).strength(hold))
      .force("y", forceY<S>((_, at) => centre(at)[1]).strength(hold))
      // Fewer steps for many spots: each step takes longer, and exact places matter less.
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
