import type { Catalogue } from "../catalogue";

export const help: Catalogue["help"] = {
  pageNames: {
    search: "Notizen finden",
    web: "Das Web",
    context: "Was das Modell sieht",
    citations: "Zahlen und Textstellen",
    answers: "Wie Antworten geprüft werden",
    changes: "Änderungen an Notizen",
    projects: "Projekte, Prompts, Gedächtnis",
    insight: "Worauf Antworten beruhen",
    models: "Modelle",
    files: "Dateien außer Notizen",
    privacy: "Was diesen Computer verlässt",
    troubleshooting: "Wenn etwas schiefgeht",
    terminal: "Im Terminal",
  },
  words: { help: "Hilfe", pages: "Seiten der Hilfe", page: "Text der Seite", opening: "Wird geöffnet…" },
};
