import { count, counted } from "../../kit/figures";
import type { Catalogue } from "../catalogue";

export const changes: Catalogue["changes"] = {
  units: {
    words: "Wörter",
    heading: "Überschrift",
    row: "Tabellenzeile",
    item: "Listenpunkt",
    property: "Eigenschaft",
    lines: "Zeilen",
    link: "Link",
    note: "Ganze Notiz",
  },
  states: {
    proposed: "Wartet auf dich",
    applied: "Geschrieben",
    partly: "Teilweise geschrieben",
    refused: "Abgelehnt",
    undone: "Rückgängig gemacht",
  },
  standings: {
    unchanged: "Wie sie war",
    changed: "Seither geändert",
    gone: "Ihre Notiz ist nicht mehr da",
    unchecked: "Nicht geprüft: aus einer Datei",
  },
  words: {
    deed: (deed) => {
      switch (deed.type) {
        case "create":
          return "Neue Notiz";
        case "edit":
          return "Geändert";
        case "rename":
          return `Wird zu ${deed.to}`;
        case "delete":
          return "Kommt in den Papierkorb des Vaults";
      }
    },
    changes: "Änderungen an deinen Notizen",
    waiting: "Wartet auf dich",
    nothingWaits: "Nichts wartet auf dich. Was eine Antwort in deinen Notizen ändern würde, siehst du erst hier; geschrieben wird nichts, bevor du es sagst.",
    written: "Von Marginalia geschrieben",
    nothingWritten: "Noch ist nichts geschrieben.",
    by: (isModel, when) => (isModel ? `Vom Modell vorgeschlagen, ${when}` : `Von dir gemacht, ${when}`),
    fromConversation: (title) => `Aus „${title}“`,
    openConversation: "Gespräch öffnen",
    notes: (notes) => counted(notes, "Notiz", "Notizen"),
    back: "Alle Änderungen",
    undo: "Rückgängig",
    undoTip: "Macht die Notizen wieder so, wie sie vor dieser Änderung waren",
    cannotUndo: "Lässt sich nicht mehr rückgängig machen: Die alten Texte sind gelöscht",
    kept: (megabytes) =>
      `${megabytes} ersetzter Texte sind zum Rückgängigmachen aufgehoben; sind es mehr als 512 MB, gehen die ältesten, nie die letzte Änderung.`,
    clear: "Leeren",
    reallyClear: "Alles leeren?",
    clearHint: "Deine Notizen bleiben, wie sie sind, aber bisherige Änderungen lassen sich nicht mehr rückgängig machen.",
    keepThem: "Behalten",
    source: "Als Text",
    rendered: "Wie es aussehen wird",
    view: "Wie die Änderung gezeigt wird",
    before: "Vorher",
    after: "Nachher",
    take: "Übernehmen",
    taken: "Übernommen",
    left: "Bleibt, wie es ist",
    takeAll: "Alle übernehmen",
    leaveAll: "Keine übernehmen",
    crowdsOut: (changes) =>
      changes === 1
        ? "Schreibst du das, lässt sich eine ältere Änderung nicht mehr rückgängig machen: Der Platz für alte Texte ist voll."
        : `Schreibst du das, lassen sich ${count(changes)} ältere Änderungen nicht mehr rückgängig machen: Der Platz für alte Texte ist voll.`,
    takenWhole: "Diese Änderung wird ganz oder gar nicht geschrieben, damit kein Link bricht.",
    hunk: (unit, line) => `${unit}, Zeile ${count(line)}`,
    edit: "Bearbeiten",
    keepWords: "Diese Worte nehmen",
    cancel: "Abbrechen",
    yourWords: "In deinen eigenen Worten",
    restsOn: "Beruht auf",
    collided: "Passt nicht mehr",
    removed: "Entfernt",
    added: "Hinzugefügt",
    apply: (taken, all) =>
      taken === all ? `${counted(all, "Änderung", "Änderungen")} schreiben` : `${count(taken)} von ${counted(all, "Änderung", "Änderungen")} schreiben`,
    refuse: "Ablehnen",
    reallyRefuse: "Deine eigenen Worte darin werden nicht geschrieben.",
    refused: (changes) => `Abgelehnt (${count(changes)})`,
    applied: "Geschrieben.",
    undone: "Rückgängig gemacht.",
    madeAnew: "Die Notizen haben sich inzwischen geändert, darum wurde der Vorschlag neu erstellt. Sieh ihn dir noch einmal an.",
    keys: "J und K gehen durch die Änderungen, A übernimmt eine, X lässt sie aus, E bearbeitet sie, Strg+Eingabetaste schreibt, was übernommen ist.",
    pieces: "Stücke der Änderung",
    cannotLook: "Diese Notiz lässt sich nicht zeigen, wie sie aussehen wird. V zeigt ihre Änderungen als Text.",
    undoneAll: (changes) => `${counted(changes, "Änderung", "Änderungen")} rückgängig gemacht.`,
    undoAllOf: (changes, title) => `${changes === 1 ? "Die Änderung" : `Alle ${count(changes)} Änderungen`} aus „${title}“ rückgängig machen`,
    reallyUndoAll: (changes, title) =>
      changes === 1
        ? `Die Änderung aus „${title}“ wird rückgängig gemacht.`
        : `Alle ${count(changes)} Änderungen aus „${title}“ werden rückgängig gemacht, die letzte zuerst.`,
    undoAll: "Rückgängig machen",
    commit: "Jede Änderung mit git committen",
    commitHint:
      "Nur wenn der Vault in einem git-Repository liegt. Der Commit enthält die geänderten Notizen und sonst nichts; Programme, die das Repository nennt, etwa Hooks, laufen nicht.",
    footnotes: "Fußnoten aufgehobener Antworten",
    footnotesHint: "Antworten, die du aufhebst, haben Fußnoten. Ändert sich später eine Textstelle dahinter, findet sich das hier.",
    checkFootnotes: "Alle Notizen prüfen",
    noFootnotes: "Keine Notiz hat Fußnoten einer aufgehobenen Antwort.",
    changedSince: (changed, all, unchecked) =>
      `${count(changed)} von ${counted(all, "Fußnote", "Fußnoten")} seither geändert${unchecked > 0 ? `, ${count(unchecked)} aus Dateien nicht geprüft` : ""}`,
    keepAnswer: "Diese Antwort in einer Notiz aufheben",
    newNote: "Als neue Notiz",
    addTo: "Am Ende einer Notiz",
    findNote: "Notiz",
    noSuchNote: "Keine Notiz heißt so",
  },
};
