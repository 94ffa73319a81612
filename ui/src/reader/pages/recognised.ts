import type { RecognisedLine } from "./messages";

/** The font size as a share of the height of a line's box. */
const LETTERS = 0.8;

/** The recognised lines of a scanned page, as invisible text over its picture, so that they can be selected and marked.
 *  They have the form of pdf.js's text layer, with its style properties `--font-height` and `--scale-x`. Each line is
 *  stretched to the width of its box. `size` is the page's, in points; `place` is in ten-thousandths of it. */
export function spansOf(lines: RecognisedLine[], size: { width: number; height: number }): HTMLElement[] {
  const pen = document.createElement("canvas").getContext("2d");
  return lines.map(({ text, place }) => {
    const high = (LETTERS * place.height * size.height) / 10_000;
    const wide = (place.width * size.width) / 10_000;
    if (pen) pen.font = `${high}px sans-serif`;
    const unstretched = pen?.measureText(text).width ?? 0;
    const span = document.createElement("span");
    span.textContent = text;
    span.style.fontFamily = "sans-serif";
    span.style.left = `${place.x / 100}%`;
    span.style.top = `${place.y / 100}%`;
    span.style.setProperty("--font-height", `${high}px`);
    if (unstretched > 0) span.style.setProperty("--scale-x", String(wide / unstretched));
    return span;
  });
}
