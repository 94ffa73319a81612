import type { Attachment, Memory, Project, ProjectSize, Prompt, PromptList, PromptSource, PromptText, Settings } from "./bindings";
import type { FakeOwn } from "./fake-own";
import { fail } from "./fake-script";

const WHEN = "2026-04-11T09:30:00Z";
const SINCE = "2026-03-02T08:00:00Z";

/** What conversations share, in memory: projects, prompts, memories. */
export abstract class FakeShared {
  abstract readonly notes: Map<string, string>;
  abstract readonly own: FakeOwn;
  abstract settings: Settings;
  readonly projects: Project[] = [];
  readonly prompts: Prompt[] = [];
  memories: Memory[] = [];
  private made = 0;

  listProjects = async (): Promise<Project[]> => structuredClone(this.projects);
  newProject = async (): Promise<Project> => ({ id: this.newId("project"), name: "", instructions: "", notes: [], tags: [], search: "", files: [], is_searched: false });

  async putProject(project: Project): Promise<null> {
    if (project.name.trim() === "") throw fail("badInput", "It needs a name.");
    put(this.projects, project);
    return null;
  }

  async deleteProject(id: string): Promise<null> {
    remove(this.projects, id);
    this.own.leave(id);
    return null;
  }

  /** A note has 400 tokens here, a file 300, and the model room for 7,168. */
  async measureProject({ name, notes, files }: Project): Promise<ProjectSize> {
    const inside = (path: string) => notes.some((place) => path === place || path.startsWith(`${place}/`));
    const gone = notes.filter((place) => ![...this.notes.keys()].some((path) => path === place || path.startsWith(`${place}/`)));
    const count = [...this.notes.keys()].filter(inside).length;
    const tokens = count * 400 + files.length * 300;
    const notices = gone.map((place) => `“${place}” of the project “${name}” isn't in the vault any more; the rest of it is used.`);
    return { notes: count, files: files.length, tokens, is_too_large: false, room: 7168, fits: tokens < 4300, notices };
  }

  addProjectFile = async (token: number): Promise<Attachment> => ({ id: this.newId(`file-${token}`), name: "Flour prices.txt", bytes: 900, tokens: 300, hash: "0" });

  async listPrompts(): Promise<PromptList> {
    const command = (name: string) => name.toLowerCase().replace(/\s+/g, "-");
    const kept = this.prompts.map(({ id, name, text, replaces_instructions }) => ({ source: { type: "library" as const, id }, name, command: command(name), text, replaces_instructions, problem: null }));
    const folder = this.settings.chat.prompts_folder;
    const paths = folder === "" ? [] : [...this.notes.keys()].filter((path) => path.startsWith(`${folder}/`));
    const notes = paths.map((path) => {
      const name = path.slice(folder.length + 1).replace(/\.md$/, "");
      return { source: { type: "note" as const, path }, name, command: command(name), text: this.notes.get(path) ?? "", replaces_instructions: false, problem: null };
    });
    return { prompts: [...kept, ...notes], unread: [] };
  }

  newPrompt = async (): Promise<Prompt> => ({ id: this.newId("prompt"), name: "", text: "", replaces_instructions: false });

  async putPrompt(prompt: Prompt): Promise<null> {
    put(this.prompts, prompt);
    return null;
  }

  async deletePrompt(id: string): Promise<null> {
    remove(this.prompts, id);
    return null;
  }

  async fillPrompt(source: PromptSource, selection: string, note: string | null): Promise<PromptText> {
    const { prompts } = await this.listPrompts();
    const prompt = prompts.find((one) => JSON.stringify(one.source) === JSON.stringify(source));
    if (!prompt) throw fail("notFound", "This prompt isn’t there any more.");
    const link = note === null ? "" : `[[${note.replace(/\.md$/, "")}]]`;
    const text = prompt.text.replaceAll("{{selection}}", selection).replaceAll("{{note}}", link).replaceAll("{{date}}", "Saturday, 11 April 2026");
    return { text, notices: prompt.text.includes("{{selection}}") && selection === "" ? ["Nothing is selected, so {{selection}} is empty."] : [] };
  }

  listMemories = async (): Promise<Memory[]> => structuredClone(this.memories);

  async remember(text: string): Promise<string> {
    if (text.trim() === "") throw fail("badInput", "There is nothing to remember.");
    const id = this.newId("memory");
    this.memories.push({ id, kind: "fact", text: text.trim(), created: WHEN, used: null, wikilink: null, path: null, summary: null });
    return id;
  }

  async rewordMemory(id: string, text: string): Promise<null> {
    const memory = this.memories.find((one) => one.id === id);
    if (!memory) throw fail("notFound", "This isn't remembered (any more).");
    memory.text = text.trim();
    return null;
  }

  async forgetMemory(id: string): Promise<null> {
    remove(this.memories, id);
    return null;
  }

  /** A note that answers often rest on. */
  rememberNote(path: string, summary: string): void {
    const wikilink = `[[${path.replace(/^.*\/|\.md$/g, "")}]]`;
    this.memories.push({ id: this.newId("memory"), kind: "note", text: `Answers often rest on ${wikilink}: ${summary}`, created: SINCE, used: WHEN, wikilink, path, summary });
  }

  private newId(kind: string): string {
    this.made += 1;
    return `${kind}-${this.made}`;
  }
}

function put<T extends { id: string }>(list: T[], item: T): void {
  const at = list.findIndex(({ id }) => id === item.id);
  list.splice(at < 0 ? list.length : at, at < 0 ? 0 : 1, structuredClone(item));
}

function remove<T extends { id: string }>(list: T[], id: string): void {
  const at = list.findIndex((item) => item.id === id);
  if (at < 0) throw fail("notFound", "It isn’t there any more.");
  list.splice(at, 1);
}
