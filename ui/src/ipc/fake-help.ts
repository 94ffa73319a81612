import type { HelpPage, HelpView } from "./bindings";

/** A page of the help in the shapes that the real app sends: a title, a link to each other page, and two sections. */
export function fakeHelp(page: HelpPage): HelpView {
  const link = (to: string, anchor = "") => `<a class="wikilink" role="link" tabindex="0" data-target="${to}"${anchor}>${to || "below"}</a>`;
  const html = [
    `<h1 data-lines="1-1">About ${page}</h1>`,
    `<p data-lines="3-3">See ${link("troubleshooting.md", ' data-anchor="no-model"')}, ${link("", ' data-anchor="more"')} or <a class="external" data-href="https://ollama.com/">Ollama</a>.</p>`,
    `<h2 data-lines="5-5">No model</h2><p data-lines="7-7">Get one.</p>`,
    `<h2 data-lines="9-9">Why a note isn’t found</h2><p data-lines="11-11">It may be left out.</p>`,
    `<h2 data-lines="13-13">More</h2><p data-lines="15-15">And so on.</p>`,
  ].join("\n");
  const sections = [
    { name: `about-${page}`, line: 1 },
    { name: "no-model", line: 5 },
    { name: "why-a-note-isnt-found", line: 9 },
    { name: "more", line: 13 },
  ];
  return { html, sections };
}
