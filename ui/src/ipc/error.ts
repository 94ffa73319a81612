import type { WireError } from "./bindings";

/** What was thrown, as the error that the window knows how to show. */
export function asWireError(thrown: unknown): WireError {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown) {
    const error = thrown as WireError;
    return { code: error.code, message: error.message, tried: error.tried ?? [] };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "internal", message, tried: [] };
}
