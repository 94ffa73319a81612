import type { WireMode } from "../ipc";

interface ModeOption {
  value: WireMode;
  label: string;
  hint: string;
  testid: string;
}

const notes: ModeOption[] = [
  { value: "notes", label: "Notes", hint: "Passages of your notes go with the question", testid: "mode-notes" },
  { value: "none", label: "None", hint: "Only the model, and the notes you link", testid: "mode-none" },
];

const web: ModeOption[] = [
  { value: "web", label: "Web", hint: "Pages of the web go with the question", testid: "mode-web" },
  { value: "both", label: "Both", hint: "Your notes and the web are looked through side by side", testid: "mode-both" },
];

/** Where a question can look. The web is there once a search of it is set up. */
export function modes(hasWeb: boolean): ModeOption[] {
  const [first, ...rest] = notes;
  return hasWeb && first ? [first, ...web, ...rest] : notes;
}
