const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** True if the page of a note begins with its title. */
export function beginsWithTitle(page: Element, title: string): boolean {
  const first = page.firstElementChild;
  return first?.tagName === "H1" && plain(first.textContent) === plain(title);
}

/** Puts the properties below the title that the note begins with. */
export function titleFirst(html: string, title: string): string {
  const [all, properties, heading] = /^(<table class="properties">.*?<\/table>\s*)(<h1\b.*?<\/h1>)/s.exec(html) ?? [];
  if (!all || !properties || !heading) return html;
  const text = new DOMParser().parseFromString(heading, "text/html").body.textContent;
  return plain(text) === plain(title) ? heading + properties + html.slice(all.length) : html;
}
