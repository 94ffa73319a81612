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

/** The angle between the places of a sunflower. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** How much wider and lower than a circle the picture of all groups is: names are wide, and so are windows. */
const WIDE = { few: 1.2, many: 1.4 };

/** The centres of groups in a sunflower: each has the room of its share of the spots. */
function centresOf(groups: number[]): (at: number) => [number, number] {
  const sizes: number[] = [];
  for (const group of groups) if (group >= 0) sizes[group] = (sizes[group] ?? 0) + 1;
  const [apart, wide] = groups.length > FEW ? [APART.many, WIDE.many] : [APART.few, WIDE.few];
  let before = 0;
  const centres = sizes.map((size, group): [number, number] => {
    const [far, angle] = [apart * Math.sqrt(before + size / 2), group * GOLDEN];
    before += size;
    return [wide * far * Math.cos(angle), (far * Math.sin(angle)) / wide];
  });
  return (at) => centres[groups[at] ?? -1] ?? [0, 0];
}

interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** The room around a group's spots for their own size. */
const EDGE = 20;

/** The circle around the spots of a group. */
export function circleOf(spots: Placed[]): Circle {
  const mean = (of: (spot: Placed) => number) => spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length;
  const [x, y] = [mean((spot) => spot.x), mean((spot) => spot.y)];
  return { x, y, radius: EDGE + spots.reduce((most, spot) => Math.max(most, Math.hypot(spot.x - x, spot.y - y)), 0) };
}

/** Number of spots of a group that are large, and would lie over each other. */
const LARGE = 8;
/** Maximum radius of a group of one spot: one of more spots has the room of as many. */
const ROOM = 25;

/** Pulls a group together: its circle fits the number of its spots, and none lies far outside. Large ones fill their circle. */
function gather(spots: Placed[]): void {
  const { x, y } = circleOf(spots);
  // Of a disc filled evenly, the mean square is half that of the edge.
  const spread = 1.1 * Math.sqrt((2 * spots.reduce((sum, spot) => sum + (spot.x - x) ** 2 + (spot.y - y) ** 2, 0)) / spots.length);
  const isLarge = spots.length > FEW / 10;
  const room = (isLarge ? 0.6 : 1) * ROOM * Math.sqrt(spots.length);
  const scale = isLarge && spread > 0 ? room / spread : Math.min(1, room / spread);
  for (const spot of spots) {
    const [dx, dy] = [spot.x - x, spot.y - y];
    const by = Math.min(scale, (spread * scale) / Math.hypot(dx, dy));
    if (by < 1 || (isLarge && by > 1)) [spot.x, spot.y] = [x + by * dx, y + by * dy];
  }
}

/** Maximum groups whose name is drawn: the largest ones. */
export const NAMED = 12;
/** Maximum spots without a group among which there is room for names. */
export const NAMED_LOOSE = 12;
/** The height of a line of names, and of the two above a circle. Like the other sizes on the screen, in pixels of a picture this
 *  wide and high. */
const LINE = 24;
export const STRIP = 2 * LINE;
const PICTURE = 430;
/** The width of a character of a name, with its share of the space around. */
const CHARACTER = 7.5;
/** The distance between circles, and between them and names. */
const GAP = 14;
const EASE = 4;
/** Maximum rounds until no groups overlap. */
const ROUNDS = 200;

type Point = [number, number];

/** Moves points to the start, each as far as possible from those before it, until `far` are there. */
function apart(points: Point[], far: number): Point[] {
  const [found, rest] = [points.slice(0, 1), points.slice(1)];
  const gap = (to: Point) => Math.min(...found.map((one) => Math.hypot(one[0] - to[0], one[1] - to[1])));
  while (found.length < far && rest.length > 0) {
    const best = rest.reduce((best, _, at) => (gap(rest[at] as Point) > gap(rest[best] as Point) ? at : best), 0);
    found.push(...rest.splice(best, 1));
  }
  return [...found, ...rest];
}

