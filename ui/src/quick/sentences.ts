export const words = {
  title: "Quick question",
  ask: "A quick question to your notes…",
  answer: "Answer",
  passages: "Passages found",
  hint: "Enter asks · ↓ goes to the passages · Esc closes",
  stop: "Stop",
  openInMain: "Open in Marginalia",
  nothing: "No passage has these words.",
  again: "Ask something else",
  moment: "Reading your notes…",
};
