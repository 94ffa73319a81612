import { count, counted } from "../../kit/figures";
import type { Catalogue } from "../catalogue";

const passagesOf = (passages: number) => counted(passages, "Textstelle", "Textstellen");

export const references: Catalogue["references"] = {
  words: {
    summaryBy: (model) => `beschrieben von ${model}`,
    summaryByTip: "Worum es in dieser Notiz geht, hat ein Modell geschrieben. Zeigen, was es bekommen hat",
    pictureOf: (title) => `Das Bild ${title}`,
    aboutTheNote: "Worum es geht: ",
    noteChanged: (when) => `Notiz vom ${when}`,
    documentNotFound: "Dokument nicht gefunden.",
    useThis: "diese nehmen",
    theLinkCouldAlsoMean: "Der Link könnte auch meinen:",
    whatThisAnswerRestsOn: "Worauf diese Antwort beruht",
    passageOf: (number, title, cited) => `Textstelle ${number} aus ${title}${cited ? ", zitiert" : ""}`,
    mayMean: (wikilink) => `Notizen, die mit ${wikilink} gemeint sein könnten`,
    insteadOf: (wikilink, title) => ` statt ${wikilink}: ${title}`,
    restsOn: "Beruht auf",
    alsoRead: (passages) => `${count(passages)} mitgelesen`,
    read: (passages) => `${passagesOf(passages)} gelesen, keine zitiert`,
    seen: (images) => `${counted(images, "Bild", "Bilder")} gesehen`,
    sentAlong: (passages) => `${passagesOf(passages)} mitgeschickt`,
    alsoFound: (passages) => `${passagesOf(passages)} gefunden`,
    consideredToo: (passages) => `${count(passages)} erwogen`,
    changedSince: (passages) => `${count(passages)} seitdem geändert`,
    goneSince: (passages) => `${count(passages)} nicht mehr da`,
    moreCited: (passages) => `und ${count(passages)} weitere`,
    coverage: (passages, matching) => `aus ${count(passages)} von ${counted(matching, "passenden Textstelle", "passenden Textstellen")}`,
    coverageTip: (notes) => `Sie stehen in ${counted(notes, "Notiz", "Notizen")}`,
    details: "Details",
    showAllTip: "Alle Quellen neben dem Chat zeigen",
    notChecked: "nicht geprüft",
    showMore: (cards) => `${count(cards)} weitere zeigen`,
    considered: (passages) => `Erwogen und weggelassen (${counted(passages, "Textstelle", "Textstellen")})`,
    whyConsidered: "Auch sie wurden gefunden und weggelassen; auf den Karten steht, warum.",
    lines: (start, end) => (start === end ? `Zeile ${start}` : `Zeilen ${start}–${end}`),
  },
  rankNames: {
    cited: "Zitiert",
    used: "Mitgelesen",
    linked: "Von dir verlinkt",
    changed: "Seitdem geändert",
    gone: "Nicht mehr da",
    broken: "Nicht gefunden",
    considered: "Erwogen",
  },
};
