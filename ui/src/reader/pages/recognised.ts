import type { RecognisedLine } from "./messages";

/** The height of letters as a share of their line's box. */
const LETTERS = 0.8;

/** The recognised lines of a page, as words over its picture: in the form of pdf.js's own text layer, so that
 *  they are selected and marked like those. Each is stretched to its box; `size` is the page's, in points. */
export function spansOf(lines: RecognisedLine[], size: { width: number; height: number }): HTMLElement[] {
  const pen = document.createElement("canvas").getContext("2d");
  return lines.map(({ text, place }) => {
    const high = (LETTERS * place.height * size.height) / 10_000;
    const wide = (place.width * size.width) / 10_000;
    if (pen) pen.font = `${high}px sans-serif`;
    const own = pen?.measureText(text).width ?? 0;
    const span = document.createElement("span");
    span.textContent = text;
    span.style.fontFamily = "sans-serif";
    span.style.left = `${place.x / 100}%`;
    span.style.top = `${place.y / 100}%`;
    span.style.setProperty("--font-height", `${high}px`);
    if (own > 0) span.style.setProperty("--scale-x", String(wide / own));
    return span;
  });
}
