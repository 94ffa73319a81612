import { mount, unmount } from "svelte";

import type { BaseView } from "../ipc";
import EmbeddedBase from "./EmbeddedBase.svelte";

/** The tables of `.base` files that a page embeds. */
export class BaseEmbeds {
  private readonly shown = new Map<Element, { refresh(): Promise<void> }>();

  constructor(
    private readonly load: (path: string, view: string | null, note: string | null) => Promise<BaseView>,
    private readonly onopen: (path: string, line: number) => void,
  ) {}

  /** Puts a table under the name of each embedded `.base` file. `note` is the open note. */
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
      // The note that embeds it may itself be embedded.
      const of = embed.parentElement?.closest(".embed[data-path]")?.getAttribute("data-path") ?? note;
      const view = link.getAttribute("data-anchor") || null;
      const load = (view: string | null) => this.load(path, view, of);
      this.shown.set(host, mount(EmbeddedBase, { target: host, props: { view, load, onopen: this.onopen } }) as { refresh(): Promise<void> });
    }
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
