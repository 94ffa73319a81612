import { expect, test, vi } from "vitest";

import { bindChips, copySources, dress } from "./dress";

function dressed(html: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = html;
  document.body.replaceChildren(root);
  dress(root);
  return root;
}

test.each([
  ['<a class="wikilink" data-path="d/A.md">x</a>', "title", "d/A.md"],
  ['<a class="wikilink" data-path="A.md" data-anchor="B#C">x</a>', "title", "A.md › B › C"],
  ['<a class="wikilink missing" data-path="A.md" data-anchor="B">x</a>', "title", "A.md, without “B”"],
  ['<a class="wikilink file" data-path="a.pdf">x</a>', "title", "a.pdf, in another program"],
  ['<a class="external" data-href="https://a.example/">x</a>', "title", "https://a.example/"],
  ['<a class="wikilink" data-path="A.md" title="own">x</a>', "title", "own"],
  [
    '<a class="wikilink ambiguous" data-path="a/T.md" data-others="[&quot;b/T.md&quot;]">x</a>',
    "aria-description",
    "Opens a/T.md. The link could also mean b/T.md.",
  ],
])("%s says where it leads", (html, attribute, said) => {
  expect(dressed(html).firstElementChild?.getAttribute(attribute)).toBe(said);
});

test("code has one button, which copies it without its last line end", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const root = dressed("<pre><code>let a;\nlet b;\n</code></pre><p><code>c</code></p>");
  dress(root);
  const buttons = root.querySelectorAll<HTMLElement>("button");
  expect(buttons).toHaveLength(1);
  expect(root.textContent).toBe("let a;\nlet b;\nc");
  buttons[0]?.click();
  expect(written).toHaveBeenCalledExactlyOnceWith("let a;\nlet b;");
  await vi.waitFor(() => expect(buttons[0]?.getAttribute("aria-label")).toBe("Copied"));
});

test("code that couldn't be copied says so", async () => {
  const box = document.body.appendChild(document.createElement("div"));
  box.innerHTML = "<pre><code>cargo test</code></pre>";
  dress(box);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("NotAllowedError"));
  const button = box.querySelector<HTMLButtonElement>(".copy-code");
  button?.click();
  await vi.waitFor(() => expect(button?.getAttribute("aria-label")).toBe("Couldn’t copy"));
  expect(button?.dataset["says"]).toBe("Couldn’t copy");
});

test("formulas are copied as they were written", () => {
  const root = dressed('<p>so <span class="math" data-tex="x^2"><math><mi>x</mi></math></span> is</p><p>b</p>');
  const set = vi.fn();
  const event = { clipboardData: { setData: set }, preventDefault: vi.fn() } as unknown as ClipboardEvent;
  const select = (node: Node) => window.getSelection()?.selectAllChildren(node);
  select(root);
  copySources(event);
  expect(set).toHaveBeenLastCalledWith("text/plain", "so $x^2$ is\nb");
  select(root.lastElementChild as Element);
  set.mockClear();
  copySources(event);
  expect(set).not.toHaveBeenCalled();
});

const chip = (number: number) => `<button class="chip">${number}</button>`;

test.each([
  [`<p>It takes long to settle ${chip(4)}. Then ${chip(1)}${chip(2)}, and ${chip(3)}</p>`, ["settle 4.", "Then 12,", "and 3"]],
  // The space alone binds a number to the emphasis before it.
  [`<p>Wait <strong>24 hours</strong> ${chip(1)}!</p>`, [" 1!"]],
  [`<p>${chip(1)} begins</p>`, ["1"]],
  [`<p>${"x".repeat(30)}${chip(1)}</p>`, [`${"x".repeat(24)}1`]],
  [`${chip(1)} alone`, []],
])("a citation stays in one line with the word before it: %s", (html, expected) => {
  const root = document.createElement("div");
  root.innerHTML = html;
  const text = root.textContent;
  bindChips(root);
  bindChips(root);
  expect([...root.querySelectorAll(".bound")].map((bound) => bound.textContent)).toEqual(expected);
  expect(root.textContent).toBe(text);
});
