import type { ErrorCode } from "../ipc";

/** What a failure leaves to do. */
export interface WaysOut {
  retry: boolean;
  chooseModel: boolean;
  passagesOnly: boolean;
  title: string;
}

/** Titles of the failures that a model or its server can cause. */
const modelTitles: Partial<Record<ErrorCode, string>> = {
  noModel: "No model found",
  refused: "The model's server doesn't answer",
  unknownHost: "The server's name isn't known",
  tls: "The connection isn't secure",
  unauthorized: "The server wants another key",
  modelMissing: "The server doesn't have this model",
  rateLimited: "The server asks to wait",
  serverError: "The server failed",
  timedOut: "The model took too long",
  brokenStream: "The answer broke off",
  invalidReply: "The server's reply makes no sense",
  contextOverflow: "Too long for the model",
  contentRefused: "The model doesn't want to answer that",
  noCredit: "The account is used up",
  badRequest: "The server refused the request",
  badSetting: "A setting doesn't work",
};

/** What to offer after a failure, by its code alone. */
export function waysOut(code: ErrorCode, alreadyPassagesOnly: boolean): WaysOut {
  const title = modelTitles[code];
  if (title !== undefined) {
    return { title, retry: true, chooseModel: true, passagesOnly: !alreadyPassagesOnly };
  }
  if (code === "doesNotFit") {
    return { title: "It doesn't fit", retry: false, chooseModel: true, passagesOnly: !alreadyPassagesOnly };
  }
  return { title: "That didn't work", retry: true, chooseModel: false, passagesOnly: false };
}
