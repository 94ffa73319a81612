import { asFailure, type Backend, type Project, type ProjectSize } from "../ipc";
import { isSame } from "../kit/same";
import { words } from "./sentences";

/** Pause after a change before the project is measured again, in milliseconds. */
const REST = 300;

/** The projects of the vault, and the one being edited. */
export class ProjectsState {
  list: Project[] = $state.raw([]);
  /** The edited project, as it would be saved. */
  editing: Project | null = $state(null);
  /** Its size, as far as it is measured. */
  size: ProjectSize | null = $state.raw(null);
  trouble = $state("");
  /** The sizes of listed projects by id, as far as they are measured. */
  sizes: Record<string, ProjectSize> = $state.raw({});

  /** A new project is being created. Its dialog is open already: keys must not reach the page behind. */
  beginning = $state(false);
  /** The edited project before the edits. */
  private before: Project | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private measured = 0;

  constructor(
    private readonly backend: Backend,
    /** The projects or their conversations changed. */
    private readonly onchange: () => void = () => {},
  ) {}

  async load(): Promise<void> {
    this.sizes = {};
    await this.tried(async () => {
      this.list = await this.backend.listProjects();
    });
  }

  /** Forgets the previous vault's projects. */
  clear(): void {
    this.list = [];
  }

  /** Measures these projects, for a list to choose from. */
  async measureEach(projects = this.list): Promise<void> {
    await Promise.all(
      projects.map(async (project) => {
        const size = await this.backend.measureProject(project).catch(() => null);
        if (size) this.sizes = { ...this.sizes, [project.id]: size };
      }),
    );
  }

  /** A project's size and use in words, once measured. */
  sizeOf({ id, is_searched }: Project): string | null {
    const size = this.sizes[id];
    return size ? words.inShort(size.tokens, size.is_too_large, is_searched || !size.fits) : null;
  }

  get isUnsaved(): boolean {
    return this.editing !== null && !isSame($state.snapshot(this.editing), this.before);
  }

  /** The edited project is stored already. */
  get isKept(): boolean {
    return this.list.some(({ id }) => id === this.editing?.id);
  }

  async begin(): Promise<void> {
    this.beginning = true;
    await this.tried(async () => {
      const project = await this.backend.newProject();
      if (this.beginning) this.edit(project);
    });
    this.beginning = false;
  }

  edit(project: Project): void {
    this.trouble = "";
    this.size = null;
    this.before = $state.snapshot(project);
    this.editing = $state.snapshot(project);
    void this.measure();
  }

  close(): void {
    clearTimeout(this.timer);
    this.measured += 1;
    this.editing = null;
    this.beginning = false;
  }

  /** Changes the edited project; its size is measured once typing pauses. */
  change(change: Partial<Project>): void {
    if (!this.editing) return;
    Object.assign(this.editing, change);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.measure(), REST);
  }

  async addFiles(): Promise<void> {
    const files = await this.backend.chooseFiles().catch(() => []);
    for (const { token } of files) {
      await this.tried(async () => {
        const file = await this.backend.addProjectFile(token);
        if (this.editing) this.change({ files: [...this.editing.files, file] });
      });
    }
  }

  /** Saves the edited project. False if it can't be saved. */
  async save(): Promise<boolean> {
    const { editing } = this;
    if (!editing) return false;
    const saved = await this.tried(() => this.backend.putProject($state.snapshot(editing)));
    if (saved) await this.done();
    return saved;
  }

  async remove(): Promise<void> {
    const { editing } = this;
    if (editing && (await this.tried(() => this.backend.deleteProject(editing.id)))) await this.done();
  }

  private async done(): Promise<void> {
    this.close();
    await this.load();
    this.onchange();
  }

  private async measure(): Promise<void> {
    const { editing } = this;
    if (!editing) return;
    this.measured += 1;
    const ticket = this.measured;
    const size = await this.backend.measureProject($state.snapshot(editing)).catch(() => null);
    if (ticket === this.measured) this.size = size;
  }

  private async tried(what: () => Promise<unknown>): Promise<boolean> {
    this.trouble = "";
    try {
      await what();
      return true;
    } catch (thrown) {
      this.trouble = asFailure(thrown).message;
      return false;
    }
  }
}
