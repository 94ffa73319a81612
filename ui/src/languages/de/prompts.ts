import type { Catalogue } from "../catalogue";

export const prompts: Catalogue["prompts"] = {
  words: {
    prompts: "Prompts",
    lead: "Einen Prompt führst du mit / und seinem Namen aus, oder er geht mit jeder Frage eines Gesprächs mit, das ihn verwendet. Was er sagt, siehst du, bevor es gesendet wird.",
    kept: "Bei deinen Gesprächen aufgehoben",
    fromNotes: (folder) => `Notizen im Ordner „${folder}“`,
    folder: "Ordner für Prompts",
    folderPlaceholder: "Prompts",
    folderHint:
      "Jede Notiz in diesem Ordner deines Vaults ist ein Prompt. In jedem Prompt werden {{selection}}, {{note}} und {{date}} ausgefüllt, wenn er ausgeführt wird.",
    saveFolder: "Diesen Ordner verwenden",
    none: "Noch keine.",
    newPrompt: "Neuer Prompt",
    run: (command) => `/${command}`,
    replaces: "anstelle der Anweisungen",
    moves: "mit der neuesten Frage",
    use: "In diesem Gespräch verwenden",
    edit: (name) => `Den Prompt „${name}“ bearbeiten`,
    open: (name) => `Die Notiz „${name}“ öffnen`,
    name: "Name",
    text: "Was er sagt",
    where: "Wo er steht",
    before: "Vor der neuesten Frage",
    instead: "Anstelle der Anweisungen",
    save: "Speichern",
    cancel: "Abbrechen",
    delete: "Löschen",
    deleted: (name) => `„${name}“ gelöscht.`,
    undo: "Rückgängig",
    textPlaceholder: "Fasse {{selection}} in drei Sätzen zusammen.",
  },
};
