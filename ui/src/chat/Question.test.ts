import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import Question from "./Question.svelte";
import { questionView } from "./test-message";
import { linked, surroundings } from "./test-surroundings";

function show(more: Record<string, unknown> = {}) {
  const calls = { onedit: vi.fn(), onbranch: vi.fn() };
  const around = surroundings();
  render(Question, { props: { question: questionView({ text: "How much salt?" }), ...calls, ...more }, context: around.context });
  const edit = async () => {
    await fireEvent.click(screen.getByTestId("edit"));
    return screen.findByTestId<HTMLTextAreaElement>("edit-text");
  };
  return { ...calls, edit, links: around.links };
}

async function type(area: HTMLTextAreaElement, text: string) {
  area.value = text;
  await fireEvent.input(area);
}

test("a question is edited in its place and asked by Enter, as a new one is", async () => {
  const { edit, onedit } = show();
  const area = await edit();
  expect(area.value).toBe("How much salt?");
  expect(document.activeElement).toBe(area);
  await type(area, "How much rye?");
  await fireEvent.keyDown(area, { key: "Enter", shiftKey: true });
  expect(onedit).not.toHaveBeenCalled();
  await fireEvent.keyDown(area, { key: "Enter" });
  expect(onedit).toHaveBeenCalledExactlyOnceWith("How much rye?");
  // It goes once another question stands here: one that is refused isn't lost.
  expect(screen.getByTestId<HTMLTextAreaElement>("edit-text").value).toBe("How much rye?");
});

test("Escape leaves it as it was and gives the focus back", async () => {
  const { edit, onedit } = show();
  const area = await edit();
  await type(area, "How much rye?");
  await fireEvent.keyDown(area, { key: "Escape" });
  expect(onedit).not.toHaveBeenCalled();
  expect(screen.getByTestId("question").textContent).toContain("How much salt?");
  expect(document.activeElement).toBe(screen.getByTestId("edit"));
  expect((await edit()).value).toBe("How much salt?");
});

test("an empty question can't be asked, and none while an answer is written", async () => {
  const { edit, onedit } = show();
  const area = await edit();
  await type(area, "  ");
  await fireEvent.keyDown(area, { key: "Enter", ctrlKey: true });
  expect(onedit).not.toHaveBeenCalled();
  expect(screen.getByTestId<HTMLButtonElement>("edit-send").disabled).toBe(true);
});

test("while an answer is written it can't be edited", () => {
  show({ busy: true });
  expect(screen.getByTestId<HTMLButtonElement>("edit").disabled).toBe(true);
});

test("branches are walked by their buttons, which end where they end", async () => {
  const { onbranch } = show({ question: questionView({ id: "b", branches: ["a", "b", "c"] }) });
  expect(screen.getByTestId("branches").textContent).toContain("2 / 3");
  expect(screen.getByTestId("branches").getAttribute("aria-label")).toBe("Question 2 of 3");
  await fireEvent.click(screen.getByTestId("branch-before"));
  expect(onbranch).toHaveBeenLastCalledWith("a");
  await fireEvent.click(screen.getByTestId("branch-after"));
  expect(onbranch).toHaveBeenLastCalledWith("c");
});

test("at the last branch there is none after it, and without branches no switch", () => {
  const { unmount } = render(Question, { props: { question: questionView({ id: "c", branches: ["a", "c"] }) }, context: surroundings().context });
  expect(screen.getByTestId<HTMLButtonElement>("branch-after").disabled).toBe(true);
  unmount();
  show();
  expect(screen.queryByTestId("branches")).toBeNull();
});

// B66
test("an imported question is marked", () => {
  show();
  expect(screen.queryByTestId("imported")).toBeNull();
  show({ question: questionView({ imported: true }) });
  expect(screen.getByTestId("imported").textContent).toBe("Imported");
});

// B105
test("a link whose note lacks the place that it names says so, by more than its colour", async () => {
  const kept = { ...linked("[[Salt]]", "Salt"), wikilink: "[[Salt#Gone]]" };
  const { links } = show({ question: questionView({ text: "Is [[Salt#Gone]] as in [[Salt#How much]]?", references: [kept] }) });
  await vi.waitFor(() => expect(screen.getAllByTestId("question-link")[0]?.className).toContain("no-place"));
  const [gone, there] = screen.getAllByTestId("question-link");
  expect(gone?.title).toContain("no such heading. It has “How much”");
  expect(there?.className).toContain("resolved");
  expect(there?.title).toBe("Ingredients/Salt.md");
  await fireEvent.click(gone as HTMLElement);
  expect(links.note).toHaveBeenCalledWith("Ingredients/Salt.md", null);
});

// B14
test("the links of a question lead to their notes, and a broken one says so", async () => {
  const text = "Is [[Salt#How much]] in [[Nowhere]] or [[Rye]]?";
  const references = [{ ...linked("[[Salt#How much]]", "Salt"), anchor: { heading: ["How much"] } }, linked("[[Nowhere]]", "Nowhere")];
  const { links } = show({ question: questionView({ text, references }) });
  const [salt, nowhere, rye] = screen.getAllByTestId("question-link");
  salt?.click();
  expect(links.note).toHaveBeenCalledExactlyOnceWith("Ingredients/Salt.md", "How much");
  nowhere?.click();
  expect(links.broken).toHaveBeenCalledExactlyOnceWith(nowhere, "Nowhere");
  expect(nowhere?.className).toContain("broken");
  // One that has no reference of its own is looked up.
  await vi.waitFor(() => expect(rye?.className).toContain("ambiguous"));
});

test("a question shows what it was narrowed to, and its images", () => {
  const image = { id: "i", name: "crumb.png", hash: "", bytes: 9, tokens: 224, image: { width: 4, height: 4, format: "png" as const } };
  show({ question: questionView({ scope: { places: ["Recipes"], tags: ["rye"] }, attachments: [image] }) });
  expect(screen.getAllByTestId("scope-pill").map(({ textContent }) => textContent.trim())).toEqual(["Recipes", "#rye"]);
  expect(screen.getByTestId("thumbnail").getAttribute("src")).toBe("vault:i");
});
