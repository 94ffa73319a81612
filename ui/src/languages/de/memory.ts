import type { Catalogue } from "../catalogue";

export const memory: Catalogue["memory"] = {
  words: {
    memory: "Gedächtnis",
    lead: "Was Marginalia sich zu diesem Vault merken soll, und die Notizen, auf denen Antworten oft beruhen. Was zu einer Frage passt, geht mit ihr mit, steht unter Kontext und kann belegt werden. Nichts, was eine Notiz, eine Seite oder ein Modell sagt, kommt von selbst hinein.",
    on: "Gedächtnis verwenden",
    off: "Das Gedächtnis ist aus: Es wird nichts hineingeschrieben und nichts daraus gesendet.",
    facts: "Was du gesagt hast",
    often: "Worauf Antworten oft beruhen",
    none: "Noch nichts. Schreib „Merk dir, dass …“ oder /remember, oder drück unter einer Antwort auf Merken.",
    noneOften: "Eine Notiz oder Seite kommt hierher, sobald drei Antworten sie belegen.",
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
    rememberHint: "Es geht in spätere Gespräche zu diesem Vault ein, wo es passt. Halt es kurz.",
    turnOn: "Gedächtnis einschalten und merken",
  },
};
