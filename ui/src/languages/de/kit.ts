import { plural } from "../../kit/figures";
import type { Catalogue } from "../catalogue";

export const kit: Catalogue["kit"] = {
  words: {
    close: "Schließen",
    signInName: "Der Teil vor „@“ ist ein Anmeldename, nicht die Website.",
    lookalike: "Der Name der Website enthält Zeichen, die wie andere aussehen können. Die Adresse zeigt seine wirkliche Schreibweise, mit „xn--“.",
    now: "jetzt",
    justNow: "gerade eben",
    minutes: (minutes) => `${minutes} Min.`,
    hours: (hours) => `${hours} Std.`,
    days: (days) => `${days} ${plural(days, { one: "Tag", other: "Tage" })}`,
    noSuchNote: "Diese Notiz gibt es nicht. Die Eingabetaste zeigt ähnliche Notizen.",
    couldMean: (path, others) => `Öffnet ${path}. Gemeint sein könnte auch ${others}.`,
    inAnotherProgram: (path) => `${path}, in einem anderen Programm`,
    hasNoPlace: (path, place) => `${path}, ohne „${place}“`,
    unseen: "Code eines unsichtbaren Zeichens",
    copy: "Kopieren",
    copyCode: "Code kopieren",
    outcomes: { copied: "Kopiert", failed: "Kopieren fehlgeschlagen" },
    searchedFor: (searched) => `Gesucht: ${searched}`,
    notSearched: "Nicht gesucht: Die Textstellen der letzten Antwort wurden verwendet.",
    changeSearch: "Ändern",
    changeSearchTip: "Mit anderen Wörtern suchen und noch einmal fragen",
    searchWords: "Suchwörter",
    searchAgain: "Noch einmal fragen",
    unsaved: "Deine Änderungen sind nicht gespeichert. Schließ noch einmal, um sie zu verwerfen.",
    parts: {
      page: (number) => `Seite ${number}`,
      slide: (number) => `Folie ${number}`,
      sheet: (number) => `Blatt ${number}`,
      chapter: (number) => `Kapitel ${number}`,
    },
  },
};
