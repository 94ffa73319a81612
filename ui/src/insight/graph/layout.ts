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

/** The distance between neighbouring groups of one spot each, and the pull to their centres. Thousands of spots push
 *  each other less far apart. */
const APART = { few: 40, many: 25 };
const HOLD = { few: 0.2, many: 0.1 };
/** More spots than these are many. */
const FEW = 1_000;

/** The strength of a line between groups, as a share of one within: more of it would pull the groups into one. */
const ACROSS = 0.04;

/** The centres of groups in a sunflower: each has the room of its share of the spots. */
function centresOf(groups: number[]): (at: number) => [number, number] {
  const sizes: number[] = [];
  for (const group of groups) if (group >= 0) sizes[group] = (sizes[group] ?? 0) + 1;
  const apart = groups.length > FEW ? APART.many : APART.few;
  let before = 0;
  const centres = sizes.map((size, group): [number, number] => {
    const [far, angle] = [apart * Math.sqrt(before + size / 2), group * Math.PI * (3 - Math.sqrt(5))];
    before += size;
    return [far * Math.cos(angle), far * Math.sin(angle)];
  });
  return (at) => centres[groups[at] ?? -1] ?? [0, 0];
}

interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** The circle around most spots of a group: of a disc filled evenly, the mean square is half that of the edge. */
export function circleOf(spots: Placed[]): Circle {
  const mean = (of: (spot: Placed) => number) => spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length;
  const [x, y] = [mean((spot) => spot.x), mean((spot) => spot.y)];
  return { x, y, radius: 1.1 * Math.sqrt(2 * mean((spot) => (spot.x - x) ** 2 + (spot.y - y) ** 2)) + 20 };
}

/** The distance between the circles of groups, as a share of their radii, and the maximum rounds until none overlap. */
const GAP = 0.1;
const ROUNDS = 100;

/** Moves whole groups until their circles don't overlap. */
function part(groups: Placed[][], rounds: number): void {
  const circles = groups.map(circleOf);
  const places = circles.map(({ x, y }) => ({ x, y }));
  for (let round = 0, moved = true; moved && round < rounds; round += 1) {
    moved = false;
    circles.forEach((one, at) => {
      for (const other of circles.slice(at + 1)) {
        const [dx, dy] = [other.x - one.x || 0.01, other.y - one.y];
        const far = Math.hypot(dx, dy);
        const over = (1 + GAP) * (one.radius + other.radius) - far;
        if (over <= 0.01) continue;
        moved = true;
        const [x, y] = [(dx / far) * (over / 2), (dy / far) * (over / 2)];
        one.x -= x;
        one.y -= y;
        other.x += x;
        other.y += y;
      }
    });
  }
  circles.forEach(({ x, y }, at) => {
    const [dx, dy] = [x - (places[at]?.x ?? x), y - (places[at]?.y ?? y)];
    for (const spot of groups[at] ?? []) {
      spot.x += dx;
      spot.y += dy;
    }
  });
}

/** Lays out spots and the lines between them, step by step, spots of a group together. The same input gives the same places. */
export class Layout<S extends Placed> {
  private readonly simulation: Simulation<S, { source: S; target: S }>;
  /** The spots of each group; one group alone has no circle. */
  private readonly groups: S[][] = [];

  /** `groups` has the index of each spot's group, -1 without one. */
  constructor(spots: S[], lines: { source: S; target: S }[], groups: number[] = []) {
    const centre = centresOf(groups);
    spots.forEach((spot, at) => {
      const group = groups[at] ?? -1;
      if (group >= 0) (this.groups[group] ??= []).push(spot);
    });
    const many = spots.length > FEW;
    const held = many ? HOLD.many : HOLD.few;
    const hold = groups.some((group) => group >= 0) ? held : 0.06;
    // Copies, because d3 adds an index to its input.
    const pull = forceLink<S, { source: S; target: S }>(lines.map(({ source, target }) => ({ source, target }))).distance(40);
    const strength = pull.strength();
    const groupOf = new Map(spots.map((spot, at) => [spot, groups[at] ?? -1]));
    pull.strength((line, at, all) => {
      const [from = -1, to = -1] = [groupOf.get(line.source), groupOf.get(line.target)];
      return strength(line, at, all) * (from >= 0 && to >= 0 && from !== to ? ACROSS : 1);
    });
    this.simulation = forceSimulation<S>(spots)
      .force("push", many ? everyOther(forceManyBody<S>().strength(-60).distanceMax(FAR).theta(1.6)) : forceManyBody<S>().strength(-60).distanceMax(FAR))
      .force("pull", pull)
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
    if (this.done) return;
    this.simulation.tick();
    // Little by little, so that the last step doesn't jump.
    part(this.groups, this.done ? ROUNDS : 1);
  }
}
