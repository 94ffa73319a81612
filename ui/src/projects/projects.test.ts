import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import type { Project } from "../ipc";
import { replay } from "../ipc/replay";
import ProjectDialog from "./ProjectDialog.svelte";
import ProjectList from "./ProjectList.svelte";
import { ProjectsState } from "./projects.svelte";

async function open() {
  const backend = replay("shared");
  const onchange = vi.fn();
  const projects = new ProjectsState(backend, onchange);
  const notes = await backend.listNotes(null);
  const folders = new Map([["Ingredients", notes.filter(({ path }) => path.startsWith("Ingredients/")).length]]);
  render(ProjectDialog, { projects, notes, folders, tags: () => backend.listTags() });
  await projects.begin();
  await screen.findByTestId("project-dialog");
  return { backend, projects, onchange, notes };
}

const write = (testid: string, value: string) => fireEvent.input(screen.getByTestId(testid), { target: { value } });

test("B82: a project says how large it is, and whether it goes whole, before it is saved", async () => {
  const { backend, projects, onchange, notes } = await open();
  expect(screen.getByTestId<HTMLButtonElement>("project-save").disabled).toBe(true);
  await write("project-name", "Rye book");
  await write("project-notes", "Ingr");
  const folder = (await screen.findAllByTestId("project-notes-offer")).find(({ title }) => title === "Ingredients");
  if (!folder) throw new Error("the folder isn’t offered");
  await fireEvent.click(folder);
  const inside = notes.filter(({ path }) => path.startsWith("Ingredients/")).length;
  await waitFor(() => expect(screen.getByTestId("project-size").textContent).toContain(`${inside} notes and 0 files: `));
  expect(screen.getByTestId("project-use").textContent).toContain("sent with every question");
  await fireEvent.click(screen.getByTestId("project-searched"));
  expect(screen.getByTestId("project-use").textContent).toContain("Each question searches the project");
  await fireEvent.click(screen.getByTestId("project-whole"));

  await write("project-tags", "rye");
  await fireEvent.click(await screen.findByTestId("project-tags-offer"));
  await write("project-search", "salt -sea");
  await fireEvent.click(screen.getByTestId("project-add-files"));
  expect((await screen.findByTestId("project-file")).textContent).toContain("Flour prices.txt");
  await fireEvent.click(screen.getByTestId("project-save"));
  await waitFor(() => expect(screen.queryByTestId("project-dialog")).toBeNull());
  expect(backend.called("putProject")).toMatchObject([
    [{ name: "Rye book", notes: ["Ingredients"], tags: ["bread/rye"], search: "salt -sea", is_searched: false }],
  ]);
  await waitFor(() => expect(onchange).toHaveBeenCalledOnce());
  expect(projects.list).toHaveLength(1);
});

test("a new project asks for its name, and for more on demand", async () => {
  const { backend, projects } = await open();
  expect(document.activeElement).toBe(screen.getByTestId("project-name"));
  expect(screen.getByTestId("project-more").closest("details")?.open).toBe(false);
  expect(screen.getByTestId("project-save").textContent).toBe("Create project");
  await write("project-name", "Rye book");
  await fireEvent.click(screen.getByTestId("project-save"));
  await waitFor(() => expect(backend.called("putProject")).toHaveLength(1));
  projects.edit(projects.list[0] as Project);
  await waitFor(() => expect(screen.getByTestId("project-more").closest("details")?.open).toBe(true));
  expect(screen.getByTestId("project-save").textContent).toBe("Save");
});

test("a project whose folder is gone says so, and one that is deleted leaves its conversations", async () => {
  const { backend, projects } = await open();
  projects.close();
  await backend.putProject({ ...(await backend.newProject()), name: "Old", notes: ["Gone"] });
  await projects.load();
  const [old] = projects.list;
  if (!old) throw new Error("no project");
  projects.edit(old);
  expect((await screen.findByTestId("project-notice")).textContent).toContain("“Gone” of the project “Old”");
  await fireEvent.click(screen.getByTestId("project-delete"));
  expect(backend.called("deleteProject")).toEqual([]);
  await fireEvent.click(await screen.findByTestId("project-really-delete"));
  await waitFor(() => expect(projects.list).toHaveLength(0));
});

