import { asFailure, type IndexStatus, type Receipt } from "../ipc";
import type { Surroundings } from "../chat/surroundings";
import { aboutFailure } from "../help/places";
import { isBase } from "../reader/reader.svelte";
import { choose } from "../settings/models";
import { isSame } from "../kit/same";
import type { AppState } from "./app.svelte";
import { chooseModel } from "./commands";
import { words } from "./sentences";
import { fillPrompt } from "./shared";

/** The chat's surroundings, read from the app at each access. */
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
      get named() {
        return vault.named;
      },
      get language() {
        return vault.index?.language ?? null;
      },
      get progress() {
        return progressOf(vault.index, vault.notes.length);
      },
      get web() {
        return app.web;
      },
      headings: (path) => app.headingsOf(path),
      findHeadings: (typed, limit) => app.backend.findHeadings(typed, limit).catch(() => []),
      tags: () => app.backend.listTags().catch(() => []),
      findLinks: (text) => app.backend.findLinks(text).catch(() => []),
      nearby: (conversation) => app.backend.nearbyNotes(conversation).catch(() => []),
      askedBefore: (text, conversation) => app.backend.askedBefore(text, conversation).catch(() => null),
      imageAddress: (attachment) => app.backend.imageAddress(attachment),
    },
    models: {
      get found() {
        return settings.models;
      },
      get searching() {
        return settings.searching;
      },
      get chosen() {
        return app.own.model ? app.own.chosenOf(settings.models) : settings.chosen;
      },
      get away() {
        return app.own.model && settings.models && !app.own.chosenOf(settings.models) ? app.own.model.model : settings.away;
      },
      choose: () => chooseModel(app),
      setUp: () => (app.settingsAt = "models"),
      use: (server, model) => void settings.save((now) => choose(now, server, model)),
      find: () => void settings.find(),
      get offer() {
        return settings.local.advised;
      },
      get better() {
        return app.own.model ? null : settings.better;
      },
      get download() {
        return settings.local.download;
      },
    },
    held: {
      get project() {
        const { project } = app.own.settings;
        return app.projects.list.find(({ id }) => id === project)?.name ?? null;
      },
      get prompts() {
        return app.own.settings.prompts.flatMap((source) => {
          const known = app.prompts.list.find((prompt) => isSame(prompt.source, source));
          const name = known?.name ?? (source.type === "note" ? source.path : null);
          return name === null ? [] : [{ key: JSON.stringify(source), name, text: known?.text ?? "" }];
        });
      },
      get plain() {
        return app.own.settings.plain;
      },
      leavePlain: () => void app.own.change({ plain: false }),
      leaveProject: () => void app.own.change({ project: null }),
      drop: (key) => void app.own.change({ prompts: app.own.settings.prompts.filter((source) => JSON.stringify(source) !== key) }),
    },
    prompts: {
      list: async () => {
        await app.prompts.load();
        return app.prompts.list;
      },
      fill: (prompt) => fillPrompt(app, prompt),
    },
    decide: (answer, outgoing, yes) =>
      app.backend.decide(answer, outgoing, yes).then(
        () => true,
        (thrown: unknown) => {
          app.notice = asFailure(thrown).message;
          return false;
        },
      ),
    rate: (answer, sentence, isRight) => app.chat.shown.rate(answer, sentence, isRight),
    get translations() {
      return app.chat.shown.translations;
    },
    proposedIn: (answer) => app.changes.of(answer),
    resultsOf: async (answer) => resultsIn(await app.backend.receipts(answer)),
    links: {
      reference: (reference, answer, sentences, contradicts) => void app.openReference(reference, answer, sentences, contradicts),
      point: (pointed) => (app.reader.pointed = pointed),
      message: (conversation, id) => void app.openConversation(conversation, id),
      note: (path, anchor) => void app.openNote(path, anchor || null),
      attachment: (id) => void app.openAttachment(id),
      line: (path, line) => void app.openHit({ path, lines: { start: line, end: line } }),
      file: (anchor, path) => void (isBase(path) ? app.openNote(path, anchor.getAttribute("data-anchor") || null) : app.askOutside(anchor, path)),
      broken: (anchor, target) => app.parts.links?.broken(anchor, target),
      keep: (anchor, answer) => (app.changes.keeping = { kept: { type: "answer", answer }, anchor }),
      remember: (anchor, text) => app.memory.propose(anchor, text),
      external: (anchor, url) => app.parts.links?.external(anchor, url),
      help: (failure) => (app.helpAt = aboutFailure(failure)),
    },
  };
}

/** The results of calls, from the receipts of the requests that included them. */
function resultsIn(receipts: Receipt[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { context } of receipts) {
    const here = new Map<string, string>();
    for (const { segment, call, text } of context.parts) {
      if (segment === "results" && call) here.set(call, (here.get(call) ?? "") + text);
    }
    // A later request may no longer have room for a result that the first one had.
    for (const [call, text] of here) if (!found.has(call)) found.set(call, text);
  }
  return found;
}

/** The number of notes, and how many of them are read. */
function progressOf(index: IndexStatus | null, notes: number): string {
  if (index?.state.type === "indexing") return words.reading(index.state.detail.done, index.state.detail.total);
  return notes > 0 ? words.notes(notes) : "";
}
