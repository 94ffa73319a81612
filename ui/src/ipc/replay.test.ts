import { expect, test } from "vitest";

import type { Backend, TurnView } from ".";
import { replay } from "./replay";
import { tauri } from "./tauri";
import { question } from "./test-conversation";

test("a recording does all that the app does", () => {
  const replayed = replay();
  for (const name of Object.keys(tauri) as (keyof Backend)[]) expect(typeof replayed[name], name).toBe("function");
});

test("a reply after an act reflects it, and a request that wasn't recorded is refused", async () => {
  const backend = replay("salt");
  expect(await backend.listConversations()).toEqual([]);
  await backend.ask(question("How much salt?"), () => {});
  expect(await backend.listConversations()).toHaveLength(1);
  await backend.renameConversation("id-1", "Salt");
  expect((await backend.listConversations())[0]?.title).toBe("Salt");
  await expect(backend.renameConversation("id-1", "Sugar")).rejects.toThrow("Nothing is recorded");
});

test("an answer waits where it is held, and for the command that came while it was written", async () => {
  const backend = replay("stopped");
  const told: string[] = [];
  backend.hold("references");
  const asked = backend.ask(question("How much salt?"), (event: TurnView) => told.push(event.type));
  await expect.poll(() => told.at(-1)).toBe("references");
  backend.go();
  await expect.poll(() => told.at(-1)).toBe("blocks");
  await backend.cancel("id-3");
  await asked;
  expect(told.at(-1)).toBe("cancelled");
});

test("an app that was made with other replies gives these", async () => {
  const backend = replay("salt", { noteDate: async () => "2026-04-02T08:00:00Z" });
  expect(await backend.noteDate("Rye.md")).toBe("2026-04-02T08:00:00Z");
});
