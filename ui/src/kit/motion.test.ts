import { expect, test } from "vitest";

import css from "./base.css?raw";

const sources = Object.entries(import.meta.glob("../**/*.{css,svelte}", { query: "?raw", import: "default", eager: true })) as [string, string][];

/** What stands in the block of `css` for those who want less motion. */
const calm = /@media \(prefers-reduced-motion: reduce\) \{\n([\s\S]*?)\n\}/.exec(css)?.[1] ?? "";

// B78
test.each(["animation-duration: 0.01ms", "animation-iteration-count: 1", "transition-duration: 0.01ms", "scroll-behavior: auto"])(
  "who wants less motion has %s everywhere",
  (line) => {
    expect(calm).toMatch(/^ {2}\*,\n {2}\*::before,\n {2}\*::after \{/);
    expect(calm).toContain(`${line} !important;`);
  },
);

test("nothing that moves outranks that", () => {
  expect(sources.length).toBeGreaterThan(50);
  const moving = /(?:animation|transition|scroll-behavior)[\w-]*:[^;]*!important/;
  const outranking = sources.filter(([path, text]) => moving.test(path.endsWith("/base.css") ? text.replace(calm, "") : text)).map(([path]) => path);
  expect(outranking).toEqual([]);
});

test("motion by script and smooth scrolling respect the setting for less motion", () => {
  const moving = sources.filter(([, text]) => /behavior:\s*["']smooth|\.animate\(|from "svelte\/(?:transition|animate|motion)"/.test(text));
  expect(moving.filter(([, text]) => !text.includes("prefers-reduced-motion")).map(([path]) => path)).toEqual([]);
});

test("endless motion switches, which takes no processor from a model", () => {
  const endless = sources.flatMap(([path, text]) => [...text.matchAll(/animation[\w-]*:[^;]*infinite[^;]*;/g)].map(([line]) => `${path}: ${line}`));
  expect(endless.length).toBeGreaterThan(1);
  expect(endless.filter((line) => !line.endsWith(" 2s infinite step-end;"))).toEqual([]);
});
