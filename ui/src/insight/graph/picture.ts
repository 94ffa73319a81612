import { type GraphMap, MOST, type Spot } from "./map";
import { type Colour, colourOf, type Raster, type Stroke } from "./raster";

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

interface Place {
  x: number;
  y: number;
}

/** Maximum names drawn. */
const NAMES = 40;
/** Maximum names of folders drawn. */
const FOLDERS = 12;
/** The spots with the most lines whose names may cover another spot. */
const HEAVY = 12;

/** The window's current colours. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => colourOf(style.getPropertyValue(name));
  return {
    paper: of("--paper"),
    ground: of("--paper-2"),
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
  const room = 0.92 * Math.min(size.width / Math.max(1, right - left), size.height / Math.max(1, bottom - top));
  return { ...size, x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(2, Math.max(0.02, room)) };
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

/** The circle around most spots of each group: of a disc filled evenly, the mean square is half that of the edge. */
function groundsOf(map: GraphMap): Ground[] {
  return map.groups.map(({ name, spots }) => {
    const mean = (of: (spot: Spot) => number) => spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length;
    const [x, y] = [mean((spot) => spot.x), mean((spot) => spot.y)];
    return { name, x, y, radius: Math.sqrt(2 * mean((spot) => (spot.x - x) ** 2 + (spot.y - y) ** 2)) + 20 };
  });
}

