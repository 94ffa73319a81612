import { mount, unmount } from "svelte";

import type { BaseView, TableSource } from "../ipc";
import EmbeddedBase from "./EmbeddedBase.svelte";

/** The tables of the `.base` files that a page embeds, and of its Dataview queries. */
export class BaseEmbeds {
  private readonly shown = new Map<Element, { refresh(): Promise<void> }>();

  constructor(
    private readonly load: (source: TableSource, view: string | null, note: string | null) => Promise<BaseView>,
    private readonly onopen: (path: string, line: number) => void,
  ) {}

  /** Puts a table under the name of each embedded `.base` file, and in place of each Dataview query. `note` is the open
   *  note. */
  show(page: Element, note: string | null): void {
    for (const [host, table] of this.shown) {
      if (host.isConnected) void table.refresh();
      else this.remove(host);
    }
    for (const embed of page.querySelectorAll(".embed.file")) {
      const link = embed.querySelector(".embed-title > a[data-path]");
      const path = link?.getAttribute("data-path") ?? "";
      const kind = embed.querySelector(".embed-note");
      if (!link || !kind || !/\.base$/i.test(path)) continue;
      const host = document.createElement("div");
      kind.replaceWith(host);
      this.mount(host, { type: "base", path }, link.getAttribute("data-anchor") || null, note);
    }
    for (const code of page.querySelectorAll("pre > code.language-dataview")) {
      const block = code.parentElement as HTMLElement;
      const text = code.textContent;
      if (text.trim() === "" || (block.nextElementSibling && this.shown.has(block.nextElementSibling))) continue;
      const host = document.createElement("div");
      block.after(host);
      this.mount(host, { type: "dataview", text }, null, note, block);
    }
  }

  /** `code` is shown until there is a table in its place. */
  private mount(host: HTMLElement, source: TableSource, view: string | null, note: string | null, code: HTMLElement | null = null): void {
    // The note that contains it may itself be embedded.
    const of = host.closest(".embed[data-path]")?.getAttribute("data-path") ?? note;
    const load = (view: string | null) => this.load(source, view, of);
    const props = { view, load, onopen: this.onopen, code };
    this.shown.set(host, mount(EmbeddedBase, { target: host, props }) as { refresh(): Promise<void> });
  }

  clear(): void {
    for (const host of this.shown.keys()) this.remove(host);
  }

  private remove(host: Element): void {
    const table = this.shown.get(host);
    this.shown.delete(host);
    if (table) void unmount(table);
  }
}
