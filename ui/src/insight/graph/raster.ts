/** A colour as red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number];

/** Length of a dash and of the gap after it, in pixels. */
const DASH = 4;

/**
 * A picture that lines and dots are put into pixel by pixel, each with soft edges. The canvas's own lines take several times as
 * long where nothing but the processor draws, and ten thousand of them would be too many for a film.
 */
export class Raster {
  readonly image: ImageData;
  private readonly pixels: Uint8ClampedArray;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.image = new ImageData(width, height);
    this.pixels = this.image.data;
  }

  /** Fills all of it with a colour. */
  clear([red, green, blue]: Colour): void {
    const bytes = new Uint8Array([red, green, blue, 255]);
    const [whole = 0] = new Uint32Array(bytes.buffer);
    new Uint32Array(this.pixels.buffer).fill(whole);
  }

  /** A line as far as it lies in the picture, `cover` of it (0 to 1) over what is there. */
  line(fromX: number, fromY: number, toX: number, toY: number, colour: Colour, { cover = 1, wide = false, dashed = false } = {}): void {
    const [dx, dy] = [toX - fromX, toY - fromY];
    const edge = 2;
    let [begin, end] = [0, 1];
    for (const [step, room] of [
      [-dx, fromX - edge],
      [dx, this.width - 1 - edge - fromX],
      [-dy, fromY - edge],
      [dy, this.height - 1 - edge - fromY],
    ] as const) {
      if (step === 0 && room < 0) return;
      if (step < 0) begin = Math.max(begin, room / step);
      else if (step > 0) end = Math.min(end, room / step);
    }
    if (begin > end) return;
    const flat = Math.abs(dx) >= Math.abs(dy);
    const major = flat ? Math.abs(dx) : Math.abs(dy);
    const steps = Math.max(1, Math.round(major * (end - begin)));
    const [stepX, stepY] = [(dx * (end - begin)) / steps, (dy * (end - begin)) / steps];
    let [x, y] = [fromX + dx * begin, fromY + dy * begin];
    const length = Math.hypot(dx, dy);
    let along = length * begin;
    const stride = (length * (end - begin)) / steps;
    const most = cover * 256;
    const one = flat ? 4 * this.width : 4;
    for (let at = 0; at <= steps; at += 1) {
      if (!dashed || along % (2 * DASH) < DASH) {
        const across = flat ? y : x;
        const low = Math.floor(across);
        const part = across - low;
        const first = 4 * (flat ? low * this.width + Math.round(x) : Math.round(y) * this.width + low);
        this.blend(first, colour, (1 - part) * most);
        this.blend(first + one, colour, wide ? most : part * most);
        if (wide) this.blend(first + 2 * one, colour, part * most);
      }
      x += stepX;
      y += stepY;
      along += stride;
    }
  }

  /** A disc, or a diamond of the same height, around a point. */
  dot(x: number, y: number, radius: number, colour: Colour, shape: "disc" | "diamond"): void {
    const [left, right] = [Math.max(0, Math.floor(x - radius - 1)), Math.min(this.width - 1, Math.ceil(x + radius + 1))];
    const [top, bottom] = [Math.max(0, Math.floor(y - radius - 1)), Math.min(this.height - 1, Math.ceil(y + radius + 1))];
    for (let py = top; py <= bottom; py += 1) {
      for (let px = left; px <= right; px += 1) {
        const [dx, dy] = [Math.abs(px - x), Math.abs(py - y)];
        const away = shape === "disc" ? Math.sqrt(dx * dx + dy * dy) : dx + dy;
        const cover = radius + 0.5 - away;
        if (cover > 0) this.blend(4 * (py * this.width + px), colour, Math.min(1, cover) * 256);
      }
    }
  }

  private blend(at: number, colour: Colour, cover: number): void {
    const { pixels } = this;
    pixels[at] = (pixels[at] ?? 0) + (((colour[0] - (pixels[at] ?? 0)) * cover) >> 8);
    pixels[at + 1] = (pixels[at + 1] ?? 0) + (((colour[1] - (pixels[at + 1] ?? 0)) * cover) >> 8);
    pixels[at + 2] = (pixels[at + 2] ?? 0) + (((colour[2] - (pixels[at + 2] ?? 0)) * cover) >> 8);
  }
}

/** A colour as the style sheets write it: `#fbf8f1`. */
export function colourOf(hex: string): Colour {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  const [, red = "80", green = "80", blue = "80"] = digits ?? [];
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}
