import { type AST, parse } from "svelte/compiler";
import { expect, test } from "vitest";

const components = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });

/** Attributes, and properties of components, that people read or hear. */
const told = /^(title|label|placeholder|alt|hint|text|summary|aria-(label|description|roledescription|placeholder|valuetext))$/;

/** Whether a text is in a language: addresses and the names of models are not. */
const isSaid = (text: string) => /\p{L}{2,}/u.test(text) && !/^(https?:\S+|[a-z0-9]+(-[a-z0-9]+)+)$/.test(text);

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** The strings that an expression may come to as they stand in it. */
function strings(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw);
    case "ConditionalExpression":
      return [...strings(node.consequent), ...strings(node.alternate)];
    case "LogicalExpression":
    case "BinaryExpression":
      return ["+", "??", "||", "&&"].includes(String(node.operator)) ? [...strings(node.left), ...strings(node.right)] : [];
    default:
      return [];
  }
}

/** The words that stand in a component's markup and not among its sentences. */
function written(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown, drawn: boolean): void => {
    if (Array.isArray(value)) return value.forEach((one) => visit(one, drawn));
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    if (node.type === "Text" && drawn) found.push(String(node.data));
    else if (node.type === "ExpressionTag" && drawn) found.push(...strings(node.expression));
    else if (node.type === "Attribute") return visit(node.value, told.test(String(node.name)));
    const isDirective = /Directive$/.test(node.type);
    for (const part of Object.values(node)) visit(part, drawn && !isDirective);
  };
  visit((parse(source, { modern: true }) satisfies AST.Root).fragment, true);
  return found.map((text) => text.trim()).filter(isSaid);
}

// B80
test.each([
  ["<p>{words.a} · {1} %</p>", []],
  ["<p>Written here</p>", ["Written here"]],
  ['<b title="Close" class="x">{a ? "Yes" : words.no}{b === "yes" ? words.a : `of ${c}`}</b>', ["Close", "Yes", "of"]],
  ['{#if a === "some text"}<Widget label={b ?? "None"} value="some text" />{/if}', ["None"]],
])("the words of %s are %j", (source, expected) => {
  expect(written(source)).toEqual(expected);
});

// B80
test("no component says anything that isn't among the sentences of its feature", () => {
  expect(Object.keys(components).length).toBeGreaterThan(50);
  const found = Object.entries(components).map(([path, source]) => [path, written(source)] as const);
  expect(Object.fromEntries(found.filter(([, texts]) => texts.length > 0))).toEqual({});
});
