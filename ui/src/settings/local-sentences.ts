import type { SpeedSource } from "../ipc";
import { count, counted } from "../kit/figures";

/** The settings' sentences about models that run without a server. */
export const words = {
  place: (folder: string, free: string | null) => (free === null ? `Models are in ${folder}.` : `Models are in ${folder}, where ${free} are free.`),
  isHere: (size: string, licence: string) => `${size}, ${licence}`,
  own: (size: string) => `${size}, a file of your own`,
  ownElsewhere: (size: string) => `${size}, a file of your own that stays where it is`,
  remove: (name: string) => `Remove ${name}`,
  deleteFile: (size: string) => `Delete the file (${size})`,
  takeOff: (name: string) => `Take ${name} off the list`,
  advised: "Suits this computer",
  speed: (memory: string, first_word: number, writing: number, source: SpeedSource) =>
    `Takes ${memory} of memory. First word after about ${first_word} s, then about ${counted(writing, "token")} a second (${speedSources[source]}).`,
  tooLarge: (memory: string) => `Takes ${memory} of memory, more than this computer can give it.`,
  get: (name: string, size: string, licence: string, host: string) => `Get ${name} (${size}, ${licence}, from ${host})`,
  forget: (size: string) => `Delete the ${size} downloaded so far`,
  stop: "Stop",
  stopped: "Stopped. What was downloaded is kept, and the next download continues from there.",
  downloadOf: (name: string) => `Download of ${name}`,
  progress: (percent: number, size: string) => `${percent}% of ${size}`,
  others: (models: number) => (models === 1 ? "Show the other model" : `Show all ${count(models)} models`),
  fewer: "Show fewer",
  chooseFolder: "Choose another folder…",
  ownFolder: "Use the app’s own folder",
  folderStays: "Models that are in the folder stay there.",
  addFile: "Add a model file…",
  adding: (name: string) => `Add ${name}:`,
  copy: "Copy it into the folder",
  refer: "Use it where it is",
  added: (name: string) => `${name} is added.`,
  isAdding: "Adding it…",
  cancel: "Cancel",
  inMemory: "In memory",
  running: (name: string, memory: string | null) => (memory === null ? `${name} is in memory` : `${name} is in memory and takes ${memory}`),
  unload: "Unload",
  unloadTip: "Gives the memory back. The next question loads the model again.",
};

/** The sources of a model's speed estimate. */
export const speedSources: Record<SpeedSource, string> = {
  itself: "as its last answers were",
  another: "estimated from the last answers of another model",
  cores: "estimated without a graphics card",
};
