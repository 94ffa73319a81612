import { expect, test } from "vitest";

const components = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });
const sheets = import.meta.glob<string>("./*.css", { query: "?raw", import: "default", eager: true });

/** The sizes of type that are written out in a style. Those in em follow the text they stand in. */
const written = (style: string) => [...style.matchAll(/font(?:-size)?:[^;]*?\b\d*\.?\d+(?:rem|px|pt)\b[^;]*;/g)].map(([line]) => line);

test.each([
  ["font: 600 0.95rem / 1.4 var(--serif);", 1],
  ["font-size: 17px;", 1],
  ["font: 600 var(--text-l) / 1.4 var(--serif);", 0],
  ["font-size: 1.15em;", 0],
])("%s has %d sizes of its own", (style, count) => {
  expect(written(style)).toHaveLength(count);
});

test("bars of progress are drawn by one sheet", () => {
  const drawn = Object.entries({ ...components, ...sheets }).filter(([, style]) => style.includes("::-webkit-progress-value"));
  expect(drawn.map(([path]) => path)).toEqual(["./form.css"]);
});

test("every size of type is one of the tokens", () => {
  expect(Object.keys(components).length).toBeGreaterThan(50);
  // The largest heading grows with the window, up to a size of its own. A page's size is that of the settings.
  const own = ["font: 600 clamp(var(--text-xxl), 6vw, 3rem) / 1.1 var(--serif);"];
  const found = Object.entries({ ...components, ...sheets }).map(([path, style]) => [path, written(style).filter((line) => !own.includes(line))] as const);
  expect(Object.fromEntries(found.filter(([, lines]) => lines.length > 0))).toEqual({});
});
