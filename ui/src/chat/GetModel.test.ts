import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import GetModel from "./GetModel.svelte";

test("a model that is offered says what it takes, how fast it will be and what it can't do, before it is fetched", () => {
  const offer = {
    name: "Qwen3.5 2B",
    size: 1281,
    licence: "Apache-2.0",
    host: "huggingface.co",
    memory: 1900,
    first_word: 14,
    writing: 9,
    limits: "Weak at long questions.",
    percent: null,
    failure: null,
    get: vi.fn(),
    stop: vi.fn(),
  };
  render(GetModel, { offer });
  screen.getByTestId("get-offered").click();
  expect(offer.get).toHaveBeenCalledOnce();
  expect(screen.getByTestId("offer-speed").textContent).toBe(
    "On this computer it needs about 1.9 GB of memory, starts to answer after about 14 s, and writes about 9 tokens a second. Weak at long questions.",
  );
});
