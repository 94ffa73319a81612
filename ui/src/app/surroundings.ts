import type { Surroundings } from "../chat/surroundings";
import { choose } from "../settings/models";
import type { AppState } from "./app.svelte";
import { chooseModel } from "./commands";

/** What surrounds the chat, as the app has it at the time of asking. */
export function surroundingsOf(app: AppState): Surroundings {
  const { vault, settings } = app;
  return {
    vault: {
      get name() {
        return vault.vault?.name ?? "";
      },
      get notes() {
        return vault.notes;
      },
      get web() {
        return app.web;
      },
      headings: (path) => app.headingsOf(path),
    },
    models: {
      get found() {
        return settings.models;
      },
      get searching() {
        return settings.searching;
      },
      get chosen() {
        return settings.chosen;
      },
      get away() {
        return settings.away;
      },
      choose: () => chooseModel(app),
      use: (server, model) => void settings.save((now) => choose(now, server, model)),
      find: () => void settings.find(),
    },
    links: {
      reference: (reference, answer) => void app.openReference(reference, answer),
      note: (path, anchor) => void app.openNote(path, anchor || null),
      file: (path) => void app.openOutside(path),
      broken: (anchor, target) => app.parts.links?.broken(anchor, target),
      external: (anchor, url) => app.parts.links?.external(anchor, url),
    },
  };
}
