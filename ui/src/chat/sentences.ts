import type { Message } from "../ipc";

/** What screen readers are told of an answer. */
export const said = {
  answering: "Answering",
  ended: (state: Message["state"]) =>
    ({ complete: "Answer ready", cancelled: "Answer stopped", failed: "The answer failed", streaming: "", interrupted: "" })[state],
};
