import type { Attachment, Failure } from "./bindings";
import { fail } from "./fake-script";

/** The files that go with questions. */
export class FakeFiles {
  private readonly kept = new Map<string, Attachment>();

  constructor(private readonly id: (kind: string) => string) {}

  /** The paths of the files that are on the system's clipboard, or why it has nothing to attach. */
  clipboard: string[] | Failure = [];

  onClipboard(): string[] {
    if (Array.isArray(this.clipboard)) return this.clipboard;
    throw this.clipboard;
  }

  find(ids: string[]): Attachment[] {
    return ids.flatMap((id) => this.kept.get(id) ?? []);
  }

  keep(file: Omit<Attachment, "id" | "hash">): Attachment {
    const attachment = { id: this.id("file"), hash: file.name, ...file };
    this.kept.set(attachment.id, attachment);
    return attachment;
  }

  /** A file of the disk. */
  read(name: string): Attachment {
    if (/\.png$/i.test(name)) return this.keep({ name, bytes: 4820, tokens: 224, image: { width: 640, height: 480, format: "png" } });
    if (!/\.(md|txt|pdf|csv)$/i.test(name)) throw fail("unsupportedFile", `${name} isn't a text or Markdown file.`);
    if (/huge/i.test(name)) {
      throw fail("doesNotFit", `${name} has 48,210 tokens, and 7,168 fit. Remove it, send its best passages, or search it instead.`);
    }
    return this.keep({ name, bytes: 4820, tokens: /large/i.test(name) ? 5600 : 1204 });
  }
}
