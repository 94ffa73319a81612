import type { ChosenModel, AnswerView, Mode } from "../ipc";
import { modes } from "./modes";
import { words } from "./sentences";
import type { Surroundings } from "./surroundings";

/** How a question is asked again, where not as before. */
export interface Again {
  /** For its passages alone. */
  passagesOnly?: boolean;
  /** Looking there. */
  mode?: Mode;
  /** Of another model. */
  model?: ChosenModel | null;
  /** After reading every note that matches. */
  all?: boolean;
  /** Step by step, or at once. */
  work?: boolean;
  /** As an answer, whatever else the question could be taken for. */
  asChat?: boolean;
}

/** The other ways in which the question of an answer can be asked again, for a menu. */
export function otherWays(answer: AnswerView, { found }: Pick<Surroundings["models"], "found">, hasWeb: boolean) {
  const looking = modes(hasWeb)
    .filter(({ value }) => value !== answer.mode || answer.passages_only)
    .map(({ value, label, hint, testid }) => ({ label, hint, testid: `again-${testid}`, way: { mode: value } satisfies Again }));
  const models = (found?.servers ?? []).flatMap((server) =>
    server.models
      .filter(({ name }) => name !== answer.model || answer.passages_only)
      .map(({ name }) => ({ label: name, hint: server.name ?? server.shown, testid: "again-model", way: { model: { server: server.at, model: name } } satisfies Again })),
  );
  const pace = answer.work
    ? { label: words.answerAtOnce, hint: words.answerAtOnceTip, testid: "again-at-once", way: { work: false } satisfies Again }
    : { label: words.workItOut, hint: words.workItOutTip, testid: "again-work", way: { work: true } satisfies Again };
  const headed = <T extends object>(items: T[], under: string) => items.map((item, at) => (at === 0 ? { ...item, under } : item));
  return [pace, ...headed(looking, words.lookingElsewhere), ...headed(models, words.withAnotherModel)];
}
