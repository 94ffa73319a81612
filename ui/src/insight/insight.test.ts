import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { replay } from "../ipc/replay";
import { question } from "../ipc/test-conversation";
import { InsightState } from "./insight.svelte";
import InsightDialog from "./InsightDialog.svelte";

async function asked(...questions: string[]) {
  const backend = replay("insight");
  for (const text of questions) await backend.ask(question(text), () => {});
  const insight = new InsightState(backend);
  const given = { titleOf: (path: string) => path, projects: [], conversation: null, onnote: vi.fn(), onconversation: vi.fn() };
  return { backend, insight, given };
}

const rows = () => screen.queryAllByTestId("insight-row").map(({ textContent }) => textContent.trim());

test("B94: notes are listed by how many answers rest on them, and by month and conversation", async () => {
  const { insight, given } = await asked("How much salt?", "How much salt goes into bread?");
  render(InsightDialog, { insight, ...given });
  await insight.show();
  await waitFor(() => expect(rows()[0]).toMatch(/Salt.*2 answers · /));
  const [first] = screen.getAllByTestId("insight-row");
  if (first) await fireEvent.click(first);
  expect(given.onnote).toHaveBeenCalledWith("Ingredients/Salt.md");

  for (const view of ["months", "conversations"]) {
    await fireEvent.click(screen.getByTestId(`insight-${view}`));
    await waitFor(() => expect(rows()[0]).toMatch(/answers?, \d notes?/));
    const [row] = screen.getAllByTestId("insight-row");
    if (row) await fireEvent.click(row);
    await screen.findByTestId("insight-narrowed");
    await waitFor(() => expect(rows()[0]).toMatch(/\d answers?( in \d conversation| · )/));
  }
  await fireEvent.click(screen.getByTestId("insight-open-conversation"));
  expect(given.onconversation).toHaveBeenCalledWith(insight.whole?.conversations[0]?.id, null);
});

test("B94: notes that nothing cites and questions that found nothing are listed, and open", async () => {
  const { backend, insight, given } = await asked("Qwertzuiop yxcvbnm?");
  render(InsightDialog, { insight, ...given });
  await insight.show("fruitless");
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toMatch(/Qwertzuiop.*nothing found/);
  const [row] = screen.getAllByTestId("insight-row");
  if (row) await fireEvent.click(row);
  const [found] = insight.whole?.fruitless ?? [];
  expect(given.onconversation).toHaveBeenCalledWith(found?.conversation, found?.question);

  const all = (await backend.listNotes(null)).length;
  await fireEvent.click(screen.getByTestId("insight-uncited"));
  await waitFor(() => expect(insight.whole?.uncited).toHaveLength(all));
  await fireEvent.click(screen.getByTestId("insight-notes"));
  expect(screen.getByTestId("insight-nothing").textContent).toMatch(/No answer cites a note yet\..*Ask a question about your notes/s);
});
