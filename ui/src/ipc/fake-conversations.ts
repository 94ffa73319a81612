import type { CitingAnswer, ConversationFilter, AskRequest, Attachment, CitationMark, ConversationView, ConversationEntry, ConversationHit, ImportedConversation, MessageView, Compaction, Format } from "./bindings";
import { fail, fakeMessage } from "./fake-script";

/** A message with the one before it in its branch. */
interface Kept {
  message: MessageView;
  parent: string | null;
}

/** A conversation: a tree of messages, of which the branch up to `leaf` is shown. */
interface Tree {
  id: string;
  title: string;
  pinned: boolean;
  deleted: boolean;
  leaf: string | null;
  kept: Map<string, Kept>;
  compactions: Compaction[];
}

/** The conversations of the fake: branches, pages, and what can be done to them in the list. */
export class FakeConversations {
  /** What was written to which file. */
  readonly exported = new Map<string, string>();
  private readonly trees = new Map<string, Tree>();
  private last: string | null = null;

  constructor(
    private readonly id: (kind: string) => string,
    private readonly now: string,
  ) {}

  /** Takes over a conversation as it stands. */
  add(conversation: Pick<ConversationView, "id" | "title" | "messages">): void {
    const tree = this.tree(conversation.id, conversation.title);
    for (const message of conversation.messages) this.push(tree, message, tree.leaf);
  }

  list(): ConversationEntry[] {
    const entries = [...this.trees.values()]
      .filter(({ deleted }) => !deleted)
      .map((tree) => ({ id: tree.id, title: tree.title, updated: this.now, messages: this.shown(tree).length, pinned: tree.pinned, project: null }))
      .reverse();
    return [...entries.filter(({ pinned }) => pinned), ...entries.filter(({ pinned }) => !pinned)];
  }

  /** Those that a filter lets through. */
  filter({ pinned, since, note, mode, model }: ConversationFilter): ConversationEntry[] {
    const citing = note === null ? [] : this.citing(note).map(({ conversation }) => conversation);
    return this.list().filter((entry) => {
      const all = this.all(entry.id);
      return (
        (!pinned || entry.pinned) &&
        (since === null || entry.updated >= since) &&
        (note === null || citing.includes(entry.id)) &&
        (mode === null || all.some((message) => message.author === "user" && message.mode === mode)) &&
        (model === null || all.some((message) => message.model === model))
      );
    });
  }

  models(): string[] {
    const named = this.list().flatMap(({ id }) => this.all(id).map(({ model }) => model));
    return [...new Set(named)].filter((model) => model !== null).sort();
  }

  /** The answers that cite a note. */
  citing(path: string): CitingAnswer[] {
    return this.list().flatMap(({ id, title }) => {
      const cites = ({ author, references }: MessageView) => author === "assistant" && references.some((one) => one.path === path && one.state === "cited");
      const all = this.all(id);
      return all.filter(cites).map((answer) => {
        const question = all[all.indexOf(answer) - 1]?.text ?? "";
        return { answer: answer.id, conversation: id, title, question, created: answer.created };
      });
    });
  }

  private all(id: string): MessageView[] {
    return [...this.must(id).kept.values()].map(({ message }) => message);
  }

  /** The one that was open last, else the first of the list. */
  toShow(): string | null {
    const list = this.list();
    return (list.find(({ id }) => id === this.last) ?? list[0])?.id ?? null;
  }

  /** Has a sentence of an answer cite what it probably comes from, or again what was cited. */
  correct(answer: string, sentence: number, isRight: boolean): MessageView {
    const kept = [...this.trees.values()].map(({ kept }) => kept.get(answer)).find(Boolean);
    const proposed = kept?.message.probably.find(({ start }) => start === sentence);
    if (!kept || !proposed) throw fail("notFound", "There is no such sentence.");
    const isIn = ({ start, end }: CitationMark) => proposed.start <= start && end <= proposed.end;
    const citations = kept.message.citations.map((mark): CitationMark => {
      if (!isIn(mark)) return mark;
      const { instead_of: written, ...own } = mark;
      if (isRight) return { ...own, number: proposed.number, support: "supported", instead_of: { number: own.number, support: own.support ?? null } };
      return written ? { ...own, number: written.number ?? own.number, support: written.support } : mark;
    });
    kept.message = { ...kept.message, citations };
    return kept.message;
  }

  /** The messages of the branch that is shown. */
  messages(id: string): MessageView[] {
    const tree = this.trees.get(id);
    return tree ? this.shown(tree) : [];
  }

  page(id: string, before: string | null, limit: number): ConversationView {
    const tree = this.must(id);
    this.last = id;
    const shown = this.shown(tree);
    const end = before === null ? shown.length : shown.findIndex((message) => message.id === before);
    if (end < 0) throw fail("notFound", "This message isn't in what is shown of the conversation.");
    const start = Math.max(0, end - limit);
    const { title, compactions } = tree;
    return structuredClone({ id, title, compactions, messages: shown.slice(start, end), earlier: start });
  }

  /** Keeps the question, or finds the kept one, and makes the place of its answer. */
  begin(request: AskRequest, files: Attachment[]): { tree: string; question: MessageView; answer: MessageView } {
    const again = request.retry ?? request.edit;
    const known = again === null ? this.trees.get(request.conversation ?? "") : this.treeOf(again);
    const tree = known ?? this.tree(this.id("conversation"), request.text.slice(0, 60));
    const [asked, broken] = request.text === "/continue" ? this.shown(tree).slice(-2) : [];
    if (asked && broken) return { tree: tree.id, question: asked, answer: Object.assign(broken, { state: "streaming", error: null }) };
    let question = tree.kept.get(request.retry ?? "")?.message;
    if (!question) {
      question = fakeMessage(this.id("message"), "user", request, files, this.now);
      const edited = tree.kept.get(request.edit ?? "");
      this.push(tree, question, edited ? edited.parent : tree.leaf);
    }
    const answer = fakeMessage(this.id("message"), "assistant", request, [], this.now);
    this.push(tree, answer, question.id);
    this.last = tree.id;
    this.shown(tree);
    return { tree: tree.id, question, answer };
  }

