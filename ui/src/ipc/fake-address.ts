import { FakeBackend } from "./fake";

/** By the page's address, for work in a browser: `?vault=0&model=0&notes=10000&messages=1000&hosted=400`. */
export function fakeFromAddress(search: string): FakeBackend {
  const asked = new URLSearchParams(search);
  return new FakeBackend({
    vault: asked.get("vault") !== "0",
    model: asked.get("model") !== "0",
    keychain: asked.get("keychain") !== "0",
    hosted: Number(asked.get("hosted") ?? 12),
    pace: Number(asked.get("pace") ?? 24),
    extraNotes: Number(asked.get("notes") ?? 0),
    messages: Number(asked.get("messages") ?? 0),
  });
}
