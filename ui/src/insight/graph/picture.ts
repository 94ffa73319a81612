import type { GraphMap, Spot } from "./map";
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
  ink: Colour;
  soft: Colour;
  link: Colour;
  citation: Colour;
  note: Colour;
  question: Colour;
  font: string;
}

/** Maximum names drawn. */
const NAMES = 60;

/** The window's current colours. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => colourOf(style.getPropertyValue(name));
  return {
    paper: of("--paper"),
    ink: of("--ink"),
    soft: of("--ink-3"),
    link: of("--ink-3"),
    citation: of("--accent"),
    note: of("--ink-2"),
    question: of("--accent"),
    font: `${Math.round(0.75 * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16))}px ${style.getPropertyValue("--sans")}`,
  };
}

/** A view of the whole map. */
export function viewOfAll(map: GraphMap, size: Pick<View, "width" | "height" | "ratio">): View {
  const { left, top, right, bottom } = map.bounds();
  const room = 0.92 * Math.min(size.width / Math.max(1, right - left), size.height / Math.max(1, bottom - top));
  return { ...size, x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(2, Math.max(0.02, room)) };
}

/** The radius of a spot in CSS pixels. */
const sizeOf = (spot: Spot, scale: number) => Math.max(1.5, spot.radius * Math.min(1.4, Math.sqrt(scale)));

/** Draws a map. The focused spot stands out with its lines and its neighbours' names. */
export function draw(context: CanvasRenderingContext2D, raster: Raster, map: GraphMap, view: View, colours: Colours, focused: Spot | null): void {
  const { scale, ratio } = view;
  const px = (x: number) => ((x - view.x) * scale + view.width / 2) * ratio;
  const py = (y: number) => ((y - view.y) * scale + view.height / 2) * ratio;
  raster.clear(colours.paper);
  // The more lines there are, the fainter each is drawn.
  const faint = Math.max(0.16, Math.min(0.6, 400 / map.lines.length));
  // With many lines, those that only cross the view would hide the few that end in it.
  const many = map.lines.length > 2_000;
  const [halfWidth, halfHeight] = [view.width / 2 / scale, view.height / 2 / scale];
  const isSeen = ({ x, y }: Spot) => Math.abs(x - view.x) <= halfWidth && Math.abs(y - view.y) <= halfHeight;
  for (const kind of ["link", "citation"] as const) {
    const cover = kind === "citation" ? Math.min(0.8, 2 * faint) : faint;
    const stroke: Stroke = { colour: colours[kind], cover, wide: ratio > 1, dashed: kind === "citation" };
    const ownStroke: Stroke = { ...stroke, cover: 1, wide: true };
    for (const { kind: its, source, target } of map.lines) {
      if (its !== kind) continue;
      const own = source === focused || target === focused;
      if (many && !own && !isSeen(source) && !isSeen(target)) continue;
      raster.line(px(source.x), py(source.y), px(target.x), py(target.y), own ? ownStroke : stroke);
    }
  }
  for (const spot of map.spots) {
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
  names(context, map, view, colours, focused);
}

/** Draws the names of the spots with the most lines, where names don't overlap. */
function names(context: CanvasRenderingContext2D, map: GraphMap, view: View, colours: Colours, focused: Spot | null): void {
  const taken: { left: number; right: number; y: number }[] = [];
  const first = focused ? [focused, ...focused.neighbours] : [];
  context.font = colours.font;
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const spots of [first, map.byWeight]) {
    for (const spot of spots) {
      if (taken.length >= NAMES) return;
      const x = (spot.x - view.x) * view.scale + view.width / 2;
      const y = (spot.y - view.y) * view.scale + view.height / 2 + sizeOf(spot, view.scale) + 4;
      if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
      const name = spot.title.length > 32 ? `${spot.title.slice(0, 31)}…` : spot.title;
      const half = name.length * 3.4;
      if (taken.some((other) => Math.abs(other.y - y) < 16 && x - half < other.right && x + half > other.left)) continue;
      taken.push({ left: x - half, right: x + half, y });
      context.fillStyle = css(colours.paper, 0.75);
      context.fillRect(x - half, y - 1, 2 * half, 14);
      context.fillStyle = css(spot === focused ? colours.ink : colours.soft, 1);
      context.fillText(name, x, y);
    }
  }
}

const css = ([red, green, blue]: Colour, cover: number) => `rgb(${red} ${green} ${blue} / ${cover})`;
