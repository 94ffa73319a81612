import { words } from "./sentences";

export interface PlainAddress {
  /** The site, as it is asked for by name; nothing for mail. */
  site: string | null;
  /** The whole address as it is opened: nothing in it turns around, is invisible or looks like another letter. */
  whole: string;
  /** What makes it look like another address, in sentences. */
  oddities: string[];
}

/** An address as it really is. What can't be understood stays as it was written: it isn't opened either. */
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
