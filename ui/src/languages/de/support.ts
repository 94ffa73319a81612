import type { Support } from "../../ipc";
import { count, counted } from "../../kit/figures";
import { list } from "../../kit/language";
import type { Catalogue } from "../catalogue";

/** Text quoted by an answer has its own quotation marks. */
const quoted = (text: string) => (/^[„“"»«]/.test(text) ? text : `„${text}“`);

const verdictNames: Record<Support | "unchecked", string> = {
  supported: "wahrscheinlich belegt",
  weak: "teilweise belegt",
  unsupported: "nicht belegt",
  contradicted: "im Widerspruch",
  unchecked: "nicht geprüft",
};

export const support: Catalogue["support"] = {
  supportSentences: {
    missing: (things) => `${list.format(things.map(quoted))} ${things.length > 1 ? "stehen" : "steht"} nicht in dieser Textstelle.`,
    supports: "Diese Textstelle belegt diesen Satz wahrscheinlich.",
    weak: "Diese Textstelle sagt nur einen Teil davon.",
    none: "Diese Textstelle sagt das nicht.",
    otherwise: (sentences) => `Diese Textstelle sagt etwas anderes${sentences.length > 0 ? `: ${sentences.map(quoted).join(" ")}` : "."}`,
    judged: (sentence, model) => `${sentence ?? "Diese Textstelle sagt das."} Beurteilt von ${model}.`,
    unchecked: "Dieser Beleg wurde nicht geprüft.",
    otherLanguage: "In einer anderen Sprache: nicht geprüft.",
    translate: "Übersetzen",
    translateTip: (model) => `${model} fragen`,
    translating: "Wird übersetzt…",
    translatedBy: (model) => `Übersetzt von ${model}`,
    name: (support, sentence, corrected) =>
      `, ${verdictNames[support ?? "unchecked"]}${corrected ? ", von dir berichtigt" : ""}${sentence === null ? "" : `: ${sentence}`}`,
    says: (number) => `${number} sagt`,
    disagree: "Deine Notizen widersprechen sich:",
    changed: "Deine Notizen haben sich geändert:",
    disagreeing: (number, place, other) => `${number}, ${place}, widerspricht ${other}`,
    verdictRight: "Stimmt diese Prüfung?",
    right: "Ja",
    wrong: "Nein",
    byKey: (name, key) => `${name} (Taste ${key})`,
    ratedRight: "Du hast diese Prüfung bestätigt.",
    ratedWrong: "Du hast diese Prüfung verworfen.",
    undoRating: "Rückgängig",
    notFound: (passages) =>
      `Ich habe in ${passages === 1 ? "der Textstelle, die am besten passt," : `den ${count(passages)} Textstellen, die am besten passen,`} keine Antwort gefunden.`,
    noSource: "Keine Quelle",
    answerSays: "Die Antwort sagt",
    passageSays: "Die Textstelle sagt",
    passageNearest: "Ähnlichste Stelle",
    nearestToQuestion: "Satz, der am ehesten zu deiner Frage passt",
    maybe: (number) => `vielleicht ${number}`,
    rather: (number, cites) => (cites ? `Bessere Quelle: ${number}` : `Quelle: ${number}`),
    ratherTip: (number, place) => `Hier ${number}, ${place}, zitieren. Diese Textstelle belegt den Satz, aber das Modell hat sie nicht zitiert.`,
    takeBack: "Berichtigt · rückgängig",
    takeBackTip: (written) =>
      written === null
        ? "Du hast diesen Beleg hinzugefügt; das Modell hat nichts zitiert. Klicken, um ihn zu entfernen."
        : `Du hast diesen Beleg berichtigt; das Modell hat ${written} zitiert. Klicken, um das rückgängig zu machen.`,
    corrected: (written) =>
      written === null
        ? "Du hast diesen Beleg hinzugefügt, wie Marginalia es vorschlug. Das Modell hat nichts zitiert."
        : `Du hast diesen Beleg berichtigt, wie Marginalia es vorschlug. Das Modell hat ${written} zitiert.`,
    count: (verdict, count, all) =>
      ({
        supported: `${count} von ${counted(all, "Satz", "Sätzen")} wahrscheinlich belegt`,
        contradicted: `${count} im Widerspruch`,
        unsupported: `${count} nicht belegt`,
        weak: `${count} nur teilweise belegt`,
        uncited: `${count} ohne Quelle`,
        unchecked: `${count === all ? counted(count, "Satz", "Sätze") : count} nicht geprüft`,
      })[verdict],
    seekDoubtful: "Den nächsten Satz zeigen, der nicht ganz belegt ist",
    seek: (verdict) =>
      ({
        supported: "Den nächsten belegten Satz zeigen",
        contradicted: "Den nächsten Satz zeigen, dem seine Textstelle widerspricht",
        unsupported: "Den nächsten nicht belegten Satz zeigen",
        weak: "Den nächsten nur teilweise belegten Satz zeigen",
        uncited: "Den nächsten Satz ohne Quelle zeigen",
        unchecked: "Den nächsten nicht geprüften Satz zeigen",
      })[verdict],
  },
};
