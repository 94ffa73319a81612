import type { Catalogue } from "../catalogue";

export const prompts: Catalogue["prompts"] = {
  words: {
    prompts: "Prompts",
    lead: "Um einen Prompt auszuführen, tippe / und seinen Namen. Ein Gespräch, das ihn verwendet, sendet ihn mit jeder Frage. Du siehst seinen Text, bevor er gesendet wird.",
    kept: "Mit deinen Gesprächen gespeichert",
    fromNotes: (folder) => `Notizen im Ordner „${folder}“`,
    folder: "Ordner für Prompts",
    folderPlaceholder: "Prompts",
    folderHint:
      "Jede Notiz in diesem Ordner deines Vaults ist ein Prompt. In jedem Prompt werden {{selection}}, {{note}} und {{date}} ausgefüllt, wenn du ihn ausführst.",
    saveFolder: "Diesen Ordner verwenden",
    none: "Noch keine Prompts.",
    newPrompt: "Neuer Prompt",
    run: (command) => `/${command}`,
    replaces: "statt der Anweisungen",
    moves: "vor der neuesten Frage",
    use: "In diesem Gespräch verwenden",
    edit: (name) => `Den Prompt „${name}“ bearbeiten`,
    open: (name) => `Die Notiz „${name}“ öffnen`,
    name: "Name",
    text: "Text",
    where: "Position",
    before: "Vor der neuesten Frage",
    instead: "Statt der Anweisungen",
    save: "Speichern",
    cancel: "Abbrechen",
    delete: "Löschen",
    deleted: (name) => `„${name}“ gelöscht.`,
    undo: "Rückgängig",
    textPlaceholder: "Fasse {{selection}} in drei Sätzen zusammen.",
  },
};
