import type { Catalogue } from "../catalogue";

export const memory: Catalogue["memory"] = {
  words: {
    memory: "Gedächtnis",
    lead: "Fakten, die das Modell bekommt, wenn sie zu deiner Frage passen. Nur du fügst welche hinzu: mit „Merken“ unter einer Antwort.",
    on: "Gedächtnis verwenden",
    off: "Aus: Es wird nichts gesendet und nichts Neues gespeichert.",
    facts: "Fakten",
    often: "Oft zitiert",
    none: "Noch keine Fakten. Schreib „Merk dir, dass …“ oder /remember, oder drück unter einer Antwort auf Merken.",
    noneOften: "Eine Notiz oder Seite erscheint hier, sobald drei Antworten sie zitiert haben.",
    since: (day) => `seit ${day}`,
    usedOn: (day) => `zuletzt verwendet ${day}`,
    notUsed: "noch nicht verwendet",
    note: "Notiz",
    page: "Webseite",
    edit: "Bearbeiten",
    forget: (text) => `Vergessen: ${text}`,
    forgetTip: "Vergessen",
    reallyForget: "Endgültig vergessen",
    save: "Speichern",
    cancel: "Abbrechen",
    remember: "Merken",
    toRemember: "Was gemerkt werden soll",
    rememberHint: "Wird mit späteren Fragen gesendet, die dazu passen. Halt es kurz.",
    turnOn: "Gedächtnis einschalten und speichern",
  },
};
