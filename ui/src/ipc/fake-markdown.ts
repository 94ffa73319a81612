/** Just enough Markdown for the fake's own notes: the shapes of HTML that the real app sends. */

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function inline(text: string, find: (name: string) => string | null): string {
  return escape(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(
      /!\[([^\]]*)\]\((https?:[^)]+)\)/g,
      (_, alt: string, url: string) => `<span class="remote-image" data-src="${url}">${alt || "Image"}</span>`,
    )
    .replace(/\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g, (_, target: string, shown?: string) => {
      const [name = "", anchor = ""] = target.split("#");
      const path = find(name);
      return path === null
        ? `<a class="wikilink broken" data-target="${target}">${shown ?? target}</a>`
        : `<a class="wikilink" data-path="${path}" data-anchor="${anchor}">${shown ?? target}</a>`;
    })
    .replace(/\[([^\]]+)\]\((https?:[^)]+)\)/g, '<a class="external" data-href="$2">$1</a>')
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\[(\d+)\]/g, '<button class="chip" data-number="$1" data-mark="0">$1</button>');
}

interface Block {
  first: number;
  lines: string[];
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let current: Block | null = null;
  let fenced = false;
  text.split("\n").forEach((line, at) => {
    if (line.startsWith("```")) fenced = !fenced;
    if (line.trim() === "" && !fenced) {
      current = null;
      return;
    }
    if (current === null) {
      current = { first: at + 1, lines: [] };
      blocks.push(current);
    }
    current.lines.push(line);
  });
  return blocks;
}

/** Text as blocks of HTML, each with `data-lines`. */
export function fakeRender(text: string, find: (name: string) => string | null): string[] {
  return blocksOf(text).map(({ first, lines }) => {
    const one = lines[0] ?? "";
    const at = `data-lines="${first}-${first + lines.length - 1}"`;
    const line = (offset: number) => `data-lines="${first + offset}-${first + offset}"`;
    const heading = /^(#{1,6}) (.*)/.exec(one);
    if (heading) {
      const level = heading[1]?.length ?? 1;
      return `<h${level} ${at}>${inline(heading[2] ?? "", find)}</h${level}>`;
    }
    if (one.startsWith("```")) return `<pre ${at}><code>${escape(lines.slice(1, -1).join("\n"))}</code></pre>`;
    if (one.startsWith("- ") || /^\d+\. /.test(one)) {
      const tag = one.startsWith("- ") ? "ul" : "ol";
      const items = lines.map((item, n) => `<li ${line(n)}>${inline(item.replace(/^(-|\d+\.) /, ""), find)}</li>`);
      return `<${tag} ${at}>${items.join("")}</${tag}>`;
    }
    if (one.startsWith("|")) {
      const cells = (row: string) => row.split("|").slice(1, -1).map((cell) => cell.trim());
      const head = cells(one).map((cell) => `<th>${inline(cell, find)}</th>`);
      const rows = lines.slice(2).map((row, n) => {
        const tds = cells(row).map((cell) => `<td>${inline(cell, find)}</td>`);
        return `<tr ${line(n + 2)}>${tds.join("")}</tr>`;
      });
      return `<table ${at}><thead><tr ${line(0)}>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
    }
    if (one.startsWith("> [!")) {
      const [, kind = "note", title = ""] = /^> \[!(\w+)\]\s*(.*)/.exec(one) ?? [];
      const body = lines.slice(1).map((text) => text.replace(/^> ?/, "")).join(" ");
      return `<div class="callout" data-callout="${kind}" ${at}><div class="callout-title">${inline(title, find)}</div><p>${inline(body, find)}</p></div>`;
    }
    return `<p ${at}>${inline(lines.join("\n"), find)}</p>`;
  });
}
