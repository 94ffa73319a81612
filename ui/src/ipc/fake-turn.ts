import type { CitationMark, MessageView, TurnView, Call, Reference, Step } from "./bindings";

/** What a question of the fake brings about besides its answer, by a word in it. */
export const asks = {
  busy: /\bbusy\b/i,
  fail: /\bfail\b/i,
  tools: /\blook (it )?up\b/i,
  doubt: /\bdoubt/i,
  uncited: /\buncited\b/i,
  compact: /\bat length\b/i,
};

/** The tools that a scripted model calls: one round that finds, one that reads, with a failure. */
export function fakeSteps(id: (kind: string) => string): { said: string; calls: (Omit<Call, "state"> & { fails?: boolean })[] }[] {
  const call = (name: string, given: object, told: string, fails = false) => ({
    id: id("call"),
    name,
    arguments: JSON.stringify(given),
    told,
    fails,
  });
  return [
    {
      said: "Let me see what your notes say about salt first.",
      calls: [
        call("find_excerpts", { query: "salt dough", limit: 5 }, "5 passages of 3 notes"),
        call("read_note", { note: "Salted" }, "There is no note “Salted”.", true),
      ],
    },
    {
      said: "",
      calls: [
        call("read_note", { note: "Salt" }, "Read Salt.md"),
        call("find_backlinks", { note: "Salt" }, "3 links to Salt.md"),
      ],
    },
  ];
}

/** Plays the rounds of tools, as the app tells them. False if the turn was stopped meanwhile. */
export async function playSteps(
  onTurn: (event: TurnView) => void,
  answer: MessageView,
  steps: ReturnType<typeof fakeSteps>,
  rest: () => Promise<boolean>,
): Promise<boolean> {
  for (const { said, calls } of steps) {
    if (said) {
      onTurn({ type: "blocks", from: 0, blocks: [`<p>${said}</p>`] });
      if (!(await rest())) return false;
    }
    const step: Step = { said, calls: calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given, state: "running", told: "" })) };
    answer.steps.push(step);
    onTurn({ type: "step", step: structuredClone(step) });
    for (const [at, { told, fails }] of calls.entries()) {
      if (!(await rest())) return false;
      const call = step.calls[at];
      if (!call) continue;
      Object.assign(call, { told, state: fails ? "failed" : "done" });
      onTurn({ type: "called", call: structuredClone(call) });
    }
  }
  return true;
}

/** The citations and what their check found: of those that are doubted, the second and the third. */
export function fakeMarks(text: string, doubted: boolean): Pick<MessageView, "citations" | "checks"> {
  const citations = [...text.matchAll(/\[(\d+)\]/g)].map((match, at): CitationMark => {
    const support = doubted && at === 1 ? "weak" : doubted && at === 2 ? "unsupported" : "supported";
    return { start: match.index, end: match.index + match[0].length, number: Number(match[1]), support };
  });
  const third = doubted ? citations[2] : undefined;
  return { citations, checks: third ? [{ start: third.start, end: third.end, missing: ["3 g", "“overnight”"], evidence: [], contradicts: [] }] : [] };
}

/** An answer that cites nothing, though it comes from the first passage. */
export function fakeProbably(text: string, references: Reference[]): MessageView["probably"] {
  const number = references.find((reference) => reference.number !== null)?.number;
  return number === null || number === undefined ? [] : [{ number, start: 0, end: text.length }];
}

/** The chips of a block with their places among all citations, of which `before` stand before it. */
export function numberMarks(block: string, before: number): string {
  let at = before;
  return block.replace(/ data-mark="\d+"/g, () => ` data-mark="${at++}"`);
}
