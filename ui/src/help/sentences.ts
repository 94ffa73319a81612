import type { HelpPage } from "../ipc";

/** The titles of the pages, in order. */
export const pageNames: Record<HelpPage, string> = {
  search: "Finding notes",
  web: "The web",
  context: "What the model sees",
  citations: "Numbers and passages",
  answers: "Checking answers",
  changes: "Changes to notes",
  projects: "Projects, prompts, memory",
  insight: "Sources of your answers",
  models: "Models",
  files: "Other files",
  privacy: "What leaves this computer",
  troubleshooting: "When something goes wrong",
  terminal: "In a terminal",
};

export const words = { help: "Help", pages: "Help pages", page: "Text of the page", opening: "Opening…" };
