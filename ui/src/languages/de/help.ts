import type { Catalogue } from "../catalogue";

export const help: Catalogue["help"] = {
  pageNames: {
    search: "Notizen finden",
    web: "Das Web",
    context: "Was das Modell sieht",
    citations: "Zahlen und Textstellen",
    answers: "Antworten prüfen",
    changes: "Änderungen an Notizen",
    projects: "Projekte, Prompts, Gedächtnis",
    insight: "Quellen deiner Antworten",
    models: "Modelle",
    files: "Andere Dateien",
    privacy: "Was diesen Computer verlässt",
    troubleshooting: "Wenn etwas schiefgeht",
    terminal: "Im Terminal",
  },
  words: { help: "Hilfe", pages: "Hilfeseiten", page: "Text der Seite", opening: "Wird geöffnet…" },
};
