import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";

import FileKinds from "./FileKinds.svelte";

// B91
test("each kind of file is switched by itself, and says what there is of it and how long it takes", async () => {
  const sizes = async () => [
    { group: "pdf" as const, files: 12, bytes: 24_000_000, seconds: 17 },
    { group: "office" as const, files: 1, bytes: 9_000_000_000, seconds: 6_000 },
  ];
  const { component } = render(FileKinds, { start: ["pdf", "office", "books"], sizes });
  await waitFor(() => expect(screen.getAllByTestId("file-kind-size")[0]?.textContent).toBe("12 files, about 17 seconds to read"));
  const told = screen.getAllByTestId("file-kind-size").map(({ textContent }) => textContent);
  expect(told.slice(1, 3)).toEqual(["1 file, about 100 minutes to read", "none in this vault"]);
  // Without the models nothing is said of pictures but that.
  expect(told.at(-1)).toBe("the models for it aren’t installed");
  await fireEvent.click(screen.getByTestId("file-kind-office"));
  await fireEvent.click(screen.getByTestId("file-kind-web"));
  expect(component.read()).toEqual(["pdf", "books", "web"]);
});

// B92
test("text in pictures is recognised when it is wanted, and what that takes is said", async () => {
  const sizes = async () => [{ group: "pictures" as const, files: 0, bytes: 0, seconds: 0 }];
  const { component } = render(FileKinds, { start: ["pdf"], sizes });
  await waitFor(() => expect(screen.getAllByTestId("file-kind-size").at(-1)?.textContent).toBe("none in this vault"));
  expect(screen.queryByTestId("recognising")).toBeNull();
  await fireEvent.click(screen.getByTestId("file-kind-pictures"));
  expect(screen.getByTestId("recognising").textContent).toContain("a few seconds");
  expect(component.read()).toEqual(["pdf", "pictures"]);
});
