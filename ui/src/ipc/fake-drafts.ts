import type { AskRequest, Attachment, Draft } from "./bindings";

/** The questions that are being written, by vault and conversation. */
export class FakeDrafts {
  private readonly kept = new Map<string, Draft<Attachment>>();

  get size(): number {
    return this.kept.size;
  }

  read(vault: string, conversation: string | null): Draft<Attachment> | null {
    return structuredClone(this.kept.get(`${vault} ${conversation}`) ?? null);
  }

  keep(vault: string, { conversation, text, mode, scope = { places: [], tags: [] }, passages_only }: AskRequest, attachments: Attachment[]): void {
    const key = `${vault} ${conversation}`;
    if (text === "" && attachments.length + scope.places.length + scope.tags.length === 0) this.kept.delete(key);
    else this.kept.set(key, { text, mode, scope, passages_only, attachments });
  }
}
