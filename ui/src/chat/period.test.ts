import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import { tableReference } from "../ipc/test-reference";
import { reference, show } from "./test-answer";

const week = { passages: 5, matching: 9, notes: 8, period: { first: "2026-03-09", last: "2026-03-15", days: 7, sent: 5 } };

// B127
test("over an answer about a time stands the time with the days that were read, and it can be removed", async () => {
  const { onretry } = show({ text: "Peas [1].", blocks: ["<p>Peas</p>"], references: [reference(1)], model: "small", coverage: week });
  const line = screen.getByTestId("period").textContent;
  expect(line).toMatch(/9\s*–\s*15 March 2026.*5 of 7 days/s);
  await fireEvent.click(screen.getByTestId("remove-token"));
  expect(onretry).toHaveBeenCalledExactlyOnceWith({ asText: true, passagesOnly: false });
});

test("without dates of notes no days are counted, and a table's query has its own time", () => {
  show({ text: "Peas.", blocks: [], coverage: { ...week, period: { ...week.period, days: 0, sent: 0 } } });
  expect(screen.getByTestId("period").textContent).not.toContain("day");
  document.body.replaceChildren();
  show({ text: "19.", blocks: [], references: [tableReference()], coverage: week });
  expect(screen.queryByTestId("period")).toBeNull();
  expect(screen.getByTestId("table-query")).toBeTruthy();
});
