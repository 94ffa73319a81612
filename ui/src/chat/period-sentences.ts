import { count, counted } from "../kit/figures";

/** Sentences about the time that a question is about. */
export const words = {
  time: "Time:",
  changeTime: "Change the time and ask again",
  removeTime: "Remove the time, search as text and ask again",
  firstDay: "First day",
  lastDay: "Last day",
  daysRead: (sent: number, days: number) => `${count(sent)} of ${counted(days, "day")} with notes`,
  daysReadTip: "Days whose notes were used",
  readDays: (days: number) => `Read all ${counted(days, "day")}`,
  readDaysTip: "Read every note of this time, and answer from all of them",
  notesOfTime: (notes: number) => `All ${counted(notes, "note")} of this time`,
};
