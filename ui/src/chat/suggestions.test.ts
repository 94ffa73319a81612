import { afterEach, expect, test } from "vitest";

import type { NaturalLanguage } from "../ipc";
import { writeIn } from "../kit/language";
import { samples, suggestions } from "./suggestions";

const note = (title: string) => ({ path: `${title}.md`, title, aliases: [] });
const notes = ["Rye", "Salt", "Autolyse", "Gluten", "Steam", "Yeast"].map(note);

afterEach(() => writeIn("en"));

test("three questions from real titles", () => {
  expect(suggestions(notes, "English")).toEqual(["What do I know about Salt?", "What have I written about Gluten?", "Sum up Yeast in three sentences."]);
});

test.each<[NaturalLanguage, string[]]>([
  ["German", ["Was weiß ich über Salt?", "Was habe ich über Gluten geschrieben?", "Fass Yeast in drei Sätzen zusammen."]],
  ["Spanish", ["¿Qué sé sobre Salt?", "¿Qué he escrito sobre Gluten?", "¿Puedes resumir mis notas sobre Yeast en tres frases?"]],
  ["French", ["Que sais-je sur Salt\u00a0?", "Qu'ai-je écrit sur Gluten\u00a0?", "Résume mes notes sur Yeast en trois phrases."]],
  ["Italian", ["Che cosa so su Salt?", "Che cosa ho scritto su Gluten?", "Riassumi i miei appunti su Yeast in tre frasi."]],
  ["Portuguese", ["O que dizem as minhas notas sobre Salt?", "O que eu já escrevi sobre Gluten?", "Resuma as minhas notas sobre Yeast em três frases."]],
  ["Russian", ["Что я знаю по теме «Salt»?", "Что у меня записано по теме «Gluten»?", "Перескажи мои заметки по теме «Yeast» в трёх предложениях."]],
  ["Dutch", ["Wat weet ik over Salt?", "Wat heb ik over Gluten geschreven?", "Vat mijn notities over Yeast samen in drie zinnen."]],
  ["Swedish", ["Vad vet jag om Salt?", "Vad har jag skrivit om Gluten?", "Sammanfatta mina anteckningar om Yeast i korthet."]],
])("questions about %s notes are in their language, whatever the window's is", (language, expected) => {
  expect(suggestions(notes, language)).toEqual(expected);
  writeIn("de");
  expect(suggestions(notes, language)).toEqual(expected);
});

test.each<[NaturalLanguage | null]>([[null], ["Polish"]])("questions about notes in no such language (%s) are in the window's", (language) => {
  expect(suggestions(notes, language)[0]).toBe("What do I know about Salt?");
  writeIn("de");
  expect(suggestions(notes, language)[0]).toBe("Was weiß ich über Salt?");
});

test("the sample vault has questions of its own", () => {
  const notes = samples.map(({ about }) => ({ path: about, title: about, aliases: [] }));
  expect(suggestions(notes, "English")[0]).toBe("Why was my first rye gummy?");
});

test("no questions from days, indexes, templates or nothing", () => {
  const form = (path: string) => ({ path, title: "City", aliases: [] });
  const forms = ["Templates/City.md", "Meta/_templates/City.md", "City Template.md", "Vorlagen/City.md", "Plantillas/City.md", "Шаблоны/City.md"];
  expect(suggestions(forms.map(form), "English")).toEqual([]);
  expect(suggestions([form("Contemplates/City.md")], "English")).toHaveLength(1);
  expect(suggestions(["2026-01-11 Country loaf", "Start here", "Index", "TODO", "Índice", "Главная"].map(note), "Spanish")).toEqual([]);
  expect(suggestions([], "English")).toEqual([]);
  expect(suggestions([note("Salt $& ~")], "English")).toEqual(["What do I know about Salt $& ~?"]);
});
