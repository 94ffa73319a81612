import type { Catalogue } from "../catalogue";

export const quick: Catalogue["quick"] = {
  words: {
    title: "Schnelle Frage",
    ask: "Eine schnelle Frage an deine Notizen…",
    answer: "Antwort",
    passages: "Gefundene Textstellen",
    hint: "Eingabetaste: fragen · ↓: zu den Textstellen · Esc: schließen",
    stop: "Anhalten",
    openInMain: "In Marginalia öffnen",
    nothing: "Keine passenden Textstellen.",
    again: "Etwas anderes fragen",
    moment: "Liest deine Notizen…",
  },
};
