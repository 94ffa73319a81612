import { afterEach, expect, test } from "vitest";

import { ago, count, counted, moment, plural, short, size } from "./figures";
import { type Language, languageOf, list, nameOfLanguage, writeIn } from "./language";

afterEach(() => writeIn("en"));

test.each<["system" | Language, string[], Language]>([
  ["system", ["de-AT", "en"], "de"],
  ["system", ["pl", "de"], "de"],
  ["system", ["fr-FR", "en-US", "de"], "en"],
  ["system", ["fr"], "en"],
  ["system", [], "en"],
  ["en", ["de"], "en"],
  ["de", ["en"], "de"],
])("with %s chosen and the system in %j the window is in %s", (chosen, system, expected) => {
  expect(languageOf(chosen, system)).toBe(expected);
});

test("a language is called as those who speak it call it", () => {
  expect(nameOfLanguage("en")).toBe("English");
  expect(nameOfLanguage("de")).toBe("Deutsch");
});

test.each<[Language, string[]]>([
  ["en", ["12,345", "4.5k", "1.1 GB", "8 March 2026, 14:02", "2 Mar 2024", "3 h", "a, b, and c"]],
  ["de", ["12.345", "4,5k", "1,1 GB", "8. März 2026, 14:02", "2. März 2024", "3 h", "a, b und c"]],
])("numbers, dates and lists in %s", (language, expected) => {
  writeIn(language);
  const now = new Date("2026-04-11T09:30:00Z");
  const then = "2026-03-08T14:02:00";
  const told = [
    count(12345),
    short(4500),
    size(1120),
    moment(then),
    ago("2024-03-02T09:30:00Z", now),
    ago("2026-04-11T06:30:00Z", now),
    list.format(["a", "b", "c"]),
  ];
  expect(told).toEqual(expected);
  expect(document.documentElement.lang).toBe(language);
});

test("a noun has the form that its language uses with the number", () => {
  writeIn("de");
  expect([0, 1, 2, 1234].map((notes) => counted(notes, "Notiz", "Notizen"))).toEqual(["0 Notizen", "1 Notiz", "2 Notizen", "1.234 Notizen"]);
  expect(plural(2, { one: "ist", other: "sind" })).toBe("sind");
});
