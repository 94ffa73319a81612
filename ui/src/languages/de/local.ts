import { count, counted } from "../../kit/figures";
import type { Catalogue } from "../catalogue";

const speedSources: Catalogue["local"]["speedSources"] = {
  itself: "gemessen bei seinen letzten Antworten",
  another: "geschätzt nach den letzten Antworten eines anderen Modells",
  cores: "geschätzt für diesen Prozessor",
};

export const local: Catalogue["local"] = {
  speedSources,
  words: {
    place: (folder, free) => `Modelle liegen in ${folder}${free === null ? "" : ` ${free} frei.`}`,
    isHere: (size, licence) => `${size}, ${licence}`,
    own: (size) => `${size}, deine eigene Datei`,
    ownElsewhere: (size) => `${size}, deine eigene Datei in einem anderen Ordner`,
    remove: (name) => `${name} entfernen`,
    deleteFile: (size) => `Datei löschen (${size})`,
    takeOff: (name) => `${name} aus der Liste entfernen`,
    advised: "Passt am besten zu diesem Computer",
    needs: (memory) => `Braucht ${memory} Speicher.`,
    details: "Einzelheiten",
    speed: (writing, source) => `Schreibt etwa ${counted(writing, "Token", "Tokens")} pro Sekunde (${speedSources[source]}).`,
    tooLarge: (memory) => `Braucht ${memory} Speicher, mehr als dieser Computer dafür hat.`,
    source: (size, licence, host) => `${size}, ${licence}, von ${host}`,
    get: "Laden",
    forget: (size) => `Die geladenen ${size} löschen`,
    stop: "Anhalten",
    stopped: "Angehalten. Der nächste Download macht hier weiter.",
    downloadOf: (name) => `Download von ${name}`,
    progress: (percent, size) => `${percent} % von ${size}`,
    others: (models) => (models === 1 ? "Das andere Modell zeigen" : `Alle ${count(models)} Modelle zeigen`),
    fewer: "Weniger zeigen",
    chooseFolder: "Anderen Ordner wählen…",
    ownFolder: "Standardordner verwenden",
    folderStays: "Modelle im jetzigen Ordner bleiben dort.",
    addFile: "Modelldatei hinzufügen…",
    adding: (name) => `${name} hinzufügen:`,
    copy: "In den Ordner kopieren",
    refer: "Dort verwenden, wo sie ist",
    added: (name) => `${name} wurde hinzugefügt.`,
    isAdding: "Wird hinzugefügt…",
    cancel: "Abbrechen",
    inMemory: "Im Speicher",
    running: (name, memory) => (memory === null ? `${name} ist im Speicher` : `${name} ist im Speicher und belegt ${memory}`),
    unload: "Entladen",
    unloadTip: "Gibt den Speicher frei. Die nächste Frage lädt das Modell wieder.",
  },
};
