import { count, counted } from "../../kit/figures";
import type { Catalogue } from "../catalogue";

export const reader: Catalogue["reader"] = {
  words: {
    back: "Zurück",
    backAlt: "Zurück (Alt+←)",
    forward: "Vor",
    forwardAlt: "Vor (Alt+→)",
    askAboutNote: "Zu dieser Notiz fragen",
    intoTheQuestion: "In die Frage übernehmen",
    openInYourEditor: "In deinem Editor oder in Obsidian öffnen",
    thePassageAsItWas: "Die Textstelle, wie sie war",
    asCited: "Wie sie zitiert wurde",
    asItIsNow: "Wie sie jetzt ist",
    openPage: "Seite öffnen",
    pageAsOf: (when) => `So war sie ${when}. Inzwischen kann sie anders sein.`,
    keepPage: "Als Notiz behalten",
    keptOfPage: "Was davon aufgehoben wurde, als sie gefunden wurde:",
    wholePicture: "Bild in seiner eigenen Größe zeigen",
    fitPicture: "Bild an den Bereich anpassen",
    theLinkCouldAlsoMean: "Der Link könnte auch meinen:",
    backlinks: "Links hierher",
    relatedNotes: "Verwandte Notizen",
    textOfTheNote: "Text der Notiz",
    note: "Notiz",
    opening: "Wird geöffnet…",
    empty: "Wähle eine Notiz oder eine Zahl in einer Antwort, um sie hier zu lesen.",
    linksHere: (links) => `${counted(links, "Notiz verlinkt", "Notizen verlinken")} hierher`,
    warning: (line, message) => `Zeile ${line}: ${message}`,
    line: (line) => `Zeile ${count(line)}`,
    gone: "Diese Notiz wurde gelöscht oder verschoben. So sah sie aus.",
  },
};
