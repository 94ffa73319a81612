import { addressOf, makeReachable } from "./reachable";
import { Copied, type Outcome } from "./copied.svelte";
import { words } from "./sentences";

/** Completes rendered HTML: links reachable by Tab with descriptions, remote images with their addresses, and code that can be copied. */
export function dress(root: Element): void {
  makeReachable(root);
  for (const link of root.querySelectorAll("a:not([title])")) explain(link);
  for (const image of root.querySelectorAll<HTMLElement>(".remote-image[data-src]")) image.dataset["says"] = words.notLoaded(image.dataset["src"] ?? "");
  for (const code of root.querySelectorAll("pre > code")) offerCopy(code);
}

/** The paths in a link's list attribute: notes that it may have meant, or could also mean. */
export function pathsIn(link: Element, attribute: "data-suggestions" | "data-others"): string[] {
  try {
    const paths: unknown = JSON.parse(link.getAttribute(attribute) ?? "[]");
    return Array.isArray(paths) ? paths.map(String) : [];
  } catch {
    return [];
  }
}

const MARKS = ".chip:not(.beside), .footnote-ref, [data-check]";

/** Keeps citations, what is offered after a sentence, and the marks of footnotes in one line with the word before them and the punctuation after them. */
export function bindChips(root: Element): void {
  for (const chip of root.querySelectorAll(MARKS)) {
    const parent = chip.parentElement;
    // The nodes of the root itself belong to the component that inserted them.
    if (parent === root || parent?.className === "bound") continue;
    const before = chip.previousSibling;
    const bound = document.createElement("span");
    bound.className = "bound";
    chip.before(bound);
    // Only the end of a word that is longer than a line.
    const word = before instanceof Text ? (/\S{0,24}\s*$/.exec(before.data)?.[0].length ?? 0) : 0;
    if (before instanceof Text && word > 0) bound.append(before.splitText(before.data.length - word));
    bound.append(chip);
    for (let next = bound.nextSibling; next instanceof Element && next.matches(MARKS); next = bound.nextSibling) bound.append(next);
    const after = bound.nextSibling;
    const mark = after instanceof Text ? (/^\p{P}+/u.exec(after.data)?.[0].length ?? 0) : 0;
    if (after instanceof Text && mark > 0) {
      after.splitText(mark);
      bound.append(after);
    }
  }
}

function explain(link: Element) {
  const { classList } = link;
  const path = link.getAttribute("data-path");
  const place = (link.getAttribute("data-anchor") ?? "").replaceAll("#", " › ");
  if (classList.contains("broken")) {
    // Suggestions appear unasked; this tells screen readers about them.
    link.setAttribute("aria-description", words.noSuchNote);
  } else if (classList.contains("ambiguous")) {
    const others = pathsIn(link, "data-others").join(", ");
    link.setAttribute("aria-description", words.couldMean(path ?? "", others));
  } else if (path && classList.contains("file")) {
    link.setAttribute("title", words.inAnotherProgram(path));
  } else if (path && classList.contains("missing")) {
    link.setAttribute("title", words.hasNoPlace(path, place));
  } else if (path) {
    link.setAttribute("title", place ? `${path} › ${place}` : path);
  } else if (classList.contains("external")) {
    link.setAttribute("title", addressOf(link) ?? "");
  }
}

function offerCopy(code: Element) {
  const pre = code.parentElement;
  if (!pre || pre.querySelector(".copy-code")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  const say = (outcome: Outcome | null) => {
    button.classList.toggle("copied", outcome !== null);
    button.dataset["says"] = outcome ? words.outcomes[outcome] : words.copy;
    button.setAttribute("aria-label", outcome ? words.outcomes[outcome] : words.copyCode);
  };
  const copied = new Copied(say);
  say(null);
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    void copied.copy(code.textContent.replace(/\n$/, ""));
  });
  const bar = document.createElement("div");
  bar.className = "copy-bar";
  bar.append(button);
  pre.prepend(bar);
}

const ends = "p, li, tr, h1, h2, h3, h4, h5, h6, pre, blockquote, .callout-title, .math.display";

/** Copies formulas in a selection as their sources: a drawn formula has no text. */
export function copySources(event: ClipboardEvent): void {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0);
  const around = range.commonAncestorContainer;
  const formula = (around instanceof Element ? around : around.parentElement)?.closest(".math[data-tex]");
  const picked = range.cloneContents();
  const formulas = picked.querySelectorAll(".math[data-tex]");
  if (!formula && formulas.length === 0) return;
  for (const math of formulas) math.replaceWith(sourceOf(math));
  for (const block of picked.querySelectorAll(ends)) block.append("\n");
  event.clipboardData.setData("text/plain", formula ? sourceOf(formula) : picked.textContent.trim());
  event.preventDefault();
}

function sourceOf(math: Element): string {
  const source = math.getAttribute("data-tex") ?? "";
  return math.classList.contains("display") ? `$$${source}$$\n` : `$${source}$`;
}