/** Draws a map, and returns the drawn spots. The focused spot stands out with its lines and its neighbours' names. */
export function draw(context: CanvasRenderingContext2D, raster: Raster, map: GraphMap, view: View, colours: Colours, focused: Spot | null): Set<Spot> {
  const { scale, ratio } = view;
  const px = (x: number) => ((x - view.x) * scale + view.width / 2) * ratio;
  const py = (y: number) => ((y - view.y) * scale + view.height / 2) * ratio;
  raster.clear(colours.paper);
  const [halfWidth, halfHeight] = [view.width / 2 / scale, view.height / 2 / scale];
  const isSeen = ({ x, y }: Spot) => Math.abs(x - view.x) <= halfWidth && Math.abs(y - view.y) <= halfHeight;
  const drawn = drawnOf(map, isSeen, focused);
  const grounds = groundsOf(map);
  for (const { x, y, radius } of grounds) raster.dot(px(x), py(y), radius * scale * ratio, colours.ground, "disc");
  // Lines lead to drawn spots, or out of the view.
  const isEnd = (spot: Spot) => drawn.has(spot) || !isSeen(spot);
  const lines = map.lines.filter(({ source, target }) => (drawn.has(source) || drawn.has(target)) && isEnd(source) && isEnd(target));
  // The more lines there are, the fainter each is drawn.
  const faint = Math.max(0.16, Math.min(0.4, 60 / lines.length));
  for (const kind of ["link", "citation"] as const) {
    const cover = kind === "citation" ? Math.min(0.8, 2 * faint) : faint;
    const stroke: Stroke = { colour: colours[kind], cover, wide: ratio > 1, dashed: kind === "citation" };
    const ownStroke: Stroke = { ...stroke, cover: 1, wide: true };
    // Lines within a group matter more than lines between groups.
    const acrossStroke: Stroke = { ...stroke, cover: stroke.cover / 2 };
    const isAcross = (source: Spot, target: Spot) => source.group >= 0 && target.group >= 0 && source.group !== target.group;
    for (const { kind: its, source, target } of lines) {
      if (its !== kind) continue;
      const own = source === focused || target === focused;
      raster.line(px(source.x), py(source.y), px(target.x), py(target.y), own ? ownStroke : isAcross(source, target) ? acrossStroke : stroke);
    }
  }
  for (const spot of drawn) {
    const [x, y, radius] = [px(spot.x), py(spot.y), sizeOf(spot, scale) * ratio];
    if (x < -radius || y < -radius || x > raster.width + radius || y > raster.height + radius) continue;
    const shape = spot.kind === "note" ? "disc" : "diamond";
    const reach = shape === "disc" ? radius : 1.3 * radius;
    if (spot === focused) {
      raster.dot(x, y, reach + 5 * ratio, colours.ink, shape);
      raster.dot(x, y, reach + 3 * ratio, colours.paper, shape);
    }
    raster.dot(x, y, reach, colours[spot.kind], shape);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.putImageData(raster.image, 0, 0);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  names(context, map, grounds, drawn, view, colours, focused);
  return drawn;
}

/** The side of a square in which spots are looked up, and the height of a name, in CSS pixels. */
const CELL = 16;
/** The reach of a spot around its centre that a name doesn't cover, in CSS pixels. */
const REACH = 5;

/** Whether a name would cover more than `most` of the spots in view. */
function crowdOf(places: Place[]): (left: number, top: number, right: number, most: number) => boolean {
  const cells = new Map<number, Place[]>();
  const cell = (x: number, y: number) => Math.floor(x / CELL) * 4096 + Math.floor(y / CELL);
  for (const place of places) {
    const key = cell(place.x, place.y);
    const others = cells.get(key);
    if (others) others.push(place);
    else cells.set(key, [place]);
  }
  return (left, top, right, most) => {
    let count = 0;
    for (let x = left - CELL; x < right + 2 * CELL; x += CELL) {
      for (let y = top - CELL; y <= top + 2 * CELL; y += CELL) {
        for (const place of cells.get(cell(x, y)) ?? []) {
          if (place.x <= left - REACH || place.x >= right + REACH || place.y <= top - REACH || place.y >= top + CELL + REACH) continue;
          count += 1;
          if (count > most) return true;
        }
      }
    }
    return false;
  };
}

/** Draws the names of folders over their grounds, and those of the spots with the most lines, where they cover neither
 *  each other nor other spots. */
function names(
  context: CanvasRenderingContext2D,
  map: GraphMap,
  grounds: Ground[],
  drawn: Set<Spot>,
  view: View,
  colours: Colours,
  focused: Spot | null,
): void {
  const taken: { left: number; right: number; y: number }[] = [];
  const at = ({ x, y }: Place) => ({ x: (x - view.x) * view.scale + view.width / 2, y: (y - view.y) * view.scale + view.height / 2 });
  const isSeen = ({ x, y }: Place) => x >= 0 && y >= 0 && x <= view.width && y <= view.height;
  const seen = [...drawn].map(at).filter(isSeen);
  const isCrowded = crowdOf(seen);
  context.textAlign = "center";
  context.textBaseline = "top";
  // The edge of letters, which keeps lines off them.
  context.lineWidth = 4;
  context.lineJoin = "round";
  /** Draws a name under a place, if it covers no other name and at most `most` spots. Whether it was drawn. */
  const write = (title: string, place: Place, most: number, colour: Colour): boolean => {
    if (!isSeen(place)) return false;
    const name = title.length > 32 ? `${title.slice(0, 31)}…` : title;
    const half = name.length * 3.6 + 3;
    // Near an edge a name moves into the view.
    const [x, y] = [Math.max(half, Math.min(view.width - half, place.x)), Math.min(view.height - CELL, place.y)];
    if (isCrowded(x - half, y, x + half, most)) return false;
    if (taken.some((other) => Math.abs(other.y - y) < CELL && x - half < other.right && x + half > other.left)) return false;
    taken.push({ left: x - half, right: x + half, y });
    const isOnGround = grounds.some((ground) => {
      const { x: gx, y: gy } = at(ground);
      return Math.hypot(gx - x, gy - y - CELL / 2) < ground.radius * view.scale;
    });
    context.strokeStyle = css(isOnGround ? colours.ground : colours.paper, 0.85);
    context.strokeText(name, x, y);
    context.fillStyle = css(colour, 1);
    context.fillText(name, x, y);
    return true;
  };
  context.font = `600 ${colours.font}`;
  for (const { name, x, y, radius } of grounds.slice(0, FOLDERS)) {
    const top = at({ x, y: y - radius });
    const bottom = at({ x, y: y + radius });
    // At the upper edge, above or below it, or at the lower edge, where no spot is.
    const places = [top.y, top.y - CELL, top.y + CELL, bottom.y].map((edge) => ({ x: top.x, y: edge - CELL / 2 }));
    if (!places.some((place) => write(name, place, 0, colours.ink))) write(name, { x: top.x, y: top.y - CELL / 2 }, Infinity, colours.ink);
  }
  context.font = colours.font;
  for (const [spots, most] of [
    [focused ? [focused] : [], Infinity],
    // The names of many neighbours would cover them.
    [focused?.neighbours ?? [], (focused?.neighbours.length ?? 0) > HEAVY ? 1 : Infinity],
    [map.byWeight.slice(0, HEAVY), 1],
    [map.byWeight, 0],
  ] as const) {
    for (const spot of spots) {
      if (taken.length >= NAMES) return;
      if (!drawn.has(spot)) continue;
      const { x, y } = at(spot);
      write(spot.title, { x, y: y + sizeOf(spot, view.scale) + 4 }, most, spot === focused ? colours.ink : colours.soft);
    }
  }
}

const css = ([red, green, blue]: Colour, cover: number) => `rgb(${red} ${green} ${blue} / ${cover})`;
