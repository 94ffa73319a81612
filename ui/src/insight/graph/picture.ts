import { circleOf, NAMED, NAMED_LOOSE, STRIP } from "./layout";
import { type GraphMap, type Line, MOST, shortened, type Spot } from "./map";
import { type Colour, colourOf, type Raster } from "./raster";

/** The visible part of the map, and its scale. */
export interface View {
  /** The point of the map at the centre. */
  x: number;
  y: number;
  scale: number;
  width: number;
  height: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
}

export interface Colours {
  paper: Colour;
  /** The ground of a group. */
  ground: Colour;
  ink: Colour;
  soft: Colour;
  link: Colour;
  citation: Colour;
  note: Colour;
  question: Colour;
  font: string;
}

/** How much larger the most linked note of a folder is. */
const HUB = 1.3;

interface Place {
  x: number;
  y: number;
}

/** A folder has the names of as many of its most linked notes as its radius has so many CSS pixels, where they fit. */
const ROOMY = 100;
/** The opacity of links within a group and between groups, and of citations. On dark paper links need more. */
const FAINT = { within: 0.2, across: 0.08, citation: 0.6 };
const ON_DARK = 1.2;

/** The window's current colours. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => colourOf(style.getPropertyValue(name));
  return {
    paper: of("--paper"),
    ground: of("--paper-3"),
    ink: of("--ink"),
    soft: of("--ink-3"),
    link: of("--ink-3"),
    citation: of("--accent"),
    note: of("--ink-2"),
    question: of("--accent"),
    font: `${Math.round(0.75 * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16))}px ${style.getPropertyValue("--sans")}`,
  };
}

/** A view of the whole map, with the grounds of its groups. */
export function viewOfAll(map: GraphMap, size: Pick<View, "width" | "height" | "ratio">): View {
  const bounds = map.bounds();
  const grounds = groundsOf(map);
  const left = Math.min(bounds.left, ...grounds.map(({ x, radius }) => x - radius));
  const right = Math.max(bounds.right, ...grounds.map(({ x, radius }) => x + radius));
  const top = Math.min(bounds.top, ...grounds.map(({ y, radius }) => y - radius));
  const bottom = Math.max(bounds.bottom, ...grounds.map(({ y, radius }) => y + radius));
  // The name of a folder lies above its ground.
  const strip = grounds.length > 0 ? STRIP : 0;
  const room = 0.92 * Math.min(size.width / Math.max(1, right - left), (size.height - strip) / Math.max(1, bottom - top));
  const scale = Math.min(2, Math.max(0.02, room));
  return { ...size, x: (left + right) / 2, y: (top + bottom - strip / scale) / 2, scale };
}

/** The radius of a spot in CSS pixels. */
const sizeOf = (spot: Spot, scale: number) => Math.max(1.5, spot.radius * Math.min(1.4, Math.sqrt(scale)));

/** The spots to draw: those with the most lines in view, and the focused one with its neighbours. */
function drawnOf(map: GraphMap, isSeen: (spot: Spot) => boolean, focused: Spot | null): Set<Spot> {
  if (map.spots.length <= MOST) return new Set(map.spots);
  const drawn = new Set<Spot>();
  for (const spot of map.byWeight) {
    if (drawn.size === MOST) break;
    if (isSeen(spot)) drawn.add(spot);
  }
  for (const spot of focused ? [focused, ...focused.neighbours] : []) drawn.add(spot);
  return drawn;
}

interface Ground extends Place {
  name: string;
  radius: number;
}

const groundsOf = (map: GraphMap): Ground[] => map.groups.map(({ name, spots }) => ({ name, ...circleOf(spots) }));

/** Draws a map, and returns the drawn spots. The focused spot stands out with its lines and its neighbours' names, the
 *  hovered one with its lines and its name. */