test("a project lists its conversations under it", async () => {
  const backend = replay("shared");
  const project = { ...(await backend.newProject()), name: "Rye book" };
  const entry = (id: string, of: string | null) => ({ id, title: `About ${id}`, updated: "2026-04-11T09:00:00Z", messages: 2, pinned: false, project: of });
  const given = { onopen: vi.fn(), onmenu: vi.fn(), onchat: vi.fn(), onedit: vi.fn(), onnew: vi.fn() };
  render(ProjectList, {
    projects: [project],
    conversations: [entry("rye", project.id), entry("salt", null)],
    current: "rye",
    project: null,
    now: new Date("2026-04-11T09:30:00Z"),
    ...given,
  });
  expect(screen.queryByTestId("project-conversation")).toBeNull();
  await fireEvent.click(screen.getByTestId("project-open"));
  const listed = screen.getAllByTestId("project-conversation");
  expect(listed.map((one) => one.dataset.id)).toEqual(["rye"]);
  await fireEvent.click(within(screen.getByTestId("project")).getByTestId("project-conversation"));
  expect(given.onopen).toHaveBeenCalledWith("rye");
  const menu = screen.getByTestId("project-conversation-menu");
  expect(menu.getAttribute("aria-label")).toBe("Actions for About rye");
  await fireEvent.click(menu);
  expect(given.onmenu).toHaveBeenCalledWith(entry("rye", project.id), menu);
  await fireEvent.click(screen.getByTestId("project-chat"));
  expect(given.onchat).toHaveBeenCalledWith(project.id);
});

test("without projects the list says what they are for", () => {
  const given = { onopen: vi.fn(), onmenu: vi.fn(), onchat: vi.fn(), onedit: vi.fn(), onnew: vi.fn() };
  render(ProjectList, { projects: [], conversations: [], current: null, project: null, now: new Date(), ...given });
  expect(screen.getByTestId("no-projects").textContent).toContain("shares notes");
});

test("a new project is asked about once before what was typed is lost", async () => {
  const { projects } = await open();
  const dialog = screen.getByTestId("project-dialog");
  const leave = () => fireEvent(dialog, new Event("cancel", { cancelable: true }));
  await write("project-name", "Rye book");
  // To select text and to end outside isn't to leave.
  await fireEvent.pointerDown(screen.getByTestId("project-instructions"));
  await fireEvent.click(dialog);
  expect(screen.queryByTestId("unsaved")).toBeNull();
  await leave();
  expect(screen.getByTestId("unsaved")).toBeTruthy();
  expect(projects.editing?.name).toBe("Rye book");
  await fireEvent.pointerDown(dialog);
  await fireEvent.click(dialog);
  await waitFor(() => expect(projects.editing).toBeNull());
});

test("projects that couldn't be read stay in the list", async () => {
  const { backend, projects } = await open();
  await backend.putProject({ ...(await backend.newProject()), name: "Rye book" });
  await projects.load();
  vi.spyOn(backend, "listProjects").mockRejectedValueOnce(new Error("The library is locked."));
  await projects.load();
  expect(projects.list.map(({ name }) => name)).toEqual(["Rye book"]);
  expect(projects.trouble).toBe("The library is locked.");
});

test("B82: where a project is chosen its size is said, and whether it goes whole", async () => {
  const { backend, projects } = await open();
  await backend.putProject({ ...(await backend.newProject()), name: "Rye book", notes: ["Ingredients/Salt.md"] });
  await projects.load();
  const [project] = projects.list;
  if (!project) throw new Error("there is no project");
  const given = {
    conversations: [],
    current: null,
    project: null,
    now: new Date(),
    onopen: vi.fn(),
    onmenu: vi.fn(),
    onchat: vi.fn(),
    onedit: vi.fn(),
    onnew: vi.fn(),
  };
  render(ProjectList, { projects: projects.list, ...given, sizeOf: (one) => projects.sizeOf(one), onlook: (one) => void projects.measureEach([one]) });
  const plus = screen.getByTestId("project-chat");
  expect(plus.title).toBe("New chat in “Rye book”");
  await fireEvent.pointerEnter(plus);
  await waitFor(() => expect(plus.title).toBe("New chat in “Rye book”: 208 tokens, sent in full"));
});
