import { isTauri } from "@tauri-apps/api/core";

import type { Backend } from "./backend";
import type { MessageView } from "./bindings";

export type { Backend, Drop, Stop } from "./backend";
export type * from "./bindings";
export type QuestionView = Extract<MessageView, { author: "user" }>;
export type AnswerView = Extract<MessageView, { author: "assistant" }>;
export type { LeftOff, Place, Preferences } from "./preferences";
export { asFailure, kindOf, type FailureKind } from "./error";

/** Connects to the app. In a plain browser, the development server replays a recording instead; a release contains none. */
export async function connect(): Promise<Backend> {
  if (import.meta.env.DEV && !isTauri()) {
    const { replayOfAddress } = await import("./replay");
    return replayOfAddress(location.search);
  }
  return (await import("./tauri")).tauri;
}