export function draw(
  context: CanvasRenderingContext2D,
  raster: Raster,
  map: GraphMap,
  view: View,
  colours: Colours,
  focused: Spot | null,
  hovered: Spot | null = null,
): Set<Spot> {
  const { scale, ratio } = view;
  const px = (x: number) => ((x - view.x) * scale + view.width / 2) * ratio;
  const py = (y: number) => ((y - view.y) * scale + view.height / 2) * ratio;
  raster.clear(colours.paper);
  const more = colours.paper[0] < 128 ? ON_DARK : 1;
  const [halfWidth, halfHeight] = [view.width / 2 / scale, view.height / 2 / scale];
  const isSeen = ({ x, y }: Spot) => Math.abs(x - view.x) <= halfWidth && Math.abs(y - view.y) <= halfHeight;
  const drawn = drawnOf(map, isSeen, focused);
  const grounds = groundsOf(map);
  // Lines lead to drawn spots, or out of the view.
  const isEnd = (spot: Spot) => drawn.has(spot) || !isSeen(spot);
  const lines = map.lines.filter(({ source, target }) => (drawn.has(source) || drawn.has(target)) && isEnd(source) && isEnd(target));
  const isOwn = ({ source, target }: Line) => [source, target].some((spot) => spot === focused || spot === hovered);
  const isAcross = ({ source, target, kind }: Line) => kind === "link" && source.group !== target.group;
  const drawLines = (what: Line[], own: boolean) => {
    for (const line of what) {
      const { kind, source, target } = line;
      const faint = kind === "citation" ? FAINT.citation : more * (isAcross(line) ? FAINT.across : FAINT.within);
      const stroke = { colour: colours[kind], cover: own ? 1 : faint, wide: own || ratio > 1, dashed: kind === "citation" };
      raster.line(px(source.x), py(source.y), px(target.x), py(target.y), stroke);
    }
  };
  // What links folders passes behind the grounds of others. Own lines lie over all others.
  const others = lines.filter((line) => !isOwn(line));
  drawLines(others.filter(isAcross), false);
  for (const { x, y, radius } of grounds) raster.dot(px(x), py(y), radius * scale * ratio, colours.ground, "disc");
  drawLines(
    others.filter((line) => !isAcross(line)),
    false,
  );
  drawLines(lines.filter(isOwn), true);
  for (const spot of drawn) {
    const isHub = spot.group >= 0 && map.hubs.get(spot.group) === spot;
    const [x, y, radius] = [px(spot.x), py(spot.y), (isHub ? HUB : 1) * sizeOf(spot, scale) * ratio];
    if (x < -radius || y < -radius || x > raster.width + radius || y > raster.height + radius) continue;
    const shape = spot.kind === "note" ? "disc" : "diamond";
    const reach = shape === "disc" ? radius : 1.3 * radius;
    if (spot === focused) {
      raster.dot(x, y, reach + 5 * ratio, colours.ink, shape);
      raster.dot(x, y, reach + 3 * ratio, colours.paper, shape);
    }
    raster.dot(x, y, reach, isHub ? colours.ink : colours[spot.kind], shape);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.putImageData(raster.image, 0, 0);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  names(context, map, grounds, drawn, view, colours, focused, hovered);
  return drawn;
}

/** The height of a name, in CSS pixels. */
const HEIGHT = 16;

/** Maximum distance in CSS pixels from a spot to its name. */
const NEAR = 12;

/** Minimum distance in CSS pixels from a name to that of a folder. */
const APART = 6;

/** Draws the names of folders and of their most linked notes above their grounds, and those of the spots with the most lines,
 *  where they cover neither each other nor spots nor the ground of another folder. */
function names(
  context: CanvasRenderingContext2D,
  map: GraphMap,
  grounds: Ground[],
  drawn: Set<Spot>,
  view: View,
  colours: Colours,
  focused: Spot | null,
  hovered: Spot | null,
): void {
  const taken: { left: number; right: number; y: number; apart: number }[] = [];
  const at = ({ x, y }: Place) => ({ x: (x - view.x) * view.scale + view.width / 2, y: (y - view.y) * view.scale + view.height / 2 });
  /** The radius of a spot with its corners, and with the ring if it is focused. */
  const reachOf = (spot: Spot) => (spot.kind === "note" ? 1 : 1.3) * sizeOf(spot, view.scale) + (spot === focused ? 5 : 0);
  const isSeen = ({ x, y }: Place) => x >= 0 && y >= 0 && x <= view.width && y <= view.height;
  const circles = grounds.map((ground) => ({ ...at(ground), radius: ground.radius * view.scale }));
  const dots = [...drawn].map((spot) => ({ ...at(spot), spot, reach: reachOf(spot) + 1 })).filter(isSeen);
  context.textAlign = "center";
  context.textBaseline = "top";
  // The edge of letters keeps lines off them.
  context.lineJoin = "round";
  /** The place in the view that is closest to this one. */
  const inView = (half: number, { x, y }: Place) => ({
    x: Math.max(half, Math.min(view.width - half, x)),
    y: Math.max(0, Math.min(view.height - HEIGHT, y)),
  });
  /** Whether a name covers no other name, and lies outside all circles or inside its own group's; it may cross the edge of `crossed`. */
  const isApart = ({ x, y }: Place, half: number, group: number, crossed = -1) =>
    !taken.some((other) => Math.abs(other.y - y) < HEIGHT + other.apart && x - half < other.right && x + half > other.left) &&
    circles.every((circle, at) => {
      const [dx, dy] = [Math.abs(circle.x - x), Math.abs(circle.y - y - HEIGHT / 2)];
      const isOutside = Math.hypot(Math.max(0, dx - half), Math.max(0, dy - HEIGHT / 2)) >= circle.radius;
      return isOutside || at === crossed || (at === group && Math.hypot(dx + half, dy + HEIGHT / 2) <= circle.radius);
    });
  /** The distance from a name to a spot. */
  const gapOf = (dot: Place & { reach: number }, { x, y }: Place, half: number) =>
    Math.hypot(Math.max(0, Math.abs(dot.x - x) - half), Math.max(0, Math.abs(dot.y - y - HEIGHT / 2) - HEIGHT / 2)) - dot.reach;
  /** Whether a name covers no spot, and no other spot is as near as its own. */
  const isFree = (spot: Spot, place: Place, half: number) => {
    const own = gapOf({ ...at(spot), reach: reachOf(spot) + 1 }, place, half);
    return own >= 0 && dots.every((dot) => dot.spot === spot || gapOf(dot, place, half) > own + 2);
  };
  const write = (name: string, { x, y }: Place, colour: Colour, apart = 0) => {
    const half = halfOf(context, name);
    taken.push({ left: x - half, right: x + half, y, apart });
    // Links may lie behind a name.
    context.lineWidth = 5;
    const edge = (under: Colour) => {
      context.strokeStyle = css(under, 0.85);
      context.strokeText(name, x, y);
    };
    edge(colours.paper);
    for (const circle of circles) {
      if (Math.hypot(Math.max(0, Math.abs(circle.x - x) - half), circle.y - y - HEIGHT / 2) > circle.radius) continue;
      context.save();
      context.beginPath();
      context.arc(circle.x, circle.y, circle.radius, 0, 2 * Math.PI);
      context.clip();
      edge(colours.ground);
      context.restore();
    }
    context.fillStyle = css(colour, 1);
    context.fillText(name, x, y);
  };
  /** Draws the name of a spot beside it, above it or below it. */
  const writeSpot = (spot: Spot, colour: Colour, always = false): void => {
    const { x, y } = at(spot);
    if (!drawn.has(spot) || !isSeen({ x, y })) return;
    const name = shortened(spot.title);
    const [reach, half] = [reachOf(spot), halfOf(context, name)];
    const [above, below] = [y - reach - HEIGHT - 2, y + reach + 4];
    const own = circles[spot.group];
    /** The place in this row, as far inside the circle as the name fits. */
    const inside = (row: number) => {
      const room = own ? Math.sqrt(Math.max(0, own.radius ** 2 - (Math.abs(row + HEIGHT / 2 - own.y) + HEIGHT / 2) ** 2)) - half : 0;
      return own && room >= 0 ? Math.max(own.x - room, Math.min(own.x + room, x)) : x;
    };
    const places = [
      { x: x + reach + 2 + half, y: y - HEIGHT / 2 },
      { x: x - reach - 2 - half, y: y - HEIGHT / 2 },
      ...[above, below].map((row) => ({ x: Math.max(x - half, Math.min(x + half, inside(row))), y: row })),
    ];
    // The layout has room there.
    if (spot.group < 0) places.unshift({ x, y: below });
    // Near an edge a name moves into the view, but not off its spot.
    const near = places.map((place) => inView(half, place)).filter((place, at) => distance(place, places[at] ?? place) <= NEAR);
    const free = near.filter((place) => isFree(spot, place, half));
    const place =
      free.find((place) => isApart(place, half, spot.group)) ?? free.find((place) => isApart(place, half, -1, spot.group)) ?? (always ? near[0] : undefined);
    if (place) write(name, place, colour);
  };
  const lit = [...new Set([hovered, focused])].filter((spot) => spot !== null);
  context.font = colours.font;
  for (const spot of lit) writeSpot(spot, colours.ink, true);
  grounds.slice(0, NAMED).forEach(({ name }, group) => {
    const { x, y, radius } = circles[group] ?? { x: 0, y: 0, radius: 0 };
    const lineOf = (text: string, row: number, font = colours.font) => {
      context.font = font;
      const above = { x, y: y - radius - row * HEIGHT - 2 };
      const half = halfOf(context, text);
      const place = inView(half, above);
      return { text, font, place, fits: distance(place, above) <= 3 * NEAR && isApart(place, half, group) };
    };
    const bold = `600 ${colours.font}`;
    const both = [lineOf(shortened(name), 2, bold), lineOf(map.captionOf(group), 1)];
    const fitting = both.every(({ fits }) => fits) ? both : [lineOf(shortened(name), 1, bold)].filter(({ fits }) => fits);
    fitting.forEach(({ text, font, place }, at) => {
      context.font = font;
      write(text, place, at === 0 ? colours.ink : colours.soft, APART);
    });
  });
  context.font = colours.font;
  const done = new Set([...lit, ...(focused?.neighbours ?? [])]);
  for (const spot of done) if (!lit.includes(spot)) writeSpot(spot, colours.soft);
  const tried = new Map<number, number>();
  for (const spot of map.byWeight) {
    if (spot.kind !== "note" || done.has(spot) || !drawn.has(spot) || !isSeen(at(spot))) continue;
    const most = spot.group < 0 ? NAMED_LOOSE : Math.floor((circles[spot.group]?.radius ?? 0) / ROOMY);
    const tries = tried.get(spot.group) ?? 0;
    if (tries === most) continue;
    tried.set(spot.group, tries + 1);
    writeSpot(spot, colours.soft);
  }
}

const distance = (one: Place, other: Place) => Math.hypot(one.x - other.x, one.y - other.y);

/** Half of the width of a name with its edge, in CSS pixels. */
const halfOf = (context: CanvasRenderingContext2D, name: string) => context.measureText(name).width / 2 + 3;

const css = ([red, green, blue]: Colour, cover: number) => `rgb(${red} ${green} ${blue} / ${cover})`;
