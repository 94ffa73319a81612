import type { ModelsView, Settings, WebService } from "../ipc";
import { addressOf, isHere, nameOf } from "./models";
import { privacy as words } from "./sentences";

/** A row of the privacy page, in words for people. */
export interface Destination {
  /** The data. */
  what: string;
  /** An address, or a description of other computers; null if the data stays on this computer. */
  to: string | null;
  /** The occasion on which it is sent, or the reason why it isn't. */
  when: string;
}

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
  const all: Destination[] = [
    { what: words.questions, to: toModel, when: chosen === null ? words.noModel : words.whenAsked },
    search.embeddings.type === "off"
      ? { what: words.meanings, to: null, when: words.off }
      : search.embeddings.type !== "server"
        ? { what: words.meanings, to: null, when: words.ownModel }
        : { what: words.meanings, to: place(search.embeddings.server.base_url), when: words.whenRead },
    search.vectors.type === "own"
      ? { what: words.vectors, to: null, when: words.inIndex }
      : { what: words.sharedVectors, to: place(search.vectors.base_url), when: words.whenRead },
  ];
  if (search.rerank.type === "server") all.push({ what: words.rerank, to: place(search.rerank.base_url), when: words.whenAsked });
  if (search.rerank.type === "server" && search.rerank.or_chat_model) all.push({ what: words.rerank, to: toModel, when: words.whenRerankerFails });
  if (search.rerank.type === "chatModel") all.push({ what: words.rerank, to: toModel, when: words.whenAsked });
  if (search.rewrite || search.multi_query) all.push({ what: words.rewrite, to: toModel, when: words.whenAsked });
  if (search.write_queries) all.push({ what: words.writtenQuery, to: toModel, when: words.whenAsked });
  if (settings.chat.tools) all.push({ what: words.tools, to: toModel, when: words.whenLooksUp });
  const { judge } = settings.check;
  if (judge.type !== "off") {
    all.push({ what: words.judged, to: judge.type === "server" ? place(judge.server.base_url) : toModel, when: words.whenJudged });
  }
  all.push({ what: words.translated, to: toModel, when: chosen === null ? words.noModel : words.whenTranslated });
  if (settings.chat.summaries) all.push({ what: words.summaries, to: null, when: words.localOnly });
  const { service } = settings.web;
  all.push({ what: words.web, to: searched(service), when: service.type === "off" ? words.webOff : words.whenWeb });
  if (service.type !== "off") all.push({ what: words.openedPages, to: words.theirServers, when: words.whenOpened });
  for (const server of models?.servers ?? []) {
    const to = place(addressOf(server.at));
    if (to !== null) all.push({ what: words.list(nameOf(server)), to, when: words.whenListed });
  }
  all.push(
    { what: words.downloads, to: words.theirHost, when: words.whenGot },
    { what: words.images, to: null, when: words.imagesAsk },
    { what: words.kept, to: null, when: words.keptHere },
    { what: words.usage, to: null, when: words.never },
  );
  return all;
}
