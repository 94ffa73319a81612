import { kindOf, type AnswerView, type FailureKind } from "../ipc";
import { failureTitles as titles, modelFailureTitles } from "./sentences";

/** The remedies for a failure. */
export interface WaysOut {
  retry: boolean;
  chooseModel: boolean;
  passagesOnly: boolean;
  title: string;
}

/** Failures of a server that doesn’t answer at all. */
const silent: FailureKind[] = ["refused", "unknownHost", "timedOut"];

/** Only a model was missing, or its server didn’t answer: the passages are the answer then. */
export function lacksModel({ state, error, text, survey, work }: AnswerView): boolean {
  if (state !== "failed" || error === null) return false;
  return kindOf(error) === "noModel" || (silent.includes(kindOf(error)) && text === "" && !survey && !work);
}

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
