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
    proposed: "Offen",
    applied: "Übernommen",
    partly: "Teilweise übernommen",
    refused: "Verworfen",
    undone: "Rückgängig gemacht",
  },
  standings: {
    unchanged: "Unverändert",
    changed: "Geändert",
    gone: "Notiz nicht gefunden",
    unchecked: "Nicht geprüft (Datei)",
  },
  words: {
    deed: (deed) => {
      switch (deed.type) {
        case "create":
          return "Neue Notiz";
        case "edit":
          return "Geändert";
        case "rename":
          return `Neuer Name: ${deed.to}`;
        case "delete":
          return "Kommt in den Papierkorb des Vaults";
      }
    },
    changes: "Änderungen an deinen Notizen",
    waiting: "Offene Änderungen",
    nothingWaits: "Nichts zu prüfen. Änderungen, die eine Antwort vorschlägt, warten hier, bis du sie anwendest.",
    written: "Übernommene Änderungen",
    by: (isModel, when) => (isModel ? `Vom Modell vorgeschlagen, ${when}` : `Von dir gemacht, ${when}`),
    fromConversation: (title) => `Aus „${title}“`,
    openConversation: "Gespräch öffnen",
    notes: (notes) => counted(notes, "Notiz", "Notizen"),
    back: "Alle Änderungen",
    undo: "Rückgängig",
    undoTip: "Stellt die Notizen wieder her, wie sie vor dieser Änderung waren",
    cannotUndo: "Lässt sich nicht rückgängig machen: Der alte Text ist gelöscht",
    kept: (megabytes) => `Rückgängigmachen braucht ${megabytes}. Über 512 MB lassen sich die ältesten Änderungen nicht mehr rückgängig machen.`,
    clear: "Leeren",
    reallyClear: "Alles leeren",
    clearHint: "Deine Notizen bleiben, wie sie sind, aber frühere Änderungen lassen sich nicht rückgängig machen.",
    keepThem: "Behalten",
    source: "Text",
    rendered: "Vorschau",
    view: "Ansicht",
    before: "Vorher",
    after: "Nachher",
    taken: "Enthalten",
    left: "Übersprungen",
    showAll: "Alles zeigen",
    showLess: "Weniger zeigen",
    takeAll: "Alle aufnehmen",
    leaveAll: "Alle überspringen",
    crowdsOut: (changes) =>
      changes === 1
        ? "Wenn du das übernimmst, lässt sich eine ältere Änderung nicht mehr rückgängig machen: Der Platz für alte Texte ist voll."
        : `Wenn du das übernimmst, lassen sich ${count(changes)} ältere Änderungen nicht mehr rückgängig machen: Der Platz für alte Texte ist voll.`,
    takenWhole: "Diese Änderung lässt sich nur als Ganzes übernehmen, damit kein Link bricht.",
    hunk: (unit, line) => `${unit}, Zeile ${count(line)}`,
    edit: "Bearbeiten",
    keepWords: "Diesen Text verwenden",
    cancel: "Abbrechen",
    yourWords: "Deine Formulierung",
    restsOn: "Beruht auf",
    collided: "Passt nicht mehr",
    removed: "Entfernt",
    added: "Hinzugefügt",
    apply: (taken, all) =>
      taken === all ? `${counted(all, "Änderung", "Änderungen")} übernehmen` : `${count(taken)} von ${counted(all, "Änderung", "Änderungen")} übernehmen`,
    applyIt: "Übernehmen",
    create: "Notiz anlegen",
    review: "Durchsehen",
    reviewAll: (changes) => `Alle ${count(changes)} durchsehen`,
    proposal: (title) => `Vorgeschlagene Änderung: ${title}`,
    refuse: "Verwerfen",
    reallyRefuse: "Auch deine eigene Formulierung wird verworfen.",
    refused: (changes) => `Verworfen (${count(changes)})`,
    applied: "In deinem Vault gespeichert.",
    undone: "Rückgängig gemacht.",
    madeAnew: "Die Notizen haben sich inzwischen geändert, darum wurde der Vorschlag neu erstellt. Sieh ihn dir noch einmal an.",
    keys: "J, K: nächster, vorheriger Teil · A: aufnehmen · X: überspringen · E: bearbeiten · Strg+Eingabetaste: übernehmen",
    pieces: "Teile der Änderung",
    cannotLook: "Für diese Notiz gibt es keine Vorschau. Drück V, um ihre Änderungen als Text zu sehen.",
    undoneAll: (changes) => `${counted(changes, "Änderung", "Änderungen")} rückgängig gemacht.`,
    undoAllOf: (changes, title) => `${changes === 1 ? "Die Änderung" : `Alle ${count(changes)} Änderungen`} aus „${title}“ rückgängig machen`,
    reallyUndoAll: (changes, title) =>
      changes === 1
        ? `Die Änderung aus „${title}“ wird rückgängig gemacht.`
        : `Alle ${count(changes)} Änderungen aus „${title}“ werden rückgängig gemacht, die neueste zuerst.`,
    undoAll: "Rückgängig machen",
    footnotes: "Fußnoten gespeicherter Antworten",
    footnotesHint: (notes) =>
      `In Notizen gespeicherte Antworten haben Fußnoten. Die Prüfung liest ${counted(notes, "Notiz", "Notizen")} und zeigt die Fußnoten, deren Textstellen sich geändert haben. Sie dauert Sekunden, fragt kein Modell und ändert nichts.`,
    checkFootnotes: "Alle Notizen prüfen",
    noFootnotes: "Keine Notiz hat Fußnoten einer gespeicherten Antwort.",
    changedSince: (changed, all, unchecked) =>
      `${count(changed)} von ${counted(all, "Fußnote", "Fußnoten")} geändert${unchecked > 0 ? ` (${count(unchecked)} nicht geprüft)` : ""}`,
    keeping: {
      answer: "Diese Antwort in einer Notiz speichern",
      reference: "Als Notiz speichern",
      proposal: "Name und Ordner der neuen Notiz",
    },
    newNote: "Neue Notiz, als Name oder Ordner/Name",
    nameTaken: "Eine Notiz mit diesem Namen gibt es schon.",
    saveNew: "Speichern…",
    useName: "Diesen Namen verwenden",
    nameIt: "Name und Ordner…",
    addTo: "Oder am Ende einer Notiz",
    findNote: "Notiz suchen…",
    noSuchNote: "Keine passende Notiz",
  },
};
