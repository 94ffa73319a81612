import type { ErrorCode } from "../ipc";
import { failureTitles as titles, modelFailureTitles } from "./sentences";

/** What a failure leaves to do. */
export interface WaysOut {
  retry: boolean;
  chooseModel: boolean;
  passagesOnly: boolean;
  title: string;
}

/** What to offer after a failure, by its code alone. */
export function waysOut(code: ErrorCode, alreadyPassagesOnly: boolean): WaysOut {
  const title = modelFailureTitles[code];
  if (title !== undefined) {
    return { title, retry: true, chooseModel: true, passagesOnly: !alreadyPassagesOnly };
  }
  if (code === "doesNotFit") {
    return { title: titles.doesNotFit, retry: false, chooseModel: true, passagesOnly: !alreadyPassagesOnly };
  }
  return { title: titles.other, retry: true, chooseModel: false, passagesOnly: false };
}
