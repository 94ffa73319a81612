/** The titles of the system's dialogs. */
export const titles = {
  folder: "Choose a folder of notes",
  files: "Attach files",
  export: "Export",
  import: "Import conversations",
  conversations: "Conversations",
};
