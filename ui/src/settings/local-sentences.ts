import type { SpeedSource } from "../ipc";
import { count, counted } from "../kit/figures";

/** The settings' sentences about models that run without a server. */
export const words = {
  place: (folder: string) => `Models are stored in ${folder}.`,
  free: (size: string) => `${size} free.`,
  isHere: (size: string, licence: string) => `${size}, ${licence}`,
  own: (size: string) => `${size}, your own file`,
  ownElsewhere: (size: string) => `${size}, your own file in another folder`,
  remove: (name: string) => `Remove ${name}`,
  deleteFile: (size: string) => `Delete the file (${size})`,
  takeOff: (name: string) => `Remove ${name} from the list`,
  advised: "Best fit for this computer",
  needs: (memory: string) => `Needs ${memory} of memory.`,
  details: "Details",
  speed: (writing: number, source: SpeedSource) => `Writes about ${counted(writing, "token")} a second (${speedSources[source]}).`,
  tooLarge: (memory: string) => `Needs ${memory} of memory, more than this computer has for it.`,
  source: (size: string, licence: string, host: string) => `${size}, ${licence}, from ${host}`,
  get: "Get",
  forget: (size: string) => `Delete the ${size} downloaded so far`,
  stop: "Stop",
  stopped: "Stopped. The next download continues from here.",
  downloadOf: (name: string) => `Download of ${name}`,
  progress: (percent: number, size: string) => `${percent}% of ${size}`,
  others: (models: number) => (models === 1 ? "Show the other model" : `Show all ${count(models)} models`),
  fewer: "Show fewer",
  chooseFolder: "Choose another folder…",
  ownFolder: "Use the default folder",
  folderStays: "Models in the current folder stay there.",
  addFile: "Add a model file…",
  adding: (name: string) => `Add ${name}:`,
  copy: "Copy it into the folder",
  refer: "Use it where it is",
  added: (name: string) => `${name} was added.`,
  isAdding: "Adding…",
  cancel: "Cancel",
  inMemory: "In memory",
  running: (name: string, memory: string | null) => (memory === null ? `${name} is in memory` : `${name} is in memory and uses ${memory}`),
  unload: "Unload",
  unloadTip: "Frees the memory. The next question loads the model again.",
};

/** The sources of a model's speed estimate. */
export const speedSources: Record<SpeedSource, string> = {
  itself: "measured in its last answers",
  another: "estimated from the last answers of another model",
  cores: "estimated for this processor",
};
