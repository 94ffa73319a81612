import type { FailureKind, HelpPage } from "../ipc";
import { pageNames } from "./sentences";

/** A page of the help, and a section on it. */
export interface Place {
  page: HelpPage;
  /** The section's id in links; null for the top. */
  section: string | null;
}

/** The pages, in order. */
export const pages = Object.keys(pageNames) as HelpPage[];

/** The first page of the help. */
export const START: Place = { page: "search", section: null };

/** The section on notes that search doesn't find. */
export const NOTE_NOT_FOUND: Place = { page: "search", section: "why-a-note-isnt-found" };

const sections: Partial<Record<FailureKind, string>> = {
  noModel: "no-model",
  modelMissing: "no-model",
  refused: "the-server-doesnt-answer",
  unknownHost: "the-server-doesnt-answer",
  tls: "the-server-doesnt-answer",
  timedOut: "the-server-doesnt-answer",
  serverError: "the-server-doesnt-answer",
  invalidReply: "the-server-doesnt-answer",
  brokenStream: "the-answer-stops-or-is-empty",
  contentRefused: "the-answer-stops-or-is-empty",
  unauthorized: "keys-and-accounts",
  noCredit: "keys-and-accounts",
  rateLimited: "keys-and-accounts",
  badRequest: "keys-and-accounts",
  badSetting: "no-model",
  contextOverflow: "it-doesnt-fit",
  doesNotFit: "it-doesnt-fit",
};

/** The place that explains a failure. */
export function aboutFailure(kind: FailureKind): Place {
  return { page: "troubleshooting", section: sections[kind] ?? null };
}

/** The target of a link within the help; null if it leaves the help. */
export function placeOf(link: Element, from: HelpPage): Place | null {
  const target = link.getAttribute("data-target");
  if (target === null) return null;
  const name = target.replace(/\.md$/, "");
  const page = name === "" ? from : pages.find((page) => page === name);
  return page ? { page, section: link.getAttribute("data-anchor") } : null;
}
