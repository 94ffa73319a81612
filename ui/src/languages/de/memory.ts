import type { Catalogue } from "../catalogue";

export const memory: Catalogue["memory"] = {
  words: {
    memory: "Gedächtnis",
    lead: "Fakten, die Marginalia sich zu diesem Vault merken soll, und Notizen und Seiten, die Antworten oft zitieren. Einträge, die zu einer Frage passen, werden mit ihr gesendet, stehen unter Kontext und können zitiert werden. Notizen, Seiten und Modelle können von sich aus keine Fakten hinzufügen.",
    on: "Gedächtnis verwenden",
    off: "Das Gedächtnis ist aus: Es wird nichts darin gespeichert und nichts daraus gesendet.",
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
    toRemember: "Text zum Merken",
    rememberHint: "Wird mit späteren Fragen zu diesem Vault gesendet, die dazu passen. Halt es kurz.",
    turnOn: "Gedächtnis einschalten und merken",
  },
};
