import { count, counted } from "../../kit/figures";
import type { Catalogue } from "../catalogue";

export const tables: Catalogue["tables"] = {
  words: {
    tableOfNotes: "Tabelle deiner Notizen",
    rowsOf: (shown, all) => (shown === all ? counted(all, "Zeile", "Zeilen") : `${count(shown)} von ${counted(all, "Zeile", "Zeilen")}`),
    notesOf: (shown, all) => (shown === all ? counted(all, "Notiz", "Notizen") : `${count(shown)} von ${counted(all, "Notiz", "Notizen")}`),
    groupsOf: (shown, all, entries) =>
      `${shown === all ? "" : `${count(shown)} von `}${counted(all, "Gruppe", "Gruppen")}, ${counted(entries, "Eintrag", "Einträge")}`,
    resultOf: (of, all) => `aus ${count(of)} von ${counted(all, "Eintrag", "Einträgen")}`,
    noRows: "Nichts gefunden.",
    loadingRows: "Zeilen werden geladen…",
    rowsMissing: "Die übrigen Zeilen ließen sich nicht laden, oder deine Notizen haben sich geändert. Öffne die Tabelle noch einmal.",
    showMoreRows: (rows) => `${count(rows)} weitere zeigen`,
    showAllRows: (rows) => (rows === 1 ? "Die Zeile zeigen" : `Alle ${count(rows)} Zeilen zeigen`),
    copyMarkdown: "Als Markdown kopieren",
    keepTable: "Als Notiz speichern",
    openRow: (note, line) => (line > 1 ? `${note} öffnen, Zeile ${count(line)}` : `${note} öffnen`),
    view: "Ansicht",
    readAs: "Als Abfrage gelesen:",
    conditions: {
      tag: (tag) => `Tag ${tag}`,
      folder: (folder) => `in ${folder}`,
      has: (key) => `mit ${key}`,
      "-has": (key) => `ohne ${key}`,
      average: (key) => `Durchschnitt von ${key}`,
      sum: (key) => `Summe von ${key}`,
      min: (key) => `kleinster Wert von ${key}`,
      max: (key) => `größter Wert von ${key}`,
      group: (key) => `nach ${key}`,
      sort: (key) => (key.startsWith("-") ? `absteigend nach ${key.slice(1)}` : `nach ${key} geordnet`),
    },
    removeToken: (token) => `${token} entfernen und noch einmal fragen`,
    removeView: (view) => `${view} entfernen, als Text suchen und noch einmal fragen`,
    editQuery: "Bearbeiten",
    editQueryTip: "Die Abfrage ändern und noch einmal fragen",
    query: "Abfrage",
    askAgain: "Noch einmal fragen",
    searchAsText: "Als Text suchen",
    searchAsTextTip: "Die Notizen nach den Wörtern deiner Frage durchsuchen und noch einmal fragen",
  },
};
