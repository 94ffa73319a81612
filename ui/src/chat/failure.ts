import { kindOf, type AnswerView, type FailureKind } from "../ipc";
import { failureTitles as titles, modelFailureTitles } from "./sentences";

/** The remedies for a failure. */
export interface WaysOut {
  retry: boolean;
  chooseModel: boolean;
  passagesOnly: boolean;
  title: string;
}

/** Whether only a model was missing: the passages are the answer then. */
export const lacksModel = ({ state, error }: Pick<AnswerView, "state" | "error">): boolean =>
  state === "failed" && error !== null && kindOf(error) === "noModel";

/** The remedies to offer, by the failure's kind alone. */
export function waysOut(kind: FailureKind, alreadyPassagesOnly: boolean): WaysOut {
  const known: Partial<Record<FailureKind, string>> = modelFailureTitles;
  const title = known[kind];
  if (title !== undefined) {
    return { title, retry: true, chooseModel: true, passagesOnly: !alreadyPassagesOnly };
  }
  if (kind === "doesNotFit") {
    return { title: titles.doesNotFit, retry: false, chooseModel: true, passagesOnly: !alreadyPassagesOnly };
  }
  return { title: titles.other, retry: true, chooseModel: false, passagesOnly: false };
}
