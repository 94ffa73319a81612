/** What widgets say. */
export const words = {
  close: "Close",
  signInName: "What stands before the “@” is a name to sign in with, not the site.",
  lookalike: "The site’s name has letters that look like others. “xn--” is how such a name is really spelled.",
  now: "now",
  justNow: "just now",
  minutes: (minutes: number) => `${minutes} min`,
  hours: (hours: number) => `${hours} h`,
  days: (days: number) => `${days} d`,
  noSuchNote: "There is no such note. Enter shows what may have been meant.",
  couldMean: (path: string, others: string) => `Opens ${path}. It could also mean ${others}.`,
  inAnotherProgram: (path: string) => `${path}, in another program`,
  hasNoPlace: (path: string, place: string) => `${path}, which has no “${place}”`,
  unseen: "A character that can’t be seen, by its code",
  copy: "Copy",
  copyCode: "Copy the code",
  /** What became of copying something. */
  outcomes: { copied: "Copied", failed: "Couldn’t be copied" },
  unsaved: "What you changed isn’t saved. Close again to discard it.",
  /** What the parts of a file are called. */
  parts: {
    page: (number: number) => `page ${number}`,
    slide: (number: number) => `slide ${number}`,
    sheet: (number: number) => `sheet ${number}`,
    chapter: (number: number) => `chapter ${number}`,
  },
};
