import type { CitedNote, CitedPassage, CitingFilter, EarlierQuestion, GraphScope, HitView, Insight, MessageView, NoteGraph } from "./bindings";
import type { FakeConversations } from "./fake-conversations";
import { fakeBacklinks } from "./fake-search";
import { FakeShared } from "./fake-shared";

/** An answer with its question and the notes that it cites. */
interface Answered {
  conversation: string;
  title: string;
  question: MessageView | undefined;
  answer: MessageView;
  paths: string[];
}

/** What the answers of the conversations rest on. */
export abstract class FakeInsight extends FakeShared {
  abstract readonly conversations: FakeConversations;

  pictureAddress = (path: string): string => `data:image/png;base64,#${path}`;

  /** Another conversation's question in the same words. */
  async askedBefore(text: string, conversation: string | null): Promise<EarlierQuestion | null> {
    const plain = (said: string) => said.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, "").trim();
    const same = this.answered().find((one) => one.conversation !== conversation && one.question !== undefined && plain(one.question.text) === plain(text));
    if (!same?.question) return null;
    const { question, answer } = same;
    return { question: question.id, text: question.text, asked: question.created, answer: answer.id, conversation: same.conversation, title: same.title };
  }

  /** What is near the last answer of each conversation. */
  readonly near = new Map<string, HitView[]>();
  nearbyNotes = async (conversation: string): Promise<HitView[]> => this.near.get(conversation) ?? [];

  async citedPassages(path: string): Promise<CitedPassage[]> {
    const lines = this.answered().flatMap(({ answer }) => {
      const cited = answer.references.filter((one) => one.state === "cited" && one.path === path);
      return cited.flatMap(({ passage }) => (passage ? [passage.lines] : []));
    });
    const starts = [...new Set(lines.map(({ start }) => start))].sort((a, b) => a - b);
    return starts.flatMap((start) => {
      const same = lines.filter((one) => one.start === start);
      return same[0] ? [{ lines: same[0], answers: same.length }] : [];
    });
  }

  private answered(): Answered[] {
    return this.conversations.list().flatMap(({ id, title }) => {
      const messages = this.conversations.messages(id);
      const answers = messages.filter(({ author }) => author === "assistant");
      return answers.map((answer) => {
        const cited = answer.references.filter(({ state, path }) => state === "cited" && path !== null);
        return { conversation: id, title, answer, question: messages[messages.indexOf(answer) - 1], paths: [...new Set(cited.flatMap(({ path }) => path ?? []))] };
      });
    });
  }

  async insight(): Promise<Insight> {
    const all = this.answered();
    const citing = all.filter(({ paths }) => paths.length > 0);
    const notes = await this.citedNotes({ conversation: null, month: null });
    const groups = <K extends string>(key: (one: Answered) => K) => [...new Set(citing.map(key))].map((name) => ({ name, group: citing.filter((one) => key(one) === name) }));
    const counts = (group: Answered[]) => ({ answers: group.length, notes: new Set(group.flatMap(({ paths }) => paths)).size });
    return {
      notes,
      months: groups(({ answer }) => answer.created.slice(0, 7)).map(({ name, group }) => ({ month: name, ...counts(group) })),
      conversations: groups(({ conversation }) => conversation).map(({ name, group }) => ({ id: name, title: group[0]?.title ?? "", ...counts(group), last: group.at(-1)?.answer.created ?? "" })),
      uncited: [...this.notes.keys()].filter((path) => !notes.some((note) => note.path === path)).sort(),
      fruitless: all.flatMap(({ conversation, title, question, answer, paths }) =>
        paths.length > 0 || !question || question.mode === "none" || answer.state !== "complete"
          ? []
          : [{ question: question.id, text: question.text, asked: question.created, conversation, title, found: answer.references.length > 0 }],
      ),
    };
  }

  async citedNotes({ conversation, month }: CitingFilter): Promise<CitedNote[]> {
    const wanted = this.answered().filter((one) => (conversation ?? one.conversation) === one.conversation && one.answer.created.startsWith(month ?? ""));
    const paths = [...new Set(wanted.flatMap(({ paths }) => paths))];
    return paths
      .map((path) => {
        const citing = wanted.filter(({ paths }) => paths.includes(path));
        return { path, answers: citing.length, conversations: new Set(citing.map(({ conversation }) => conversation)).size, last: citing.at(-1)?.answer.created ?? "" };
      })
      .sort((a, b) => b.answers - a.answers);
  }

  async noteGraph(scope: GraphScope): Promise<NoteGraph> {
    const one = scope.type === "conversation" ? scope.id : null;
    const answered = this.answered().filter(({ conversation }) => one === null || conversation === one);
    const titleOf = (path: string) => /^# (.*)/.exec(this.notes.get(path) ?? "")?.[1] ?? path;
    const paths = scope.type === "vault" ? [...this.notes.keys()].sort() : [...new Set(answered.flatMap(({ paths }) => paths))].sort();
    const questions = answered.filter(({ paths }) => paths.length > 0);
    const pairs = paths.flatMap((path, to) => fakeBacklinks(this.notes, titleOf, path).map(({ source }): [number, number] => [paths.indexOf(source), to]));
    const seen = new Set<string>();
    const links = pairs.filter(([from, to]) => {
      const key = [from, to].sort((a, b) => a - b).join();
      if (from < 0 || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
    return {
      notes: paths.map((path) => ({ path, title: titleOf(path) })),
      questions: questions.map(({ conversation, title, question, answer }) => ({ conversation, answer: one === null ? null : answer.id, title: one === null ? title : (question?.text ?? title) })),
      links,
      citations: questions.flatMap(({ paths: cited }, from) => cited.map((path): [number, number] => [from, paths.indexOf(path)])),
      left_out: 0,
    };
  }
}
