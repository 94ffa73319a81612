import { describe, expect, test } from "vitest";

import css from "./tokens.css?raw";

/** The light and the dark colours by name. */
const [light = "", dark = ""] = css.split(':root[data-theme="dark"]');
const colours = (text: string) => new Map([...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]));

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dim = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dim + 0.05);
}

const papers = ["paper", "paper-2", "paper-3", "raised"];
const pairs: [string, string][] = [
  ...["ink", "ink-2", "ink-3", "accent", "warn", "bad"].flatMap((ink) => papers.map((paper): [string, string] => [ink, paper])),
  ["ink", "chosen"],
  ["accent", "accent-soft"],
  ["warn", "warn-soft"],
  ["bad", "bad-soft"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["ink", "mark"],
  ["ink", "mark-soft"],
  ["on-mark-line", "mark-line"],
  ["accent", "mark-soft"],
  ["ink", "warn-soft"],
  ["ink-2", "warn-soft"],
  ["ink", "bad-soft"],
  ["good", "paper"],
  ...["keyword", "type", "name", "string", "number", "comment", "key"].map((token): [string, string] => [`code-${token}`, "paper-2"]),
];

describe.each([
  ["light", colours(light)],
  ["dark", new Map([...colours(light), ...colours(dark)])],
])("in the %s", (_, named) => {
  test("text has a contrast of 4.5 or more on every paper it may stand on", () => {
    const weak = pairs
      .map(([ink, paper]) => ({ ink, paper, contrast: contrast(named.get(ink) ?? "", named.get(paper) ?? "") }))
      // Written so that a colour that isn't there counts as weak.
      .filter((pair) => !(pair.contrast >= 4.5));
    expect(weak).toEqual([]);
  });
});
