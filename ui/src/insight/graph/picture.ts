import type { GraphMap, Line, Spot } from "./map";

/** What of the map is seen, and how large. */
export interface View {
  /** The point of the map in the middle. */
  x: number;
  y: number;
  scale: number;
  width: number;
  height: number;
  /** Pixels of the screen for each of the page. */
  ratio: number;
}

export interface Colours {
  paper: string;
  ink: string;
  soft: string;
  link: string;
  citation: string;
  note: string;
  question: string;
  font: string;
}

/** Lines that are drawn at once: one path of all of them takes much longer to fill in. */
const BATCH = 256;

/** Names that are shown at most. */
const NAMES = 60;

/** The colours of the window as it looks now. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    paper: of("--paper"),
    ink: of("--ink"),
    soft: of("--ink-3"),
    link: of("--line-2"),
    citation: of("--accent"),
    note: of("--ink-2"),
    question: of("--accent"),
    font: `${Math.round(0.75 * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16))}px ${of("--sans")}`,
  };
}

/** The view that has all of a map in it. */
export function viewOfAll(map: GraphMap, size: Pick<View, "width" | "height" | "ratio">): View {
  const { left, top, right, bottom } = map.bounds();
  const room = 0.92 * Math.min(size.width / Math.max(1, right - left), size.height / Math.max(1, bottom - top));
  return { ...size, x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(2, Math.max(0.02, room)) };
}

/** Draws a map. What is focused stands out with its lines and its neighbours' names. */
export function draw(context: CanvasRenderingContext2D, map: GraphMap, view: View, colours: Colours, focused: Spot | null): void {
  const { width, height, scale, ratio } = view;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const px = (x: number) => (x - view.x) * scale + width / 2;
  const py = (y: number) => (y - view.y) * scale + height / 2;
  const outside = ({ source, target }: Line) => {
    const [x1, x2, y1, y2] = [px(source.x), px(target.x), py(source.y), py(target.y)];
    return (x1 < 0 && x2 < 0) || (x1 > width && x2 > width) || (y1 < 0 && y2 < 0) || (y1 > height && y2 > height);
  };
  const stroke = (lines: Line[]) => {
    for (let at = 0; at < lines.length; at += BATCH) {
      context.beginPath();
      for (const { source, target } of lines.slice(at, at + BATCH)) {
        context.moveTo(px(source.x), py(source.y));
        context.lineTo(px(target.x), py(target.y));
      }
      context.stroke();
    }
  };
  const seen = map.lines.filter((line) => !outside(line));
  const own = focused ? seen.filter(({ source, target }) => source === focused || target === focused) : [];
  for (const [kind, colour, dash] of [["link", colours.link, []], ["citation", colours.citation, [4, 4]]] as const) {
    context.strokeStyle = colour;
    context.setLineDash([...dash]);
    context.lineWidth = 1;
    context.globalAlpha = focused ? 0.45 : 0.8;
    stroke(seen.filter((line) => line.kind === kind));
    context.globalAlpha = 1;
    context.lineWidth = 2;
    if (kind === "link") context.strokeStyle = colours.soft;
    stroke(own.filter((line) => line.kind === kind));
  }
  context.setLineDash([]);

  const size = (spot: Spot) => Math.max(1.5, spot.radius * Math.min(1.4, Math.sqrt(scale)));
  const visible = map.spots.filter((spot) => {
    const [x, y, r] = [px(spot.x), py(spot.y), size(spot)];
    return x > -r && y > -r && x < width + r && y < height + r;
  });
  const shape = (spot: Spot, more = 0) => {
    const [x, y, r] = [px(spot.x), py(spot.y), size(spot) + more];
    // At a few pixels nobody sees that a dot has corners.
    if (spot.kind === "note" && r > 2) {
      context.moveTo(x + r, y);
      context.arc(x, y, r, 0, 2 * Math.PI);
    } else if (spot.kind === "note") context.rect(x - r, y - r, 2 * r, 2 * r);
    else {
      context.moveTo(x, y - 1.3 * r);
      context.lineTo(x + 1.3 * r, y);
      context.lineTo(x, y + 1.3 * r);
      context.lineTo(x - 1.3 * r, y);
      context.closePath();
    }
  };
  for (const kind of ["note", "question"] as const) {
    context.fillStyle = colours[kind];
    const spots = visible.filter((spot) => spot.kind === kind);
    for (let at = 0; at < spots.length; at += BATCH) {
      context.beginPath();
      for (const spot of spots.slice(at, at + BATCH)) shape(spot);
      context.fill();
    }
  }
  if (focused) {
    context.beginPath();
    shape(focused, 4);
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    context.stroke();
  }
  names(context, map, view, colours, focused);
}

/** Writes the names of the spots with most lines, as far as they don't lie over each other. */
function names(context: CanvasRenderingContext2D, map: GraphMap, view: View, colours: Colours, focused: Spot | null): void {
  const taken: { left: number; right: number; y: number }[] = [];
  const first = focused ? [focused, ...focused.neighbours] : [];
  context.font = colours.font;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = colours.paper;
  for (const spots of [first, map.byWeight]) {
    for (const spot of spots) {
      if (taken.length >= NAMES) return;
      const x = (spot.x - view.x) * view.scale + view.width / 2;
      const y = (spot.y - view.y) * view.scale + view.height / 2 + Math.max(4, spot.radius * Math.min(1.4, Math.sqrt(view.scale))) + 3;
      if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
      const name = spot.title.length > 32 ? `${spot.title.slice(0, 31)}…` : spot.title;
      const half = name.length * 3.4;
      if (taken.some((other) => Math.abs(other.y - y) < 16 && x - half < other.right && x + half > other.left)) continue;
      taken.push({ left: x - half, right: x + half, y });
      context.fillStyle = spot === focused ? colours.ink : colours.soft;
      context.strokeText(name, x, y);
      context.fillText(name, x, y);
    }
  }
}
