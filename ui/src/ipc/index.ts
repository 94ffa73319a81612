import { isTauri } from "@tauri-apps/api/core";

import type { Backend } from "./backend";
import type { MessageView } from "./bindings";

export type { Backend, Drop, Stop } from "./backend";
export type * from "./bindings";
export type QuestionView = Extract<MessageView, { author: "user" }>;
export type AnswerView = Extract<MessageView, { author: "assistant" }>;
export type { LeftOff, Place, Preferences } from "./preferences";
export { asFailure, kindOf, type FailureKind } from "./error";

/** The app behind the window. The development server shows the scripted one in a plain browser; what
 *  is shipped doesn't have it. */
export async function connect(): Promise<Backend> {
  if (import.meta.env.DEV && !isTauri()) {
    const { fakeFromAddress } = await import("./fake-address");
    return fakeFromAddress(location.search);
  }
  return (await import("./tauri")).tauri;
}
