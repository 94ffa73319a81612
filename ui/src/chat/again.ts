import type { ChosenModel, AnswerView, DateRange, Mode } from "../ipc";
import { modes } from "./modes";
import { words } from "./sentences";
import type { Surroundings } from "./surroundings";

/** The differences when a question is asked again. */
export interface Again {
  /** Returns only passages. */
  passagesOnly?: boolean;
  /** Where to look. */
  mode?: Mode;
  /** The model to ask. */
  model?: ChosenModel | null;
  /** Reads every matching note first, or every note of `period`. */
  all?: boolean;
  /** The time whose notes are read, instead of the question's. */
  period?: DateRange;
  /** Step by step, or at once. */
  work?: boolean;
  /** Skips the detection of other kinds of questions. */
  asChat?: boolean;
  /** The words to search for, instead of the question's. */
  search?: string;
  /** Searches for the question's own words, and reads no query in it. */
  asText?: boolean;
}

/** The other ways to ask an answer's question again, for a menu. */
export function otherWays(answer: AnswerView, { found }: Pick<Surroundings["models"], "found">, hasWeb: boolean) {
  const looking = modes(hasWeb)
    .filter(({ value }) => value !== answer.mode || answer.passages_only)
    .map(({ value, label, hint, testid }) => ({ label, hint, testid: `again-${testid}`, way: { mode: value } satisfies Again }));
  const models = (found?.servers ?? []).flatMap((server) =>
    server.models
      .filter(({ name }) => name !== answer.model || answer.passages_only)
      .map(({ name }) => ({
        label: name,
        hint: server.name ?? server.shown,
        testid: "again-model",
        way: { model: { server: server.at, model: name } } satisfies Again,
      })),
  );
  const pace = answer.work
    ? { label: words.answerAtOnce, hint: words.answerAtOnceTip, testid: "again-at-once", way: { work: false } satisfies Again }
    : { label: words.workItOut, hint: words.workItOutTip, testid: "again-work", way: { work: true } satisfies Again };
  const headed = <T extends object>(items: T[], under: string) => items.map((item, at) => (at === 0 ? { ...item, under } : item));
  return [pace, ...headed(looking, words.lookingElsewhere), ...headed(models, words.withAnotherModel)];
}
