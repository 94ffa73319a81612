import type { Message, Turn, WireCall, WireReference, WireStep } from "./bindings";

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
export function fakeSteps(id: (kind: string) => string): { said: string; calls: (Omit<WireCall, "state"> & { fails?: boolean })[] }[] {
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
  onTurn: (event: Turn) => void,
  answer: Message,
  steps: ReturnType<typeof fakeSteps>,
  rest: () => Promise<boolean>,
): Promise<boolean> {
  for (const { said, calls } of steps) {
    if (said) {
      onTurn({ type: "blocks", from: 0, blocks: [`<p>${said}</p>`] });
      if (!(await rest())) return false;
    }
    const step: WireStep = { said, calls: calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given, state: "running", told: "" })) };
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

/** What the check of the citations found: of those that are doubted, the second and the third. */
export function fakeMarks(text: string, doubted: boolean): Message["marks"] {
  return [...text.matchAll(/\[(\d+)\]/g)].map(([, number], at) => ({
    number: Number(number),
    support: doubted && at === 1 ? "weak" : doubted && at === 2 ? "unsupported" : "supported",
    missing: doubted && at === 2 ? ["3 g", "“overnight”"] : [],
  }));
}

/** An answer that cites nothing, though it comes from the first passage. */
export function fakeProbably(text: string, references: WireReference[]): Message["probably"] {
  const number = references.find((reference) => reference.number !== null)?.number;
  return number === null || number === undefined ? [] : [{ number, text: text.split("\n")[0] ?? "" }];
}

/** The chips of a block with their places among all citations, of which `before` stand before it. */
export function numberMarks(block: string, before: number): string {
  let at = before;
  return block.replace(/ data-mark="\d+"/g, () => ` data-mark="${at++}"`);
}
