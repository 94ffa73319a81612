import type { HelpPage } from "../ipc";

/** The titles of the pages, in order. */
export const pageNames: Record<HelpPage, string> = {
  search: "Finding notes",
  web: "The web",
  context: "What the model sees",
  citations: "Numbers and passages",
  answers: "How answers are checked",
  changes: "Changes to notes",
  projects: "Projects, prompts, memory",
  insight: "What answers rest on",
  models: "Models",
  files: "Files besides notes",
  privacy: "What leaves this computer",
  troubleshooting: "When something goes wrong",
  terminal: "In a terminal",
};

export const words = { help: "Help", pages: "Pages of the help", page: "Text of the page", opening: "Opening…" };
