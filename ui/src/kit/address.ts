import { words } from "./sentences";

export interface PlainAddress {
  /** The host, in the form used for the request; null for mail. */
  site: string | null;
  /** The whole address as it is opened: without characters that reverse text, are invisible or look like others. */
  whole: string;
  /** Reasons why it may be mistaken for another address, as sentences. */
  oddities: string[];
}

/** Decodes an address. An invalid address stays as written: it isn't opened either. */
export function plainAddress(address: string): PlainAddress {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return { site: null, whole: address, oddities: [] };
  }
  const oddities: string[] = [];
  if (url.username !== "" || url.password !== "") {
    oddities.push(words.signInName);
  }
  if (url.hostname.split(".").some((part) => part.startsWith("xn--"))) {
    oddities.push(words.lookalike);
  }
  return { site: url.host === "" ? null : url.host, whole: url.href, oddities };
}
