export const words = {
  title: "Quick question",
  ask: "Ask your notes a quick question…",
  answer: "Answer",
  passages: "Passages found",
  hint: "Enter to ask · ↓ for passages · Esc to close",
  stop: "Stop",
  openInMain: "Open in Marginalia",
  nothing: "No matching passages.",
  again: "Ask something else",
  moment: "Reading your notes…",
};
