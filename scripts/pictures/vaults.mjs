// The vaults in the pictures: the sample vault with a PDF, a small one, and a huge one with a conversation of 1,000 messages.
import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { SAMPLE, privateFolders } from "../../tests/e2e/app.mjs";
import { program } from "../setup.mjs";

const run = promisify(execFile);
const NOTES = 13_000;
const MESSAGES = 1_000;

const OVENS = [
  [
    "Ovens, an introduction",
    "",
    "A deck oven holds its heat in a floor of stone.",
    "A loaf set on it rises within ten minutes.",
    "Steam keeps the crust soft while it does.",
  ],
  ["Wood ovens", "", "A wood oven is fired at dawn.", "The ash is swept out when the dome has turned white.", "Bread goes in first, and beans go in last."],
];

/** A PDF with lines of text on each page. */
function pdf(pages) {
  const font = 3 + 2 * pages.length;
  const objects = pages.map((lines, at) => {
    const drawn = `BT /F1 14 Tf 22 TL 60 420 Td ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`;
    return `${3 + 2 * at} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 480] /Contents ${4 + 2 * at} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>\nendobj
${4 + 2 * at} 0 obj\n<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream\nendobj\n`;
  });
  return `%PDF-1.4
1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${3 + 2 * at} 0 R`).join(" ")}] >>\nendobj
${objects.join("")}${font} 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>\nendobj
trailer << /Root 1 0 R >>
`;
}

/** The sample vault, with a PDF. */
export async function sampleVault(folder) {
  const vault = path.join(folder, "Bread");
  await cp(SAMPLE, vault, { recursive: true });
  await mkdir(path.join(vault, "Library"));
  await writeFile(path.join(vault, "Library", "Ovens.pdf"), pdf(OVENS));
  return vault;
}

const OWN = {
  "Resting 2025.md": "---\ndate: 2025-03-02\n---\n# Resting rye, 2025\n\nRye dough rests for 8 hours.\n",
  "Resting 2026.md": "---\ndate: 2026-02-10\n---\n# Resting rye, 2026\n\nRye dough rests for twelve hours.\n",
  "Sauerteig.md":
    "# Sauerteig\n\nDer Sauerteig wird jeden Abend mit Roggenmehl und lauwarmem Wasser gefüttert. Danach ruht er zwölf Stunden bei Raumtemperatur, bis er sich verdoppelt hat und angenehm säuerlich riecht.\n",
  "Films/Alien.md": "---\nrating: 9\nseen: 2026-01-12\n---\n# Alien\n",
  "Films/Heat.md": "---\nrating: 7\nseen: 2026-02-01\n---\n# Heat\n",
  "Films/Solaris.md": "---\nrating: 8\nseen: 2026-03-20\n---\n# Solaris\n",
  "Films.base":
    'filters: file.inFolder("Films")\nviews:\n  - type: table\n    name: All films\n    order: [file.name, rating, seen]\n  - type: table\n    name: Best\n    filters: rating >= 8\n    order: [file.name, rating]\n',
  "Overview.md": "# Overview\n\nThe films of this winter:\n\n![[Films.base]]\n",
};

/** A vault whose notes disagree, are in another language, or have a base. */
export async function ownVault(folder) {
  const vault = path.join(folder, "Own");
  for (const [name, text] of Object.entries(OWN)) {
    await mkdir(path.join(vault, path.dirname(name)), { recursive: true });
    await writeFile(path.join(vault, name), text);
  }
  return vault;
}

const THINGS = [
  "Rye",
  "Salt",
  "Garden",
  "Piano",
  "Budget",
  "Berlin",
  "Letters",
  "Statistics",
  "Anna",
  "Roof",
  "Chess",
  "Winter",
  "Novel",
  "Compost",
  "Interview",
];
const KINDS = ["notes", "plan", "log", "questions", "reading", "meeting", "draft", "ideas", "summary", "list"];
const FOLDERS = ["Journal", "Projects", "People", "Reading", "Recipes", "Archive", "Work", "Travel"];

/** A vault of 13,000 linked notes. */
async function hugeVault(folder) {
  const vault = path.join(folder, "Everything");
  const title = (at) => `${THINGS[at % THINGS.length]} ${KINDS[Math.floor(at / THINGS.length) % KINDS.length]} ${Math.floor(at / 150) + 1}`;
  for (const name of FOLDERS) await mkdir(path.join(vault, name), { recursive: true });
  for (let at = 0; at < NOTES; at += 1) {
    const links = [at + 1, at * 7, at % 40].map((other) => `[[${title(other % NOTES)}]]`);
    const text = `# ${title(at)}\n\nWritten on day ${at}, with ${links.join(", ")} in mind.\n`;
    await writeFile(path.join(vault, FOLDERS[at % FOLDERS.length], `${title(at)}.md`), text);
  }
  return vault;
}

/** The huge vault, with a conversation of 1,000 messages. */
export async function hugeHome(folder) {
  const vault = await hugeVault(folder);
  const messages = Array.from({ length: MESSAGES }, (_, at) =>
    at % 2 === 0
      ? { role: "user", content: `What did I write about ${THINGS[at % THINGS.length].toLowerCase()} on day ${at / 2 + 1}?` }
      : { role: "assistant", content: `You wrote down what to do next, **and why**. ${"It was a short note with three links. ".repeat(1 + (at % 5))}` },
  );
  const sessions = path.join(folder, "chat_sessions.json");
  await writeFile(sessions, JSON.stringify({ messages }));
  const env = { ...process.env, ...privateFolders(folder) };
  await run(program("marginalia-cli"), ["import", sessions, "--vault", vault, "--json"], { env, maxBuffer: 1e9 });
  return vault;
}
