import type { Mode } from "../ipc";
import { modeNames } from "./sentences";

interface ModeOption {
  value: Mode;
  label: string;
  hint: string;
  testid: string;
}

const notes = (): ModeOption[] => [
  { value: "notes", ...modeNames.notes, testid: "mode-notes" },
  { value: "none", ...modeNames.none, testid: "mode-none" },
];

const web = (): ModeOption[] => [
  { value: "web", ...modeNames.web, testid: "mode-web" },
  { value: "both", ...modeNames.both, testid: "mode-both" },
];

/** The modes of a question. The web is offered once a search service is set up. */
export function modes(hasWeb: boolean): ModeOption[] {
  const [first, ...rest] = notes();
  return hasWeb && first ? [first, ...web(), ...rest] : notes();
}
