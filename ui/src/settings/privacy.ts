import type { ModelsView, Settings, WebService } from "../ipc";
import { addressOf, isHere, nameOf } from "./models";
import { privacy as words } from "./sentences";

/** A row of the privacy page, in words for people. */
export interface Destination {
  /** The data. */
  what: string;
  /** An address, or a description of other computers; null if the data stays on this computer. */
  to: string | null;
  /** The occasion on which it is sent elsewhere; otherwise where it stays, or why it is off. */
  when: string;
  /** It isn't set up, or never happens. */
  off?: true;
}

/** Data for a model, which may be on this computer. */
const forModel = (what: string, to: string | null, when: string): Destination => ({ what, to, when: to === null ? words.onlyHere(when) : when });

/** The address of a server elsewhere; null for a server on this computer, and for the app's own engine. */
const place = (address: string | null) => (address !== null && /^https?:/.test(address) && !isHere(address) ? address : null);

/** The address for which Tavily's key is stored. */
export const TAVILY = "https://api.tavily.com";

/** The destination of a web search. Never null with a service: also a SearXNG server on this computer asks others. */
function searched(service: WebService): string | null {
  if (service.type === "off") return null;
  return service.type === "tavily" ? TAVILY : words.throughSearxng(service.base_url);
}

/** The data that leaves this computer and the data that doesn't, with the current settings. */
export function destinations(settings: Settings, models: ModelsView | null): Destination[] {
  const { search } = settings;
  const chosen = models?.chosen?.at ?? null;
  const toModel = chosen && place(addressOf(chosen));
  const withoutModel = { to: null, when: words.noModel, off: true as const };
  const all: Destination[] = [
    chosen === null ? { what: words.questions, ...withoutModel } : forModel(words.questions, toModel, words.whenAsked),
    search.embeddings.type === "off"
      ? { what: words.meanings, to: null, when: words.off, off: true }
      : search.embeddings.type !== "server"
        ? { what: words.meanings, to: null, when: words.ownModel }
        : forModel(words.meanings, place(search.embeddings.server.base_url), words.whenRead),
  ];
  if (search.vectors.type === "own") all.push({ what: words.vectors, to: null, when: words.inIndex });
  else {
    const to = place(search.vectors.base_url);
    all.push({ what: words.sharedVectors, to, when: to === null ? words.onServerHere : words.whenRead });
  }
  if (search.rerank.type === "server") all.push(forModel(words.rerank, place(search.rerank.base_url), words.whenAsked));
  if (search.rerank.type === "server" && search.rerank.or_chat_model) all.push(forModel(words.rerank, toModel, words.whenRerankerFails));
  if (search.rerank.type === "chatModel") all.push(forModel(words.rerank, toModel, words.whenAsked));
  if (search.rewrite || search.multi_query) all.push(forModel(words.rewrite, toModel, words.whenAsked));
  if (search.write_queries) all.push(forModel(words.writtenQuery, toModel, words.whenAsked));
  if (settings.chat.tools) all.push(forModel(words.tools, toModel, words.whenLooksUp));
  const { judge } = settings.check;
  if (judge.type !== "off") all.push(forModel(words.judged, judge.type === "server" ? place(judge.server.base_url) : toModel, words.whenJudged));
  all.push(chosen === null ? { what: words.translated, ...withoutModel } : forModel(words.translated, toModel, words.whenTranslated));
  if (settings.chat.summaries) all.push({ what: words.summaries, to: null, when: words.localOnly });
  const { service } = settings.web;
  if (service.type === "off") all.push({ what: words.web, to: null, when: words.webOff, off: true });
  else all.push({ what: words.web, to: searched(service), when: words.whenWeb }, { what: words.openedPages, to: words.theirServers, when: words.whenOpened });
  for (const server of models?.servers ?? []) {
    const to = place(addressOf(server.at));
    if (to !== null) all.push({ what: words.list(nameOf(server)), to, when: words.whenListed });
  }
  all.push(
    { what: words.downloads, to: words.theirHost, when: words.whenGot },
    { what: words.images, to: null, when: words.imagesAsk, off: true },
    { what: words.kept, to: null, when: words.keptHere },
    { what: words.usage, to: null, when: words.never, off: true },
  );
  return all;
}
