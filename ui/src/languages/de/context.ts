import { count, counted, plural } from "../../kit/figures";
import { locale } from "../../kit/language";
import type { Catalogue } from "../catalogue";

export const context: Catalogue["context"] = {
  words: {
    whichContext: "Welcher Kontext",
    openAVaultAndWrite: "Öffne einen Vault und schreib eine Frage: Was an das Modell geht, wird hier gezählt.",
    theReceiptExactlyWhatWas: "Das Protokoll: genau das, was für diese Antwort gesendet wurde.",
    theCallBefore: "Vorheriger Aufruf",
    theCallAfter: "Nächster Aufruf",
    readingTheReceipt: "Protokoll wird gelesen…",
    budgets: "Budgets",
    budgetOfMessages: "Nachrichten, Textstellen und Dateien",
    parts: "Teile",
    nothingWouldBeSentYet: "Noch würde nichts gesendet.",
    leftOut: "Weggelassen",
    model: "Modell",
    server: "Server",
    when: "Wann",
    reported: "Gemeldet",
    theServerReportedNoUsage: "Der Server hat keinen Verbrauch gemeldet",
    deleted_marks: "Gelöschte Belege",
    noSuchPassage: "(keine solche Textstelle)",
    saveAsAFile: "Als Datei speichern…",
    theExactRequest: "Die genaue Anfrage",
    live: "Was das Modell gerade beantwortet.",
    next: "Was deine nächste Frage senden würde.",
    thisAnswer: "Diese Antwort",
    nextQuestion: "Nächste Frage",
    callOf: (call, calls) => `Aufruf ${call} von ${calls}`,
    ofTokens: (tokens, percent) => `von ${counted(tokens, "Token", "Tokens")}, ${percent} %`,
    usedOf: (used, all) => `${count(used)} von ${count(all)}`,
    usage: (prompt, completion) => `${count(prompt)} hinein, ${count(completion)} heraus`,
    imported: "Importiert: So steht es in der Datei. Marginalia war nicht dabei, als es gesendet wurde.",
    few: (passages, why) => {
      const so = counted(passages, "Textstelle", "Textstellen");
      if (why.type === "smallModel") return `${so}: Ein kleines Modell antwortet mit wenigen besser.`;
      return `${so}: So kommt das erste Wort nach höchstens etwa ${Math.max(20, why.seconds)} s. Dieses Modell liest hier ${counted(why.per_second, "Token", "Tokens")} pro Sekunde.`;
    },
    foretold: (messages, tokens) =>
      `Deine nächste Frage fasst zuerst ${plural(messages, { one: "die älteste Nachricht", other: `die ${count(messages)} ältesten Nachrichten` })} zusammen (${counted(tokens, "Token", "Tokens")}), um Platz zu schaffen. Die Nachrichten selbst bleiben hier, und die Zusammenfassung lässt sich lesen, bearbeiten und rückgängig machen.`,
    cost: "Kosten",
    dollars: (micro) => {
      const digits = micro < 1e6 ? 4 : 2;
      return micro > 0 && micro < 100 ? "weniger als 0,0001 $" : `etwa ${(micro / 1e6).toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })} $`;
    },
    ofAllCalls: (dollars, calls) => `; ${dollars} für alle ${calls} Aufrufe`,
    estimate: (day) => `Geschätzt nach den Preisen vom ${day}`,
    copied: "Kopiert",
    copyAsSent: "Kopieren, wie gesendet",
    exported: (path) => `Was gesendet wurde, steht in ${path}.`,
  },
  countNames: {
    exact: "gezählt",
    calibrated: "kalibriert",
    estimated: "geschätzt",
    approximate: "ungefähr",
  },
  countHints: {
    exact: "Mit dem Tokenizer des Modells gezählt",
    calibrated: "Geschätzt und an der letzten Meldung des Servers ausgerichtet",
    estimated: "Geschätzt, bis der Server eine Zahl meldet",
    approximate: "Grob geschätzt aus der Zahl der Zeichen",
  },
  segmentNames: {
    system: "Anweisungen",
    tools: "Werkzeuge",
    summary: "Zusammenfassung",
    messages: "Nachrichten",
    agent: "Prompt",
    project: "Projekt",
    documents: "Textstellen",
    attachments: "Anhänge",
    results: "Ergebnisse der Werkzeuge",
    reminder: "Erinnerung",
    format: "Nachrichtenformat",
    reserve: "Für die Antwort reserviert",
    free: "Frei",
  },
};
