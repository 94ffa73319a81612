import type { AskRequest, Attachment, Draft } from "./bindings";
import { fail } from "./fake-script";

/** The questions that are being written, by vault and conversation. */
export class FakeDrafts {
  private readonly kept = new Map<string, Draft<Attachment>>();

  private readonly waiting = new Map<string, Draft<Attachment>[]>();

  get size(): number {
    return this.kept.size;
  }

  read(vault: string, conversation: string | null): Draft<Attachment> | null {
    return structuredClone(this.kept.get(`${vault} ${conversation}`) ?? null);
  }

  keep(vault: string, request: AskRequest, attachments: Attachment[]): void {
    const key = `${vault} ${request.conversation}`;
    const draft = asDraft(request, attachments);
    const { text, scope } = draft;
    if (text === "" && attachments.length + scope.places.length + scope.tags.length === 0) this.kept.delete(key);
    else this.kept.set(key, draft);
  }

  /** The questions that wait in a conversation. */
  queue(conversation: string): Draft<Attachment>[] {
    return structuredClone(this.waiting.get(conversation) ?? []);
  }

  keepQueue(conversation: string, questions: AskRequest[], files: (ids: string[]) => Attachment[]): void {
    this.waiting.set(conversation, questions.map((request) => asDraft(request, files(request.attachments))));
  }
}

/** A question as it is kept before it is asked. */
function asDraft({ text, mode, scope = { places: [], tags: [] }, passages_only, work = false }: AskRequest, attachments: Attachment[]): Draft<Attachment> {
  return { text, mode, scope, passages_only, work, attachments };
}

/** A file that is attached to a question, if it can be. */
export function fakeFile(path: string, id: string): Attachment {
  const name = path.split("/").at(-1) ?? path;
  if (!/\.(md|txt)$/i.test(name)) throw fail("unsupportedFile", `${name} isn't a text or Markdown file.`);
  if (/huge/i.test(name)) {
    throw fail("tooLarge", `${name} has 48,210 tokens, and 7,168 fit. Remove it, send its best passages, or search it instead.`);
  }
  return { id, name, hash: name, bytes: 4820, tokens: /large/i.test(name) ? 5600 : 1204 };
}
