import type { NaturalLanguage, NoteEntry } from "../ipc";
import { current } from "../kit/language";

/** Questions that the sample vault answers well, each with the note that answers it. They are in the vault's
 *  language, whatever the window's language is. */
export const samples = [
  { about: "Log/2026-03-08 First rye.md", question: "Why was my first rye gummy?" },
  { about: "Log/2026-03-21 The forgotten salt.md", question: "What happened when I forgot the salt?" },
  { about: "Science/Starch and staling.md", question: "Why does bread go stale, and what slows it down?" },
];

type Forms = readonly [string, string, string];

const english: Forms = ["What do I know about ~?", "What have I written about ~?", "Sum up ~ in three sentences."];
const german: Forms = ["Was weiß ich über ~?", "Was habe ich über ~ geschrieben?", "Fass ~ in drei Sätzen zusammen."];

/** Questions about the title of a note, which stands for `~`, in the languages whose endings the search knows. A title
 *  isn't inflected, so Russian quotes it behind a noun. Each question has common words that show its language, because
 *  its answer is in that language. */
const forms: Partial<Record<NaturalLanguage, Forms>> = {
  English: english,
  German: german,
  Spanish: ["¿Qué sé sobre ~?", "¿Qué he escrito sobre ~?", "¿Puedes resumir mis notas sobre ~ en tres frases?"],
  French: ["Que sais-je sur ~\u00a0?", "Qu'ai-je écrit sur ~\u00a0?", "Résume mes notes sur ~ en trois phrases."],
  Italian: ["Che cosa so su ~?", "Che cosa ho scritto su ~?", "Riassumi i miei appunti su ~ in tre frasi."],
  Portuguese: ["O que dizem as minhas notas sobre ~?", "O que eu já escrevi sobre ~?", "Resuma as minhas notas sobre ~ em três frases."],
  Russian: ["Что я знаю по теме «~»?", "Что у меня записано по теме «~»?", "Перескажи мои заметки по теме «~» в трёх предложениях."],
  Dutch: ["Wat weet ik over ~?", "Wat heb ik over ~ geschreven?", "Vat mijn notities over ~ samen in drie zinnen."],
  Swedish: ["Vad vet jag om ~?", "Vad har jag skrivit om ~?", "Sammanfatta mina anteckningar om ~ i korthet."],
};

/** Titles that make no good question: dates, and index notes. */
const dull = /^(\d{4}-\d{2}|start here|index|home|readme|inbox|untitled|todo|changelog|glossary|license)/i;

/** The same in other languages, as whole titles: their beginnings are common words. */
const dullElsewhere = /^(startseite|inhalt|inicio|índice|accueil|sommaire|indice|início|inhoud|innehåll|главная|оглавление)$/i;

/** Templates for new notes. */
const form = /(^|\/)_?(templates?|vorlagen?|plantillas?|modèles?|modelli|modelos?|sjablonen|mallar|шаблоны)\/|\b(template|vorlage)\b/i;

/** Three questions made from note titles, in the language of the notes, or in the window's; the same notes always give
 *  the same questions. */
export function suggestions(notes: NoteEntry[], language: NaturalLanguage | null): string[] {
  const own = samples.filter(({ about }) => notes.some(({ path }) => path === about)).map(({ question }) => question);
  if (own.length === samples.length) return own;
  const ask = (language && forms[language]) ?? (current === "de" ? german : english);
  const isGood = ({ path, title }: NoteEntry) => title.length >= 3 && title.length <= 48 && !dull.test(title) && !dullElsewhere.test(title) && !form.test(path);
  const good = notes.filter(isGood);
  const picked: NoteEntry[] = [];
  // From three parts of the list, so that they come from different folders.
  for (let third = 0; third < ask.length; third += 1) {
    const note = good[Math.floor(((third + 0.5) * good.length) / ask.length)];
    if (note && !picked.includes(note)) picked.push(note);
  }
  return picked.map(({ title }, at) => (ask[at] ?? ask[0]).replace("~", () => title));
}
