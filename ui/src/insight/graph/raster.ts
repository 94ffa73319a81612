/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number];

/** The style of a line. */
export interface Stroke {
  colour: Colour;
  /** Opacity, from 0 to 1. */
  cover: number;
  /** Two pixels wide instead of one. */
  wide: boolean;
  /** Dashes of four pixels, with gaps of four pixels. */
  dashed: boolean;
}

/** Masks of a pixel's red and blue, and of its green; the gaps between them leave room for the arithmetic. */
const RED_AND_BLUE = 0xff00ff;
const GREEN = 0xff00;
const OPAQUE = 0xff000000;

/** Below this opacity, of 256, lines get no soft edges: nobody sees them, and they take half the time. */
const FAINT = 64;

/** One in 16.16 fixed point. */
const ONE = 1 << 16;

/** A bitmap with antialiased lines and dots. Without GPU acceleration the canvas's own lines take several
 *  times as long, too long to animate ten thousand of them. */
export class Raster {
  readonly image: ImageData;
  /** One number per pixel, red in the lowest byte. */
  private readonly pixels: Uint32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  clear(colour: Colour): void {
    this.pixels.fill(pixelOf(colour));
  }

  /** A line, clipped to the bitmap. */
  line(fromX: number, fromY: number, toX: number, toY: number, { colour, cover, wide, dashed }: Stroke): void {
    const [dx, dy] = [toX - fromX, toY - fromY];
    const edge = 2;
    const [right, bottom] = [this.width - 1 - edge, this.height - 1 - edge];
    // Most lines out of view lie on one side of it.
    if (Math.max(fromX, toX) < edge || Math.min(fromX, toX) > right || Math.max(fromY, toY) < edge || Math.min(fromY, toY) > bottom) return;
    let [begin, end] = [0, 1];
    for (const [step, room] of [
      [-dx, fromX - edge],
      [dx, right - fromX],
      [-dy, fromY - edge],
      [dy, bottom - fromY],
    ] as const) {
      if (step < 0) begin = Math.max(begin, room / step);
      else if (step > 0) end = Math.min(end, room / step);
    }
    if (begin > end) return;
    const flat = Math.abs(dx) >= Math.abs(dy);
    const part = end - begin;
    const steps = Math.max(1, Math.round(part * (flat ? Math.abs(dx) : Math.abs(dy))));
    const length = Math.hypot(dx, dy);
    const stride = (length * part) / steps;
    let along = length * begin;
    // One pixel along the main axis, and the matching fraction across it.
    const ahead = flat ? Math.sign(dx) : this.width * Math.sign(dy);
    const aside = flat ? this.width : 1;
    const [x, y] = [fromX + dx * begin, fromY + dy * begin];
    let across = Math.round((flat ? y : x) * ONE);
    const slope = Math.round((((flat ? dy : dx) * part) / steps) * ONE);
    let at = flat ? Math.round(x) : Math.round(y) * this.width;
    const most = Math.round(cover * 256);
    const pixel = pixelOf(colour);
    const [redAndBlue, green] = [pixel & RED_AND_BLUE, pixel & GREEN];
    for (let step = 0; step <= steps; step += 1) {
      if (!dashed || (along & 4) === 0) {
        const low = at + aside * (across >> 16);
        if (most < FAINT) {
          this.blend(low, redAndBlue, green, most);
          if (wide) this.blend(low + aside, redAndBlue, green, most);
        } else {
          const beyond = (((across >> 8) & 0xff) * most) >> 8;
          this.blend(low, redAndBlue, green, most - beyond);
          this.blend(low + aside, redAndBlue, green, wide ? most : beyond);
          if (wide) this.blend(low + 2 * aside, redAndBlue, green, beyond);
        }
      }
      at += ahead;
      across += slope;
      along += stride;
    }
  }

  /** A disc, or a diamond of the same height, around a point. */
  dot(x: number, y: number, radius: number, colour: Colour, shape: "disc" | "diamond"): void {
    const pixel = pixelOf(colour);
    const [redAndBlue, green] = [pixel & RED_AND_BLUE, pixel & GREEN];
    const within = (reach: number, dy: number) => (shape === "disc" ? Math.sqrt(Math.max(0, reach * reach - dy * dy)) : Math.max(0, reach - dy));
    const [top, bottom] = [Math.max(0, Math.ceil(y - radius - 0.5)), Math.min(this.height - 1, Math.floor(y + radius + 0.5))];
    for (let row = top; row <= bottom; row += 1) {
      const dy = Math.abs(row - y);
      const [outer, inner] = [within(radius + 0.5, dy), dy < radius - 0.5 ? within(radius - 0.5, dy) : -1];
      const [left, right] = [Math.max(0, Math.ceil(x - outer)), Math.min(this.width - 1, Math.floor(x + outer))];
      for (let column = left; column <= right; column += 1) {
        const dx = Math.abs(column - x);
        const at = row * this.width + column;
        if (dx <= inner) {
          this.pixels[at] = pixel;
          continue;
        }
        const away = shape === "disc" ? Math.sqrt(dx * dx + dy * dy) : dx + dy;
        this.blend(at, redAndBlue, green, Math.round(256 * Math.min(1, Math.max(0, radius + 0.5 - away))));
      }
    }
  }

  /** Blends a colour over a pixel with `cover` of 256: red and blue together, then green. */
  private blend(at: number, redAndBlue: number, green: number, cover: number): void {
    const under = this.pixels[at] ?? 0;
    const rest = 256 - cover;
    const mixed = ((Math.imul(under & RED_AND_BLUE, rest) + Math.imul(redAndBlue, cover)) >>> 8) & RED_AND_BLUE;
    this.pixels[at] = OPAQUE | mixed | (((Math.imul(under & GREEN, rest) + Math.imul(green, cover)) >>> 8) & GREEN);
  }
}

const pixelOf = ([red, green, blue]: Colour) => (OPAQUE | (blue << 16) | (green << 8) | red) >>> 0;

/** A colour from its CSS notation: `#fbf8f1`. */
export function colourOf(hex: string): Colour {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  const [, red = "80", green = "80", blue = "80"] = digits ?? [];
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}
