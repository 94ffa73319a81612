import { parse } from "svelte/compiler";
import { describe, expect, test } from "vitest";

const features = ["changes", "chat", "reader", "references", "context", "vault", "settings"];

const texts = import.meta.glob<string>("../**/*.{ts,svelte,css}", { query: "?raw", import: "default", eager: true });
// The paths come relative to this folder: under src they are `app/…`, `kit/…`.
const under = (path: string, from: string) => new URL(path, `file:///${from}`).pathname.slice(1);
const sources = Object.entries(texts).map(([path, text]) => ({ path: under(path, "app/"), text }));

/** What a source imports: packages as they are named, our own files by their path under src. */
function importsOf({ path, text }: { path: string; text: string }): string[] {
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, name = ""]) => name);
  return named.map((name) => (name.startsWith(".") ? under(name, path) : name));
}

const roomOf = (path: string) => path.split("/")[0] ?? "";

describe("who may name whom", () => {
  test("there is something to look at", () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.flatMap(importsOf).some((name) => name.startsWith("@tauri-apps/"))).toBe(true);
    for (const room of [...features, "kit", "ipc", "app"]) {
      expect(
        sources.some(({ path }) => roomOf(path) === room),
        room,
      ).toBe(true);
    }
  });

  test("only ipc imports Tauri", () => {
    const others = sources.filter(({ path }) => roomOf(path) !== "ipc");
    expect(others.filter((source) => importsOf(source).some((name) => name.startsWith("@tauri-apps")))).toEqual([]);
  });

  test.each(features)("%s imports no other feature and not the app", (feature) => {
    const foreign = sources
      .filter(({ path }) => roomOf(path) === feature)
      .flatMap((source) => importsOf(source).map((name) => `${source.path}: ${name}`))
      .filter((line) => [...features, "app"].some((room) => room !== feature && line.includes(`: ${room}/`)));
    expect(foreign).toEqual([]);
  });

  test("kit imports nothing of the app", () => {
    const rooms = [...features, "app", "ipc"];
    const foreign = sources
      .filter(({ path }) => roomOf(path) === "kit")
      .flatMap((source) => importsOf(source).map((name) => `${source.path}: ${name}`))
      .filter((line) => rooms.some((room) => line.includes(`: ${room}/`) || line.endsWith(`: ${room}`)));
    expect(foreign).toEqual([]);
  });
});

// B51
describe("what can't be in the window", () => {
  const shown = sources.filter(({ path }) => !path.endsWith(".test.ts"));

  test("HTML is put in at one place only", () => {
    const places = shown.filter(({ text }) => /\{@html|innerHTML|insertAdjacentHTML|document\.write/.test(text));
    expect(places.map(({ path }) => path)).toEqual(["kit/Html.svelte"]);
  });

  test("no name in a link is looked up before a click", () => {
    const pages = import.meta.glob<string>(["../../*.html", "../**/*.html", "!../ipc/**"], { query: "?raw", import: "default", eager: true });
    expect(Object.keys(pages).sort()).toEqual(["../../index.html", "../../quick.html", "../reader/pages/index.html"]);
    const lacking = Object.entries(pages).filter(([, page]) => !page.includes('<meta http-equiv="x-dns-prefetch-control" content="off" />'));
    expect(lacking.map(([path]) => path)).toEqual([]);
  });

  test("nothing is evaluated, and nothing is loaded from elsewhere", () => {
    const places = shown.filter(({ text }) => /\beval\(|new Function\(|url\(\s*["']?https?:|@import\s+["']?https?:/.test(text));
    expect(places.map(({ path }) => path)).toEqual([]);
  });
});

/** The texts that begin or end an element or a block with a space on its line. The compiler drops that space. */
function droppedSpaces(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && node.type === "Fragment" && "nodes" in node && Array.isArray(node.nodes)) {
      const nodes = node.nodes as { type: string; raw?: string; start: number }[];
      for (const [at, edge] of [
        [0, /^ +(?=[^\s]|$)/],
        [nodes.length - 1, /(?:^|\S) +$/],
      ] as const) {
        const { type, raw = "", start } = nodes[at] ?? { type: "", start: 0 };
        if (type === "Text" && edge.test(raw)) found.push(source.slice(start - 30, start + 30));
      }
    }
    Object.values(node).forEach(visit);
  };
  visit(parse(source, { modern: true }).fragment);
  return found;
}

test("no word runs into the next one because a space begins or ends an element or a block", () => {
  expect(droppedSpaces("<p>{a}{#if b} <b>{b}</b>{/if}</p>")).toHaveLength(1);
  expect(droppedSpaces("<p>{a}<b> · {b}</b></p>")).toHaveLength(1);
  expect(droppedSpaces("<p>{a} <b>{b}</b>{' '}{#if c}\n  {c}\n{/if}</p>")).toEqual([]);
  const components = sources.filter(({ path }) => path.endsWith(".svelte"));
  expect(components.flatMap(({ path, text }) => droppedSpaces(text).map((place) => `${path}: ${place}`))).toEqual([]);
});
