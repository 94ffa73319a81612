import type { MessageView, Survey, SurveyEstimate, TurnView } from "./bindings";

/** What reading these notes would take. */
export const fakeEstimate = (notes: number): SurveyEstimate => ({ notes, left: 0, passages: notes * 3, calls: Math.ceil(notes / 4) + 1, sent: notes * 700, written: 2100, seconds: 95, cost: null });

/** Reads the notes, four at a time, as the app tells it. False if the turn was stopped meanwhile. */
export async function playSurvey(
  onTurn: (event: TurnView) => void,
  answer: MessageView,
  notes: string[],
  rest: () => Promise<boolean>,
): Promise<boolean> {
  const survey: Survey = answer.survey ?? { notes, read: 0, left: 0, to_come: 0, batches: [] };
  answer.survey = survey;
  const tell = () => {
    survey.to_come = Math.ceil((survey.notes.length - survey.read) / 4);
    onTurn({ type: "survey", survey: structuredClone(survey) });
  };
  tell();
  while (survey.read < survey.notes.length) {
    if (!(await rest())) return false;
    const batch = survey.notes.slice(survey.read, survey.read + 4);
    const found = survey.batches.length === 1 ? "" : batch.map((path, at) => `- ${path.replace(/^.*\/|\.md$/g, "")} says something about it [${at + 1}]`).join("\n");
    survey.batches.push({ notes: batch, passages: batch.length * 3, found });
    survey.read += batch.length;
    tell();
  }
  return true;
}
