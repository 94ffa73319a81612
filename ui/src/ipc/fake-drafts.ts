import type { AskRequest, Attachment, Draft } from "./bindings";
import { fail } from "./fake-script";

/** The questions that are being written, by vault and conversation. */
export class FakeDrafts {
  private readonly kept = new Map<string, Draft<Attachment>>();

  get size(): number {
    return this.kept.size;
  }

  read(vault: string, conversation: string | null): Draft<Attachment> | null {
    return structuredClone(this.kept.get(`${vault} ${conversation}`) ?? null);
  }

  keep(vault: string, { conversation, text, mode, scope = { places: [], tags: [] }, passages_only, work = false }: AskRequest, attachments: Attachment[]): void {
    const key = `${vault} ${conversation}`;
    if (text === "" && attachments.length + scope.places.length + scope.tags.length === 0) this.kept.delete(key);
    else this.kept.set(key, { text, mode, scope, passages_only, work, attachments });
  }
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
