import { isTauri } from "@tauri-apps/api/core";

import type { Backend } from "./backend";

export type { Backend, Drop, DropContents, Stop } from "./backend";
export type * from "./bindings";
export { asWireError } from "./error";

/** The real app inside its window; in a plain browser the scripted one, for work on the front. */
export async function connect(): Promise<Backend> {
  if (isTauri()) return (await import("./tauri")).tauri;
  const { fakeFromAddress } = await import("./fake-address");
  return fakeFromAddress(location.search);
}
