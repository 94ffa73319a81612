import { type CheckedMark, checkedMarks } from "../chat/support";
import type { AnswerView, ByteRange, MessageView, Reference } from "../ipc";

/** What the right pane shows, and beside which answer. */
interface RightPane {
  selected: AnswerView | null;
  lead: Reference | null;
  answer: string | null;
  reference: string | null;
  followed: { reference: string | null; sent: number };
  chat: { readonly sent: number };
  tab: string;
  resuming: boolean;
  readerBeside: boolean;
  panes: { readerOpen: boolean };
  reader: { isOwn: boolean; show(reference: Reference, sentences: ByteRange[], contradicts: boolean, instead: boolean): Promise<void> };
  context: { answer: string | null; show(answer: string): Promise<void> };
}

/** The passage that an answer cites most; before it cites anything, the best one that was found. */
export function leadOf({ citations, references, model, passages_only }: AnswerView): Reference | null {
  // Without a model the answer itself shows the table.
  const isDrawn = (table: Reference["table"]) => table && (passages_only || model === null);
  const shown = references.filter(({ number, state, table }) => number !== null && state !== "considered" && state !== "broken" && !isDrawn(table));
  const times = (reference: Reference) => citations.filter(({ number }) => number === reference.number).length;
  return shown.reduce<Reference | null>((lead, one) => (lead && times(lead) >= times(one) ? lead : one), null);
}

/** The citations of a passage whose sentences it supports. */
function supported(message: MessageView, { number }: Reference): CheckedMark[] {
  const marks = message.author === "assistant" ? checkedMarks(message) : [];
  return marks.filter((mark) => mark.number === number && mark.evidence.length > 0 && mark.contradicts.length === 0);
}

/** All sentences of a passage that support an answer. */
export const carrying = (message: MessageView, reference: Reference): ByteRange[] => supported(message, reference).flatMap(({ sentences }) => sentences);

/** The first sentence of a passage that supports an answer, without Markdown; empty if none does. */
export const evidenceOf = (message: MessageView, reference: Reference): string => supported(message, reference).flatMap(({ evidence }) => evidence)[0] ?? "";

/** These answers are visible, the one in the middle first. The right pane follows when its answer was left. */
export function inView(app: RightPane, answers: string[]): void {
  const [middle] = answers;
  if (middle !== undefined && !answers.includes(app.selected?.id ?? "")) app.answer = middle;
}

/** Shows what belongs to the selected answer beside the chat. A file that the user opened stays until the next question. */
export async function follow(app: RightPane): Promise<void> {
  const { selected, lead, reader, context, reference } = app;
  if (!selected || app.resuming) return;
  if (app.tab === "context" && context.answer !== null && selected.has_receipt) void context.show(selected.id);
  if (!app.readerBeside || !app.panes.readerOpen) return;
  const isChosen = reference !== app.followed.reference && selected.references.some(({ id }) => id === reference);
  // The sentences to highlight are known once the answer is complete.
  const isShown = lead?.id === reference && selected.state === "streaming";
  const isHeld = reader.isOwn && app.followed.sent === app.chat.sent;
  if (!lead || isChosen || isShown || isHeld) return;
  const wasFollowed = reference !== null && reference === app.followed.reference;
  const { sent } = app.chat;
  app.followed.reference = lead.id;
  await reader.show(lead, carrying(selected, lead), false, wasFollowed);
  // While it loads, a better passage may still take its place.
  app.followed.sent = Math.max(app.followed.sent, sent);
}