/** Puts the spots of a group that are drawn first evenly into its circle, off the edge, the first in the middle. */
function spread(shown: Placed[], rest: Placed[]): void {
  const isMost = rest.length > shown.length;
  const { x, y, radius } = circleOf(isMost ? rest : [...shown, ...rest]);
  const inner = isMost ? 0.85 * (radius - EDGE) : 0.8 * ROOM * Math.sqrt(shown.length);
  // The outermost is at the lower right: a spot at the top would seem to have the name above it.
  const turn = Math.PI / 3 - (shown.length - 1) * GOLDEN;
  const sunflower = shown.slice(1).map((_, at): Point => {
    const [far, angle] = [inner * Math.sqrt((at + 1.5) / shown.length), turn + (at + 1) * GOLDEN];
    return [far * Math.cos(angle), far * Math.sin(angle)];
  });
  const places = apart([[0, 0], ...sunflower], LARGE);
  // Without their mean, which would move the group with each step.
  const mean = (axis: 0 | 1) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  const [right, down] = [mean(0), mean(1)];
  shown.forEach((spot, at) => {
    const [dx, dy] = places[at] ?? [0, 0];
    [spot.x, spot.y] = [x + dx - right, y + dy - down];
  });
}

/** A circle, or a rectangle with half its width and height. */
interface Shape extends Circle {
  group: number;
  width: number;
  height: number;
}

/** The way that `other` has to move until it is `gap` away from `one`; null if it is. */
function overlap(one: Shape, other: Shape, gap: number): [number, number] | null {
  // Without arrays, because most pairs are far apart, and of thousands of spots there are many.
  const reach = one.radius + other.radius + gap;
  const dx = other.x - one.x || 0.01;
  const overX = Math.abs(dx) - one.width - other.width;
  if (overX > reach) return null;
  const dy = other.y - one.y || 0.01;
  const overY = Math.abs(dy) - one.height - other.height;
  if (overY > reach) return null;
  const x = Math.max(0, overX);
  const y = Math.max(0, overY);
  const far = Math.hypot(x, y) || Math.max(overX, overY);
  if (far > reach - 0.01) return null;
  if (far > 0) return [Math.sign(dx) * x * (reach / far - 1), Math.sign(dy) * y * (reach / far - 1)];
  // Names side by side would stay so between circles.
  return overX > overY || Math.abs(dx) > 4 * Math.abs(dy) ? [Math.sign(dx) * (reach - overX), 0] : [0, Math.sign(dy) * (reach - overY)];
}

/** The groups of spots, by index. */
export interface Groups {
  /** The group of each spot, -1 without one. */
  of: number[];
  /** The length of each group's longer line of names, and of each spot's name. */
  names: number[];
  titles: number[];
  /** The spots that are drawn first. */
  foremost: number[];
}

/** Moves whole groups until neither their circles nor their names overlap, and the other spots out of them. `names` has the
 *  length of each group's name, `shown` its spots that are drawn first, `rest` the others, `titleOf` the length of a spot's name. */
