/** What the settings say of models that run without a server. */
export const words = {
  title: "Models on this computer",
  place: (folder: string, free: string | null) => (free === null ? `They are in ${folder}.` : `They are in ${folder}, where ${free} are free.`),
  isHere: (size: string, licence: string) => `${size}, ${licence}`,
  own: (size: string) => `${size}, a file of your own`,
  ownElsewhere: (size: string) => `${size}, a file of your own that stays where it is`,
  remove: (name: string) => `Remove ${name}`,
  advised: "Suits this computer",
  speed: (memory: string, first_word: number, writing: number, measured: boolean) =>
    `Takes ${memory} of memory. First word after about ${first_word} s, then about ${writing} tokens a second (${measured ? "as its last answers were" : "estimated without a graphics card"}).`,
  tooLarge: (memory: string) => `Takes ${memory} of memory, more than this computer can give it.`,
  get: (name: string, size: string, licence: string, host: string) => `Get ${name} (${size}, ${licence}, from ${host})`,
  forget: (size: string) => `Delete the ${size} that came`,
  stop: "Stop",
  stopped: "Stopped. What came is kept, and the next download goes on from there.",
  downloadOf: (name: string) => `Download of ${name}`,
  progress: (percent: number, size: string) => `${percent} % of ${size}`,
  others: (count: number) => `Show all ${count} models`,
  fewer: "Show fewer",
  folder: "Folder",
  useFolder: "Use this folder",
};
