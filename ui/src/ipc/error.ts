import type { ErrorCode, Failure, ModelErrorCode } from "./bindings";

/** The kind of a failure. Failures of model servers have their own kinds. */
export type FailureKind = Exclude<ErrorCode, object> | ModelErrorCode;

export function kindOf({ code }: Failure): FailureKind {
  return typeof code === "string" ? code : code.model;
}

/** Turns a thrown value into a failure that the window can show. */
export function asFailure(thrown: unknown): Failure {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown) {
    const error = thrown as Failure;
    return { code: error.code, message: error.message, tried: error.tried ?? [] };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // Tauri puts these words before the reason why it couldn't read an argument.
  const unread = /^invalid args `\w+` for command `\w+`: /.exec(message);
  return unread ? { code: "badInput", message: message.slice(unread[0].length), tried: [] } : { code: "internal", message, tried: [] };
}