function part<S extends Placed>(groups: S[][], names: number[], shown: S[][], rest: S[][], titleOf: (spot: S) => number, loose: S[], rounds: number): void {
  for (const group of groups) gather(group);
  groups.forEach((_, at) => spread(shown[at] ?? [], rest[at] ?? []));
  // The side of a square with room for all circles and their names.
  const pixel = (4.2 * Math.sqrt(groups.map(circleOf).reduce((sum, { radius }) => sum + radius ** 2, 0))) / PICTURE;
  const halfOf = (length: number) => (length * CHARACTER * pixel) / 2;
  // Few spots without a group are apart like groups, with their names below them.
  const isRoomy = groups.length > 0 && loose.length <= NAMED_LOOSE;
  const moved = isRoomy ? [...groups, ...loose.map((spot) => [spot])] : groups;
  const circles = moved.map(circleOf);
  const shapes = circles.map((circle, group): Shape[] => {
    const line = LINE * pixel;
    const named = (length: number, y: number, lines: number): Shape => ({
      group,
      x: circle.x,
      y,
      radius: 0,
      width: halfOf(length),
      height: (lines * line) / 2,
    });
    const [loose] = group < groups.length ? [] : (moved[group] ?? []);
    const name = loose ? named(titleOf(loose), circle.y + 0.8 * line, 1) : named(names[group] ?? 0, circle.y - circle.radius - line, 2);
    return [{ group, ...circle, width: 0, height: 0 }, ...(group < NAMED || loose ? [name] : [])];
  });
  const all = shapes.flat();
  const move = (group: number, x: number, y: number) => {
    for (const shape of shapes[group] ?? []) {
      shape.x += x;
      shape.y += y;
    }
  };
  const leftOf = ({ x, width, radius }: Shape) => x - width - radius;
  for (let round = 0, isMoving = true; isMoving && round < rounds; round += 1) {
    isMoving = false;
    // From left to right, so that most pairs needn't be compared.
    all.sort((one, other) => leftOf(one) - leftOf(other));
    all.forEach((one, at) => {
      const right = one.x + one.width + one.radius + GAP * pixel;
      for (let next = at + 1; next < all.length; next += 1) {
        const other = all[next];
        if (!other || leftOf(other) > right) break;
        const way = one.group === other.group ? null : overlap(one, other, (one.radius > 0 && other.radius > 0 ? GAP : EASE) * pixel);
        if (!way) continue;
        isMoving = true;
        move(one.group, -way[0] / 2, -way[1] / 2);
        move(other.group, way[0] / 2, way[1] / 2);
      }
    });
  }
  circles.forEach(({ x, y }, at) => {
    const [dx, dy] = [(shapes[at]?.[0]?.x ?? x) - x, (shapes[at]?.[0]?.y ?? y) - y];
    for (const spot of moved[at] ?? []) {
      spot.x += dx;
      spot.y += dy;
    }
  });
  for (const spot of isRoomy ? [] : loose) {
    const shape = { group: -1, x: spot.x, y: spot.y, radius: EDGE / 2, width: 0, height: 0 };
    for (let round = 0, isMoving = true; isMoving && round < rounds; round += 1) {
      isMoving = false;
      for (const one of all) {
        const way = overlap(one, shape, GAP * pixel);
        if (!way) continue;
        isMoving = true;
        shape.x += way[0];
        shape.y += way[1];
      }
    }
    [spot.x, spot.y] = [shape.x, shape.y];
  }
}

/** Lays out spots and the lines between them, step by step, spots of a group together. The same input gives the same places. */
export class Layout<S extends Placed> {
  private readonly simulation: Simulation<S, { source: S; target: S }>;
  /** The spots of each group; one group alone has no circle. */
  private readonly groups: S[][] = [];
  /** Those of them that are drawn first, and the others. */
  private readonly shown: S[][];
  private readonly rest: S[][];
  private readonly loose: S[] = [];
  private readonly titleOf: (spot: S) => number;

  constructor(
    spots: S[],
    lines: { source: S; target: S }[],
    private readonly grouped: Groups = { of: [], names: [], titles: [], foremost: [] },
  ) {
    const groups = grouped.of;
    const centre = centresOf(groups);
    spots.forEach((spot, at) => {
      const group = groups[at] ?? -1;
      (group < 0 ? this.loose : (this.groups[group] ??= [])).push(spot);
    });
    const many = spots.length > FEW;
    const titles = new Map(spots.map((spot, at) => [spot, grouped.titles[at] ?? 0]));
    this.titleOf = (spot) => titles.get(spot) ?? 0;
    this.shown = this.groups.map((_, at) => grouped.foremost.filter((spot) => groups[spot] === at).flatMap((spot) => spots[spot] ?? []));
    this.rest = this.groups.map((group, at) => {
      const shown = new Set(this.shown[at]);
      return group.filter((spot) => !shown.has(spot));
    });
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
    part(this.groups, this.grouped.names, this.shown, this.rest, this.titleOf, this.loose, this.done ? ROUNDS : 1);
  }
}
