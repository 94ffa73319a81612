import { count, counted } from "../../kit/figures";
import type { Catalogue } from "../catalogue";

const passagesOf = (passages: number) => counted(passages, "Textstelle", "Textstellen");

export const references: Catalogue["references"] = {
  words: {
    summaryBy: (model) => `zusammengefasst von ${model}`,
    summaryByTip: "Ein Modell hat diese Zusammenfassung geschrieben. Zeigen, was gesendet wurde",
    pictureOf: (title) => `Das Bild ${title}`,
    whyTip: "Mehr zu dieser Quelle",
    aboutTheNote: "Inhalt: ",
    dated: (when, source) =>
      ({
        property: `${when}, aus einer Eigenschaft`,
        periodic: `${when}, aus dem Format der täglichen Notizen`,
        name: `${when}, aus dem Namen`,
        file: `geändert am ${when}`,
      })[source],
    noNote: (name) => `Keine Notiz heißt „${name}“.`,
    useThis: "diese verwenden",
    theLinkCouldAlsoMean: "Der Link könnte auch meinen:",
    whatThisAnswerRestsOn: "Quellen dieser Antwort",
    passageOf: (number, title, cited) => `Textstelle ${number} aus ${title}${cited ? ", zitiert" : ""}`,
    mayMean: (wikilink) => `Mögliche Notizen für ${wikilink}`,
    insteadOf: (wikilink, title) => ` statt ${wikilink}: ${title}`,
    restsOn: "Beruht auf",
    alsoRead: (passages) => `${count(passages)} auch gelesen`,
    alsoFound: (passages) => `${count(passages)} weitere gefunden`,
    noneCited: (passages) => `${passagesOf(passages)} gelesen, keine zitiert`,
    seen: (images) => `${counted(images, "Bild", "Bilder")} gesehen`,
    sentAlong: (passages) => `${passagesOf(passages)} gesendet`,
    found: (passages) => `${passagesOf(passages)} gefunden`,
    consideredToo: (passages) => `${count(passages)} nicht verwendet`,
    changedSince: (passages) => `${count(passages)} geändert`,
    goneSince: (passages) => `${count(passages)} nicht mehr da`,
    moreCited: (passages) => `und ${count(passages)} weitere`,
    coverage: (passages, matching) => `${count(passages)} von ${counted(matching, "Treffer", "Treffern")} verwendet`,
    allSources: "Alle Quellen",
    showAllTip: "Alle Quellen neben dem Chat zeigen",
    notChecked: "nicht geprüft",
    showMore: (cards) => `${count(cards)} weitere zeigen`,
    considered: (passages) => `Nicht verwendet (${count(passages)})`,
    intoTheQuestion: (title, place) => `Die Textstelle aus ${title}, ${place}, in die Frage übernehmen`,
  },
  rankNames: {
    cited: "Zitiert",
    used: "Auch gelesen",
    linked: "Von dir verlinkt",
    changed: "Geändert",
    gone: "Nicht mehr da",
    broken: "Nicht gefunden",
    considered: "Nicht verwendet",
  },
};
