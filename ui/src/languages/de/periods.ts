import { count, counted } from "../../kit/figures";
import type { Catalogue } from "../catalogue";

export const periods: Catalogue["periods"] = {
  words: {
    time: "Zeit:",
    changeTime: "Die Zeit ändern und noch einmal fragen",
    removeTime: "Die Zeit entfernen, als Text suchen und noch einmal fragen",
    firstDay: "Erster Tag",
    lastDay: "Letzter Tag",
    enterDay: "Gib einen Tag ein, zum Beispiel 2026-03-19.",
    cancel: "Abbrechen",
    daysRead: (sent, days) =>
      sent === days ? `${counted(days, "Tag", "Tage")} mit Notizen` : `${count(sent)} von ${counted(days, "Tag", "Tagen")} mit Notizen`,
    daysReadTip: "Tage, deren Notizen verwendet wurden",
    readDays: (days) => (days === 1 ? "Den ganzen Tag lesen" : `Alle ${count(days)} Tage lesen`),
    readDaysTip: "Jede Notiz dieser Zeit lesen und aus allen antworten",
    notesOfTime: (notes) => (notes === 1 ? "die eine Notiz dieser Zeit" : `die ${count(notes)} Notizen dieser Zeit`),
  },
};
