import { count, counted } from "../kit/figures";

/** Sentences about the time that a question is about. */
export const words = {
  time: "Time:",
  changeTime: "Change the time and ask again",
  removeTime: "Remove the time, search as text and ask again",
  firstDay: "First day",
  lastDay: "Last day",
  enterDay: "Enter a day, such as 2026-03-19.",
  cancel: "Cancel",
  daysRead: (sent: number, days: number) => `${sent === days ? "" : `${count(sent)} of `}${counted(days, "day")} with notes`,
  daysReadTip: "Days whose notes were used",
  readDays: (days: number) => (days === 1 ? "Read the whole day" : `Read all ${count(days)} days`),
  readDaysTip: "Read every note of this time, and answer from all of them",
  notesOfTime: (notes: number) => (notes === 1 ? "the one note of this time" : `the ${count(notes)} notes of this time`),
};