  /** Shows the branch with this message, up to its newest end. */
  switchTo(message: string): void {
    const tree = this.treeOf(message);
    if (!tree) throw fail("notFound", "This message isn't there any more.");
    let leaf = message;
    for (;;) {
      const next = [...tree.kept.values()].findLast(({ parent }) => parent === leaf);
      if (!next) break;
      leaf = next.message.id;
    }
    tree.leaf = leaf;
  }

  /** The conversations with all of these words in one message or in the title. */
  search(query: string): ConversationHit[] {
    const words: string[] = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
    return [...this.trees.values()].flatMap((tree) => {
      if (words.length === 0 || tree.deleted) return [];
      const all = [...tree.kept.values()].map(({ message }) => message);
      const best = all.find(({ text }) => has(text));
      const message = best ?? all[0];
      if (!message || !(best || has(tree.title))) return [];
      const text = best?.text ?? tree.title;
      const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? "") - 30);
      const snippet = text.slice(at, at + 110);
      const bytes = (text: string) => new TextEncoder().encode(text).length;
      const marks = [...snippet.matchAll(new RegExp(words.join("|"), "gi"))].map((match): [number, number] => {
        const start = bytes(snippet.slice(0, match.index));
        return [start, start + bytes(match[0])];
      });
      return [{ conversation: tree.id, title: tree.title, author: message.author, message: message.id, snippet, marks, updated: this.now }];
    });
  }

  rename(id: string, title: string): void {
    if (title.trim() === "") throw fail("badInput", "A conversation needs a name.");
    this.must(id).title = title.trim();
  }

  pin(id: string, pinned: boolean): void {
    this.must(id).pinned = pinned;
  }

  setDeleted(id: string, deleted: boolean): void {
    this.must(id).deleted = deleted;
  }

  /** Forgets what is deleted. Returns how many there were. */
  erase(only: string | null): number {
    const gone = [...this.trees.values()].filter(({ id, deleted }) => deleted && (only === null || id === only));
    for (const { id } of gone) this.trees.delete(id);
    return gone.length;
  }

  export(id: string, format: Format, path: string): void {
    const tree = this.must(id);
    const texts = this.shown(tree).map(({ author, text }) => (author === "user" ? `## ${text}` : text));
    this.exported.set(path, format === "json" ? JSON.stringify(this.page(id, null, 1e6)) : `# ${tree.title}\n\n${texts.join("\n\n")}\n`);
  }

  import(path: string): ImportedConversation[] {
    if (!path.endsWith(".json")) throw fail("badInput", `${path} isn't a JSON export of conversations.`);
    const id = this.id("conversation");
    this.tree(id, "An imported conversation");
    return [{ conversation: id, title: "An imported conversation", messages: 0, notes: ["Two tool calls had no result."] }];
  }

  /** Stands for all but the newest messages from now on. */
  compact(id: string): Compaction {
    const tree = this.must(id);
    const shown = this.shown(tree);
    const through = shown.at(-3) ?? shown[0];
    const compaction: Compaction = {
      id: this.id("compaction"),
      through: through?.id ?? "",
      summary: "You asked how much salt goes into dough, and settled on two per cent of the flour's weight.",
      found: ["[1] Salt › How much: Two per cent of the flour's weight"],
      messages: Math.max(1, shown.length - 2),
      before: 4600,
      after: 500,
      model: "llama3.2:3b",
      created: this.now,
      edited: false,
    };
    tree.compactions.push(compaction);
    return compaction;
  }

  editCompaction(id: string, summary: string): void {
    const compaction = [...this.trees.values()].flatMap(({ compactions }) => compactions).find((one) => one.id === id);
    if (!compaction) throw fail("notFound", "This summary isn't there any more.");
    Object.assign(compaction, { summary, edited: true });
  }

  undoCompaction(id: string): void {
    for (const tree of this.trees.values()) tree.compactions = tree.compactions.filter((one) => one.id !== id);
  }

  private tree(id: string, title: string): Tree {
    const tree = { id, title, pinned: false, deleted: false, leaf: null, kept: new Map<string, Kept>(), compactions: [] };
    this.trees.set(id, tree);
    return tree;
  }

  private must(id: string): Tree {
    const tree = this.trees.get(id);
    if (!tree) throw fail("notFound", "This conversation isn't there any more.");
    return tree;
  }

  private treeOf(message: string): Tree | undefined {
    return [...this.trees.values()].find(({ kept }) => kept.has(message));
  }

  private push(tree: Tree, message: MessageView, parent: string | null): void {
    tree.kept.set(message.id, { message, parent });
    tree.leaf = message.id;
  }

  /** The branch that is shown, each message with those at its place in others. */
  private shown(tree: Tree): MessageView[] {
    const found: MessageView[] = [];
    for (let at = tree.kept.get(tree.leaf ?? ""); at; at = tree.kept.get(at.parent ?? "")) found.push(at.message);
    found.reverse();
    const siblings = new Map<string | null, string[]>();
    for (const { message, parent } of tree.kept.values()) siblings.set(parent, [...(siblings.get(parent) ?? []), message.id]);
    for (const message of found) {
      const together = siblings.get(tree.kept.get(message.id)?.parent ?? null) ?? [];
      message.branches = together.length > 1 ? together : [];
    }
    return found;
  }
}
